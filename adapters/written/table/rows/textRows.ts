import { pipeline } from 'node:stream/promises'
import { CsvError, type Info, parse } from 'csv-parse'
import type { Encoding } from './fileKind.ts'
import type { Separator } from './separator.ts'
import { mostColumns, type TableRow, UnreadTable } from './tableRow.ts'

/** How many rows are returned together. */
const together = 500

/**
 * Reads the rows of a text in CSV (RFC 4180), some at a time, in their order. Blanks around columns are left out, and
 * so are rows of nothing. Throws an `UnreadTable` for broken quotes, and for a row of more than 1,000 columns.
 */
export async function* textRows(
  text: AsyncIterable<Buffer | string>,
  { separator, isDeclared }: Separator,
): AsyncGenerator<readonly TableRow[], void> {
  const parser = parse({
    bom: true,
    delimiter: separator,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  })
  const read = pipeline(text, parser)
  // Its error is thrown by the loop, too.
  read.catch(() => undefined)
  let rows: TableRow[] = []
  let countedTwice = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const text = record.join(separator)
      countedTwice += timesIn(text, '\r\n')
      const line = info.lines - countedTwice - timesIn(text, '\n')
      if (record.join('').trim() === '' || (isDeclared && line === 1)) continue
      if (record.length > mostColumns) throw new UnreadTable(`has more than ${mostColumns} columns in line ${line}`)
      rows.push({ line, columns: record.map((column) => column.trim()) })
      if (rows.length < together) continue
      yield rows
      rows = []
    }
    await read
    yield rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield rows
    throw new UnreadTable(error.message, Number(error.lines ?? 1))
  }
}

/** Decodes a text that comes in pieces. Throws an `UnreadTable` where it is not in its encoding, if it is strict. */
export async function* decoded(
  bytes: AsyncIterable<Buffer>,
  encoding: Encoding,
  { isStrict }: { readonly isStrict: boolean } = { isStrict: true },
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: isStrict })
  try {
    for await (const some of bytes) yield decoder.decode(some, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadTable(`is not text in ${encoding.toUpperCase()}`)
    throw error
  }
}

/** How often a line end occurs in a record: quotes may contain some. csv-parse counts those of Windows twice. */
function timesIn(record: string, lineEnd: string): number {
  return record.split(lineEnd).length - 1
}
