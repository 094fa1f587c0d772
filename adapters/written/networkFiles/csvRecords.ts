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

/** How many records are handed out together. */
const together = 500

/**
 * Reads the records of a file, some at a time, in their order; returns the facts about the whole file. Blanks around
 * columns are left out, and so are empty lines. Throws a `BrokenCsv`, and errors of the file system.
 */
export async function* csvRecords(
  file: string,
  { separator = ',', onBytes }: CsvReading,
): AsyncGenerator<readonly CsvRecord[], WholeFile> {
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
  let records: CsvRecord[] = []
  let countedTwice = 0
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: Info }>) {
      countedTwice += timesIn(record, '\r\n')
      const columns = record.map((column) => column.trim())
      if (columns.every((column) => column === '')) continue
      records.push({ line: info.lines - countedTwice - timesIn(record, '\n'), columns })
      if (records.length < together) continue
      yield records
      records = []
    }
    await read
    yield records
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    yield records
    throw new BrokenCsv(Number(error.lines ?? 1), error.message)
  }
  return { digest: hash.digest('hex'), bytes }
}

/**
 * How often a line end occurs in a record: a quoted text may contain some. csv-parse counts those of Windows twice.
 */
function timesIn(record: readonly string[], lineEnd: string): number {
  return record.reduce((sum, column) => sum + column.split(lineEnd).length - 1, 0)
}
