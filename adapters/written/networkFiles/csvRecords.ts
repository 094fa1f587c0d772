import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { TableRow } from '../table/tableRow.ts'
import { textRows } from '../table/textRows.ts'

/** The facts about a file once all of it is read. */
export type WholeFile = { readonly digest: string; readonly bytes: number }

/** The options of the reading. */
type CsvReading = {
  readonly separator?: string | undefined
  /** Called with the number of bytes read so far. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

/**
 * Reads the records of a file, some at a time, in their order; returns the facts about the whole file. Throws like
 * {@link textRows}, and errors of the file system.
 */
export async function* csvRecords(
  file: string,
  { separator = ',', onBytes }: CsvReading,
): AsyncGenerator<readonly TableRow[], WholeFile> {
  const hash = createHash('sha256')
  let bytes = 0
  async function* counted() {
    for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      onBytes?.(bytes)
      yield chunk
    }
  }
  yield* textRows(counted(), { separator, isDeclared: false })
  return { digest: hash.digest('hex'), bytes }
}
