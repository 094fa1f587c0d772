import { CsvError, type Parser, parse } from 'csv-parse'
import type { Encoding } from './fileKind.ts'
import type { Separator } from './separator.ts'
import { mostColumns, type TableRow, UnreadTable } from './tableRow.ts'

/**
 * Reads the rows of a text in CSV (RFC 4180), some at a time, in their order. Blanks around columns are left out, and
 * so are rows of nothing. Throws an `UnreadTable` for broken quotes, and for a row of more than 1,000 columns.
 */
export async function* textRows(
  text: AsyncIterable<Buffer | string>,
  { separator, isDeclared }: Separator,
): AsyncGenerator<readonly TableRow[], void> {
  let rows: TableRow[] = []
  let countedTwice = 0

  function take(record: readonly string[], lines: number): void {
    const isTooWide = record.length > mostColumns
    // Millions of columns are looked at as one text, so that this is a short step.
    const parts = isTooWide ? [record.join('')] : record
    let within = 0
    if (parts.some((part) => part.includes('\n'))) {
      const text = record.join(separator)
      countedTwice += timesIn(text, '\r\n')
      within = timesIn(text, '\n')
    }
    const line = lines - countedTwice - within
    if (parts.every((part) => part.trim() === '') || (isDeclared && line === 1)) return
    if (isTooWide) throw new UnreadTable(`has more than ${mostColumns} columns in line ${line}`)
    rows.push({ line, columns: record.map((column) => column.trim()) })
  }

  const parser = parse({
    bom: true,
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    // A record that is taken here does not pass through the stream, which would cost as much as its parsing.
    on_record: (record: string[], { lines }) => {
      take(record, lines)
      return null
    },
  })
  // Its error is thrown below.
  parser.on('error', () => undefined)
  try {
    for await (const some of text) {
      await written(parser, some)
      yield rows
      rows = []
    }
    await ended(parser)
    yield rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield rows
    throw new UnreadTable(error.message, Number(error.lines ?? 1))
  }
}

/** Parses a part of a text. */
function written(parser: Parser, some: Buffer | string): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.write(some, (error) => (error ? reject(error) : resolve()))
  })
}

function ended(parser: Parser): Promise<void> {
  return new Promise((resolve, reject) => {
    parser.once('end', resolve).once('error', reject).resume().end()
  })
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
