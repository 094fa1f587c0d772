import { UnreadTable } from '../rows/tableRow.ts'
import { damaged, type Part, type Parts } from './parts.ts'
import { tagsOf } from './partXml.ts'

/** A sheet of a workbook, and the parts that its cells need. */
export type Sheet = {
  readonly rows: Part
  readonly texts: Part | undefined
  /** Whether a cell with the style of this number is displayed as a date or a time. */
  readonly isDate: (style: number) => boolean
  /** Whether days are counted from 1904. */
  readonly is1904: boolean
}

/** The names of a workbook's sheets, in their order, and a way to open each. */
export type Sheets = { readonly names: readonly string[]; open(name: string): Promise<Sheet> }

/** Finds the sheets of a workbook. Throws an `UnreadTable` if there is none. */
export async function sheetsIn(parts: Parts): Promise<Sheets> {
  const book = [...(await relationsOf(parts, '')).values()].find(({ type }) => type === 'officeDocument')
  const part = book && parts.part(book.target)
  if (!part) throw new UnreadTable('is a packed file (.zip) without a workbook: unpack it first')
  const [relations, tags] = [await relationsOf(parts, book.target), await tagsOf(part)]
  const sheets = new Map<string, string>()
  for (const { name, attributes } of tags) {
    const id = Object.entries(attributes).find(([key]) => /(?:^|:)id$/.test(key))?.[1] ?? ''
    const relation = relations.get(id)
    if (name === 'sheet' && relation?.type === 'worksheet') sheets.set(attributes.name ?? '', relation.target)
  }
  if (sheets.size === 0) throw damaged()
  const ofType = (type: string) => {
    const relation = [...relations.values()].find((one) => one.type === type)
    return relation && parts.part(relation.target)
  }
  const mode = tags.find(({ name }) => name === 'workbookPr')?.attributes.date1904
  return {
    names: [...sheets.keys()],
    async open(name) {
      const rows = parts.part(sheets.get(name) ?? '')
      if (!rows) throw damaged()
      const isDate = await dateStyles(ofType('styles'))
      return { rows, texts: ofType('sharedStrings'), isDate, is1904: mode === '1' || mode === 'true' }
    },
  }
}

type Relation = { readonly type: string; readonly target: string }

/** The parts to which a part refers, by their ids. */
async function relationsOf(parts: Parts, name: string): Promise<ReadonlyMap<string, Relation>> {
  const [, folder = '', file = ''] = /^(.*\/)?([^/]*)$/.exec(name) ?? []
  const part = parts.part(`${folder}_rels/${file}.rels`)
  const tags = part ? await tagsOf(part) : []
  return new Map(
    tags
      .filter((tag) => tag.name === 'Relationship')
      .map(({ attributes: { Id = '', Type = '', Target = '' } }) => [
        Id,
        { type: Type.slice(Type.lastIndexOf('/') + 1), target: resolved(Target, folder) },
      ]),
  )
}

/** A target is relative to the folder of its part, or begins with a slash. */
function resolved(target: string, folder: string): string {
  return new URL(target, `zip:/${folder}`).pathname.slice(1)
}

/** The formats of dates that have only a number: those of all countries, and those of some in Asia. */
const isDateFormat = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

async function dateStyles(part: Part | undefined): Promise<(style: number) => boolean> {
  const tags = part ? await tagsOf(part) : []
  const codes = new Map<number, string>()
  for (const { name, around, attributes } of tags)
    if (name === 'numFmt' && around.endsWith('numFmts'))
      codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
  const styles = tags
    .filter(({ name, around }) => name === 'xf' && around.endsWith('cellXfs'))
    .map(({ attributes }) => Number(attributes.numFmtId ?? 0))
  const dates = styles.map((id) => {
    const code = codes.get(id)
    return code === undefined ? isDateFormat(id) : showsDate(code)
  })
  return (style) => dates[style] ?? false
}

/** Whether a format shows a part of a date or time: a word of its letters, outside of quotes and brackets. */
function showsDate(code: string): boolean {
  if (/\[[hms]+\]/i.test(code)) return true
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./g, '')
  return /(?<![a-z])[dyhms]+(?![a-z])/i.test(bare)
}
