import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { type Encoding, fileKind } from '../table/fileKind.ts'
import { separatorIn } from '../table/separator.ts'
import { type TableRow, UnreadTable } from '../table/tableRow.ts'
import { decoded, textRows } from '../table/textRows.ts'
import { workbookRows } from '../table/workbookRows.ts'

/** The facts about a file once all of it is read. */
export type WholeFile = { readonly digest: string; readonly bytes: number }

/** The options of a reading. */
export type FileReading = {
  /** The sheet of a workbook; the first one by default. */
  readonly sheet?: string | undefined
  /** Called with the number of bytes read so far. */
  readonly onBytes?: ((bytes: number) => void) | undefined
}

type Records = AsyncGenerator<readonly TableRow[], WholeFile>

/** How many bytes show the kind of a file and its separator, and the most bytes of a workbook's unpacked parts. */
const [bytesOfHead, mostBytes] = [65_536, 1_073_741_824]

/**
 * Reads the records of a file, some at a time, in their order; returns the facts about the whole file. Its first bytes
 * show its kind, and the encoding and separator of a text. Throws like {@link textRows} and {@link workbookRows}, an
 * `UnreadTable` without a line for another kind of file, and errors of the file system.
 */
export async function* fileRecords(file: string, reading: FileReading = {}): Records {
  const head = await headOf(file)
  const found = fileKind(head)
  if (found.kind === 'other') throw new UnreadTable(`is ${found.name}: save it as .xlsx or as CSV`)
  if (found.kind === 'workbook') return yield* recordsOfWorkbook(file, reading)
  if (reading.sheet !== undefined) throw new UnreadTable('is a text without sheets')
  return yield* recordsOfText(file, head, found.encoding, reading)
}

async function headOf(file: string): Promise<Buffer> {
  const opened = await open(file)
  try {
    const { buffer, bytesRead } = await opened.read({ buffer: Buffer.alloc(bytesOfHead) })
    return buffer.subarray(0, bytesRead)
  } finally {
    await opened.close()
  }
}

async function* recordsOfText(file: string, head: Buffer, encoding: Encoding, { onBytes }: FileReading): Records {
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
  // A name in another encoding than UTF-8 changes no amount, number or id.
  const text = encoding === 'utf-8' ? counted() : decoded(counted(), encoding)
  yield* textRows(text, separatorIn(new TextDecoder(encoding).decode(head)))
  return { digest: hash.digest('hex'), bytes }
}

async function* recordsOfWorkbook(file: string, { sheet, onBytes }: FileReading): Records {
  const packed = await readFile(file)
  let isEmpty = true
  for await (const rows of workbookRows(packed, { mostBytes, ...(sheet !== undefined && { sheet }) })) {
    isEmpty &&= rows.length === 0
    yield rows.map(asWritten)
  }
  if (isEmpty && sheet !== undefined) throw new UnreadTable(`has no sheet ${sheet} with rows`)
  onBytes?.(packed.length)
  return { digest: createHash('sha256').update(packed).digest('hex'), bytes: packed.length }
}

/**
 * A row of a workbook as the reader of rows takes it: without empty columns at its end; a stored date has a `T`, and a
 * number of more than 15 digits, of which the workbook has lost some, an exponent.
 */
function asWritten({ columns, stored = [], line }: TableRow): TableRow {
  const last = columns.findLastIndex((column) => column !== '')
  return { line, stored, columns: columns.slice(0, last + 1).map((column, place) => cellOf(column, stored[place])) }
}

function cellOf(column: string, stored: string | undefined): string {
  if (stored === 'date') return column.includes('-') ? `${column}T`.replace(/ (.*)T$/, 'T$1') : column
  const isLong = stored === 'number' && Math.abs(Number(column)) >= 1e15
  return isLong ? Number(column).toExponential().toUpperCase() : column
}
