import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { CsvError, type Info, parse } from 'csv-parse'

/** One record of a file: its columns, and the line on which it begins. */
export type CsvRecord = { readonly line: number; readonly columns: readonly string[] }

/** The error for a file whose quotes or columns are broken, with details in its message. */
export class BrokenCsv extends Error {
  override readonly name = 'BrokenCsv'
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** The facts about a file once all of it is read. */
export type WholeFile = { readonly digest: string; readonly bytes: number }

/** The options of the reading. */
type CsvReading = {
  readonly separator?: string | undefined
  /** Called with the number of bytes read so far. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/**
 * Reads the records of a file one after the other; returns the facts about the whole file. Blanks around columns are
 * left out, and so are empty lines. Throws a `BrokenCsv`, and errors of the file system.
 */
export async function* csvRecords(
  file: string,
  { separator = ',', onBytes }: CsvReading,
): AsyncGenerator<CsvRecord, WholeFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const parser = parse({
    bom: true,
    delimiter: separator,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  })
  const read = pipeline(
    createReadStream(file),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        bytes += chunk.length
        onBytes?.(bytes)
        yield chunk
      }
    },
    parser,
  )
  // Its error is thrown by the loop, too.
  read.catch(() => undefined)
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      const columns = record.map((column) => column.trim())
      if (columns.every((column) => column === '')) continue
      yield { line: info.lines - linesWithin(record), columns }
    }
    await read
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new BrokenCsv(Number(error.lines ?? 1), error.message)
  }
  return { digest: hash.digest('hex'), bytes }
}

/** The number of further lines of a record: a quoted text may contain line breaks. */
function linesWithin(record: readonly string[]): number {
  let lines = 0
  for (const column of record) if (column.includes('\n')) lines += column.split('\n').length - 1
  return lines
}
