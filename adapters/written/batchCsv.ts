import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { mostBatchLines, type NextTurn } from '../../core/sente.ts'

/** A batch in CSV: the names of its columns, and the cells of each line. */
export type BatchCsv = { readonly names: readonly string[]; readonly records: readonly (readonly string[])[] }

/** The most columns that a batch in CSV can have. */
const mostColumns = 100

/** How many bytes are parsed in one turn, and how many cells are written. */
const [bytesAtOnce, cellsAtOnce] = [32_768, 10_000]

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a batch in CSV (RFC 4180): a header, and a row for each line, separated by commas or semicolons; or returns a
 * problem. The batch is refused for a cell that a spreadsheet would read as a formula. Of too many lines it reads one
 * more than the limit.
 */
export async function readBatchCsv(
  bytes: Buffer,
  nextTurn: NextTurn,
): Promise<BatchCsv | { readonly problem: string }> {
  try {
    const [header = ''] = utf8.decode(bytes).split(/[\r\n]/, 1)
    const delimiter = header.includes(';') ? ';' : ','
    const parser = parse({ delimiter, bom: true, trim: true, skip_empty_lines: true })
    // Its error is thrown by the loop, too.
    pipeline(partsOf(bytes, nextTurn), parser).catch(() => undefined)
    return await recordsOf(parser)
  } catch (error) {
    if (error instanceof TypeError) return { problem: 'the body must be text in UTF-8' }
    if (!(error instanceof CsvError)) throw error
    return { problem: `the body must be CSV by RFC 4180, and line ${error.lines} is not` }
  }
}

async function* partsOf(bytes: Buffer, nextTurn: NextTurn): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += bytesAtOnce) {
    await nextTurn()
    yield bytes.subarray(from, from + bytesAtOnce)
  }
}

async function recordsOf(parsed: AsyncIterable<readonly string[]>): Promise<BatchCsv | { readonly problem: string }> {
  const records: (readonly string[])[] = []
  let names: readonly string[] | undefined
  for await (const record of parsed) {
    if (!names) {
      if (record.length > mostColumns) return { problem: `the header must name at most ${mostColumns} columns` }
      if (new Set(record).size < record.length) return { problem: 'the header must name no column twice' }
      names = record
      continue
    }
    if (record.some((cell) => /^[=+\-@\t\r]/.test(cell)))
      return { problem: `row ${records.length + 1} must have no cell that begins with =, +, - or @` }
    records.push(record)
    if (records.length > mostBatchLines) break
  }
  return { names: names ?? [], records }
}

/**
 * The rows of a batch in CSV, with the fields of a line in JSON, all as texts. A column `metadata.NAME` is a value of the
 * metadata.
 */
export function csvLines({ names, records }: BatchCsv): readonly object[] {
  return records.map((record) => lineOf(names, record))
}

function lineOf(names: readonly string[], record: readonly string[]): object {
  const cells = names.map((name, index) => [name, record[index] ?? ''] as const).filter(([, cell]) => cell !== '')
  const metadata = cells.flatMap(([name, cell]) => (name.startsWith('metadata.') ? [[name.slice(9), cell]] : []))
  const fields = cells.filter(([name]) => !name.includes('.'))
  return { ...Object.fromEntries(fields), ...(metadata.length > 0 && { metadata: Object.fromEntries(metadata) }) }
}

/** The same batch as a text, to be read again: not for spreadsheets. Other work has its turn while it is written. */
export async function batchCsvText({ names, records }: BatchCsv, nextTurn: NextTurn): Promise<string> {
  const atOnce = Math.ceil(cellsAtOnce / Math.max(1, names.length))
  let text = rowOf(names)
  for (let from = 0; from < records.length; from += atOnce) {
    await nextTurn()
    text += records
      .slice(from, from + atOnce)
      .map(rowOf)
      .join('')
  }
  return text
}

function rowOf(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(cell: string): string {
  return /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
