import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { pageRows } from '../table/pageRows.ts'
import { type Encoding, fileKind } from '../table/rows/fileKind.ts'
import { separatorIn } from '../table/rows/separator.ts'
import { type TableRow, UnreadTable } from '../table/rows/tableRow.ts'
import { decoded, textRows } from '../table/rows/textRows.ts'
import { workbookRows } from '../table/workbook/workbookRows.ts'

/** The facts about a file once all of it is read. */
export type WholeFile = { readonly digest: string; readonly bytes: number }

/** The options of a reading. */
export type FileReading = {
  /** The sheet of a workbook; only needed for one of several. */
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
  return yield* recordsOfText(file, head, found, reading)
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

type Text = { readonly kind: 'text' | 'page'; readonly encoding: Encoding }

async function* recordsOfText(file: string, head: Buffer, { kind, encoding }: Text, { onBytes }: FileReading): Records {
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
  const text = decoded(counted(), encoding, { isStrict: encoding !== 'utf-8' })
  if (kind === 'page') yield* pageRows(text)
  else yield* textRows(text, separatorIn(new TextDecoder(encoding).decode(head)))
  return { digest: hash.digest('hex'), bytes }
}

async function* recordsOfWorkbook(file: string, { sheet, onBytes }: FileReading): Records {
  const { size: bytes } = await stat(file)
  const onShare = (share: number) => onBytes?.(Math.floor(share * bytes))
  for await (const rows of workbookRows(file, { sheet, isOneSheet: true, mostBytes, onShare }))
    yield rows.map(asWritten)
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { digest: hash.digest('hex'), bytes }
}

/**
 * A row of a workbook as the reader of rows takes it: a stored date has a `T`, and no seconds if they are
 * zero, since workbooks do not show whether it ever had any; a number of more than 15 digits, of which the workbook has
 * lost some, has an exponent.
 */
function asWritten({ columns, stored = [], line }: TableRow): TableRow {
  return { line, stored, columns: columns.map((column, place) => cellOf(column, stored[place])) }
}

function cellOf(column: string, stored: string | undefined): string {
  if (stored === 'date') return column.includes('-') ? `${column}T`.replace(/ (.*?)(?::00)?T$/, 'T$1') : column
  const isLong = stored === 'number' && Math.abs(Number(column)) >= 1e15
  return isLong ? Number(column).toExponential().toUpperCase() : column
}
