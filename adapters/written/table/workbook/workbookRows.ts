import { mostColumns, type StoredAs, type TableRow, UnreadTable } from '../rows/tableRow.ts'
import { cellText, type StoredCell } from './cellText.ts'
import { type Sheet, sheetsIn } from './layout.ts'
import { damaged, openParts } from './parts.ts'
import { partXml } from './partXml.ts'
import { sharedTexts } from './sharedTexts.ts'

/** The options of a reading. */
export type WorkbookReading = {
  /** The name of a sheet; the first one by default. */
  readonly sheet?: string | undefined
  /** Whether a workbook with several sheets is refused if none is named. */
  readonly isOneSheet?: boolean
  /** The most bytes of its unpacked parts. */
  readonly mostBytes?: number
  /** Called with the part of the sheet that is read, from 0 to 1. */
  readonly onShare?: (share: number) => void
}

const usualBytes = 32 * 1_048_576

/**
 * Reads the rows of a sheet of a workbook (`.xlsx`), some at a time, in their order: values as they are stored, not as
 * they are displayed, and stored results of formulas. A date is `2026-03-01`, with a time `2026-03-01 08:00:00`. Rows of
 * nothing are left out. Throws an `UnreadTable` for a damaged workbook, one that would unpack to too many bytes, and one
 * without the sheet; and errors of the file system.
 */
export async function* workbookRows(
  file: Buffer | string,
  { sheet, isOneSheet = false, mostBytes = usualBytes, onShare }: WorkbookReading = {},
): AsyncGenerator<readonly TableRow[], void> {
  const parts = await openParts(file, mostBytes)
  try {
    const { names, open } = await sheetsIn(parts)
    const [first = ''] = names
    const list = names.join(', ')
    if (isOneSheet && sheet === undefined && names.length > 1)
      throw new UnreadTable(`is a workbook with the sheets ${list}: name one with --sheet`)
    if (sheet !== undefined && !names.includes(sheet)) throw new UnreadTable(`has no sheet ${sheet}, but ${list}`)
    yield* rowsOf(await open(sheet ?? first), onShare)
  } finally {
    parts.close()
  }
}

async function* rowsOf(sheet: Sheet, onShare: WorkbookReading['onShare']): AsyncGenerator<readonly TableRow[], void> {
  const texts = sharedTexts(sheet.texts)
  let rows: StoredRow[] = []
  let [lastText, read] = [-1, 0]
  const reader = rowReader((row) => {
    for (const { type, text } of row.cells.values()) if (type === 's') lastText = Math.max(lastText, Number(text))
    rows.push(row)
  })
  async function* counted() {
    for await (const portion of sheet.rows.portions) {
      yield portion
      read += portion.length
      onShare?.(read / sheet.rows.bytes)
    }
  }
  for await (const _ of partXml({ ...sheet.rows, portions: counted() }, reader)) {
    await texts.upTo(lastText)
    yield rows.map(valued).filter(({ columns }) => columns.length > 0)
    rows = []
  }

  function valued({ line, cells }: StoredRow): TableRow {
    const columns: string[] = []
    const stored: StoredAs[] = []
    for (const [place, cell] of cells) {
      const [text, kind] = cell.type === 's' ? sharedText(cell) : cellText(cell, sheet)
      if (text === '') continue
      if (place >= mostColumns) throw new UnreadTable(`has more than ${mostColumns} columns in line ${line}`)
      while (columns.length < place) stored[columns.push('') - 1] = 'other'
      columns[place] = text
      stored[place] = kind
    }
    return { line, columns, stored }
  }

  function sharedText({ text }: StoredCell): readonly [string, StoredAs] {
    const found = texts.at(Number(text))
    if (found === undefined) throw damaged()
    return [found.trim(), 'text']
  }
}

/** A row as it is in the file: its cells by their places in the row. */
type StoredRow = { readonly line: number; readonly cells: Map<number, StoredCell> }

/** Collects rows from the XML of a sheet. Rows and cells without a place follow the ones before them. */
function rowReader(add: (row: StoredRow) => void) {
  let row: StoredRow = { line: 0, cells: new Map() }
  let cell = { place: -1, type: '', style: -1, text: '' }
  let [isValue, isNote] = [false, false]
  return {
    open(name: string, { r, s, t }: Readonly<Record<string, string>>): void {
      isValue = !isNote && (name === 'v' || name === 't')
      if (name === 'row') {
        row = { line: r === undefined ? row.line + 1 : Number(r), cells: new Map() }
        cell = { ...cell, place: -1 }
      } else if (name === 'c') {
        cell = { place: r === undefined ? cell.place + 1 : placeOf(r), type: t ?? 'n', style: Number(s ?? 0), text: '' }
      } else if (name === 'rPh') isNote = true
    },
    text(some: string): void {
      if (isValue) cell.text += some
    },
    close(name: string): void {
      isValue = false
      if (name === 'c' && cell.text !== '') row.cells.set(cell.place, cell)
      else if (name === 'row') add(row)
      else if (name === 'rPh') isNote = false
    },
  }
}

/** The place of a column in a reference such as `AB12`, from 0. */
function placeOf(reference: string): number {
  let place = 0
  for (const letter of reference) {
    const nth = letter.charCodeAt(0) - 64
    if (nth < 1 || nth > 26) break
    place = place * 26 + nth
  }
  return place - 1
}
