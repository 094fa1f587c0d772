import { type MarkupReader, readMarkup } from '../rows/markup.ts'
import { decoded } from '../rows/textRows.ts'
import { damaged, type Part } from './parts.ts'

/** Reads the XML of a part, and yields after each portion. Throws an `UnreadTable` if it ends too early. */
export function partXml({ portions }: Part, reader: MarkupReader): AsyncGenerator<void> {
  let depth = 0
  async function* whole() {
    yield* decoded(portions, 'utf-8')
    // The library closes the open tags by itself.
    if (depth > 0) throw damaged()
  }
  const counting: MarkupReader = {
    open(name, attributes) {
      depth += 1
      reader.open(name, attributes)
    },
    text: reader.text,
    close(name) {
      depth -= 1
      reader.close(name)
    },
  }
  return readMarkup(whole(), counting, { isXml: true })
}

/** A tag, its attributes, and the names of the tags around it. */
export type Tag = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly around: string
}

/** The tags of a small part. */
export async function tagsOf(part: Part): Promise<readonly Tag[]> {
  const tags: Tag[] = []
  const around: string[] = []
  const read = partXml(part, {
    open(name, attributes) {
      tags.push({ name, attributes, around: around.join(' ') })
      around.push(name)
    },
    text: () => {},
    close: () => void around.pop(),
  })
  for await (const _ of read);
  return tags
}
