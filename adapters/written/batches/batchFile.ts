import { mostBatchLines, type NextTurn } from '../../../core/sente.ts'
import { type TableRow, UnreadTable } from '../table/rows/tableRow.ts'
import { textRows } from '../table/rows/textRows.ts'
import { type Spoiling, spoiling } from '../table/spoilt.ts'
import { portionsOf, tableRows } from '../table/table.ts'
import { type Columns, columnsIn, type UnreadHeadings } from './headings.ts'

/** A line of a file: its number as the file counts lines, its cells, and its faults. */
export type FileLine = {
  readonly number: number
  /** In the order of the file's fields. A spoilt cell is empty, and is described by a fault. */
  readonly cells: readonly string[]
  readonly faults: readonly FileLineFault[]
}

/** A fault of a line that its file shows: more cells than headings, or a cell that a spreadsheet has changed. */
export type FileLineFault =
  | { readonly fault: 'tooWide'; readonly columns: number; readonly headings: number }
  | { readonly fault: Spoiling; readonly field: string; readonly text: string }

/** The reason why a file is not read, also as a sentence in English, without a full stop. `table`: it is no table. */
export type UnreadBatch =
  | UnreadHeadings
  | { readonly fault: 'quotes'; readonly line: number; readonly problem: string }
  | { readonly fault: 'table'; readonly problem: string }

/** The fields that must be as they were written: another reference is another payment. */
const identifying = ['reference', 'phone_number']

/** A batch in a file. */
export type BatchFile = {
  readonly fields: readonly string[]
  readonly lines: readonly FileLine[]
  /** The headings of columns that are not read. */
  readonly unread: readonly string[]
}

/** How many cells are written in one turn. */
const cellsAtOnce = 10_000

/**
 * Reads a batch in CSV or in a workbook: a row of headings, and a row for each line; or returns a problem. Rows of
 * nothing are skipped. Of too many lines it reads some more than there can be.
 */
export function readBatchFile(file: Buffer, nextTurn: NextTurn): Promise<BatchFile | UnreadBatch> {
  return linesIn(tableRows(file, nextTurn), { numberOf: ({ line }) => line, textOf })
}

/** The number of a line, and the text of one of its columns. */
type Reading = {
  readonly numberOf: (row: TableRow) => number
  readonly textOf: (row: TableRow, place: number) => string
}

/** In CSV the first apostrophe of a text only keeps spreadsheets from reading it as something else. */
function textOf({ columns, stored }: TableRow, place: number): string {
  const text = columns[place] ?? ''
  return stored ? text : text.replace(/^'/, '').trim()
}

async function linesIn(
  table: AsyncIterable<readonly TableRow[]>,
  { numberOf, textOf }: Reading,
): Promise<BatchFile | UnreadBatch> {
  const lines: FileLine[] = []
  let columns: Columns | undefined
  try {
    for await (const rows of table) {
      if (rows.length === 0) continue
      const found = columns ?? columnsIn(rows[0]?.columns ?? [])
      if ('problem' in found) return found
      const below = columns ? rows : rows.slice(1)
      columns = found
      lines.push(...below.map((row) => lineOf(row, numberOf(row), found, textOf)).filter(isLine))
      if (lines.length > mostBatchLines) break
    }
  } catch (error) {
    if (!(error instanceof UnreadTable)) throw error
    const { line, message } = error
    if (line === undefined) return { fault: 'table', problem: `the file ${message}` }
    return {
      fault: 'quotes',
      line,
      problem: `the file must be CSV by RFC 4180, and line ${line} is not: look for a quotation mark`,
    }
  }
  const { read = [], unread = [] } = columns ?? {}
  return { fields: read.map(([field]) => field), lines, unread }
}

/** A row in which nothing is read is no line. */
function isLine({ faults, cells }: FileLine): boolean {
  return faults.length > 0 || cells.some((cell) => cell !== '')
}

function lineOf(row: TableRow, number: number, { read, width }: Columns, textOf: Reading['textOf']): FileLine {
  const { columns, stored } = row
  const faults: FileLineFault[] = []
  if (columns.slice(width).some((cell) => cell !== ''))
    faults.push({ fault: 'tooWide', columns: columns.length, headings: width })
  const cells = read.map(([field, place]) => {
    const text = textOf(row, place)
    const fault = identifying.includes(field) ? spoiling(text, { stored: stored?.[place] }) : undefined
    if (fault === undefined) return text
    faults.push({ fault, field, text })
    return ''
  })
  return { number, cells, faults }
}

/**
 * A batch as a text that {@link readCarried} reads, with the numbers of its lines. It is not for spreadsheets. Other
 * work has its turn while it is written.
 */
export async function carriedText({ fields, lines }: BatchFile, nextTurn: NextTurn): Promise<string> {
  const atOnce = Math.ceil(cellsAtOnce / Math.max(1, fields.length))
  let text = rowOf(['line', ...fields])
  for (let from = 0; from < lines.length; from += atOnce) {
    await nextTurn()
    text += lines
      .slice(from, from + atOnce)
      .map(({ number, cells }) => rowOf([String(number), ...cells]))
      .join('')
  }
  return text
}

/** Reads a batch that a form has carried; or returns a problem. */
export function readCarried(text: string, nextTurn: NextTurn): Promise<BatchFile | UnreadBatch> {
  const rows = textRows(portionsOf(Buffer.from(text), nextTurn), { separator: ',', isDeclared: false })
  return linesIn(rows, {
    numberOf: ({ columns: [number] }) => Number(number),
    textOf: ({ columns }, place) => columns[place] ?? '',
  })
}

function rowOf(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
