import { unescaped } from './cellText.ts'
import type { Part } from './parts.ts'
import { partXml } from './partXml.ts'

/** The texts of a workbook that its cells name by number. They are read as far as cells need them. */
export type SharedTexts = {
  /** Reads the texts up to a number, unless there are fewer. */
  upTo(place: number): Promise<void>
  /** A text that was read; undefined if there is none. */
  at(place: number): string | undefined
}

/** How many texts are packed together. */
const textsOfBlock = 1_024

/** The shared texts of a part, packed outside the heap: a million texts there would take several times the memory. */
export function sharedTexts(part: Part | undefined): SharedTexts {
  const blocks: { readonly bytes: Buffer; readonly ends: Uint32Array }[] = []
  let last: string[] = []
  const read = part && partXml(part, textReader(add))

  function add(text: string): void {
    last.push(text)
    if (last.length < textsOfBlock) return
    let end = 0
    blocks.push({
      ends: Uint32Array.from(last, (one) => (end += Buffer.byteLength(one))),
      bytes: Buffer.from(last.join('')),
    })
    last = []
  }

  return {
    async upTo(place) {
      while (place >= blocks.length * textsOfBlock + last.length) if (!read || (await read.next()).done) return
    },
    at(place) {
      const nth = place % textsOfBlock
      const block = blocks[(place - nth) / textsOfBlock]
      if (!block) return place < blocks.length * textsOfBlock + last.length ? last[nth] : undefined
      return block.bytes.toString('utf8', nth === 0 ? 0 : block.ends[nth - 1], block.ends[nth])
    },
  }
}

/** Reads the items of the part: a text, or several runs of one. Phonetic notes do not belong to it. */
function textReader(add: (text: string) => void) {
  let [text, isText, isNote] = ['', false, false]
  return {
    open(name: string): void {
      if (name === 'si') text = ''
      if (name === 'rPh') isNote = true
      isText = name === 't' && !isNote
    },
    text(some: string): void {
      if (isText) text += some
    },
    close(name: string): void {
      isText = false
      if (name === 'rPh') isNote = false
      if (name === 'si') add(unescaped(text))
    },
  }
}
