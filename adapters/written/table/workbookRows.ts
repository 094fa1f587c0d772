import type { CellValue } from 'hucre/xlsx'
import { type StoredAs, type TableRow, UnreadTable } from './tableRow.ts'

/** Loaded with the first workbook: most servers never read one. */
const library = () => import('hucre/xlsx')

/** The options of a reading. */
type WorkbookReading = {
  /** The name of a sheet; the first one by default. */
  readonly sheet?: string
  /** The most bytes of its unpacked parts. */
  readonly mostBytes?: number
}

const [usualBytes, together] = [32 * 1_048_576, 500]

/**
 * Reads the rows of a sheet of a workbook (`.xlsx`), some at a time, in their order: values as they are stored, not as
 * they are displayed, and stored results of formulas. A date is `2026-03-01`, with a time `2026-03-01 08:00:00`. Rows of
 * nothing are left out. Throws an `UnreadTable` for a damaged workbook, and for one that would fill the memory.
 */
export async function* workbookRows(
  file: Buffer,
  { sheet, mostBytes = usualBytes }: WorkbookReading = {},
): AsyncGenerator<readonly TableRow[], void> {
  if (unpackedBytes(file) > mostBytes) throw new UnreadTable('is a workbook of too many bytes, or damaged')
  const { streamXlsxRows } = await library()
  let rows: TableRow[] = []
  try {
    for await (const { index, values } of streamXlsxRows(file, sheet === undefined ? {} : { sheet })) {
      const columns = values.map(textOf)
      if (columns.every((column) => column === '')) continue
      rows.push({ line: index + 1, columns, stored: values.map(storedAs) })
      if (rows.length < together) continue
      yield rows
      rows = []
    }
  } catch (error) {
    if (error instanceof Error && /^(?:Zip|Parse)Error$/.test(error.name))
      throw new UnreadTable('is a workbook that cannot be read: save it as .xlsx again')
    throw error
  }
  yield rows
}

function textOf(value: CellValue): string {
  if (value instanceof Date) return momentText(value)
  return value === null ? '' : String(value).trim()
}

/** A workbook has dates without a zone. The library puts them into the parts of UTC. A time alone is on day 0. */
function momentText(moment: Date): string {
  const [day = '', time = ''] = moment
    .toISOString()
    .replace(/(?:\.000)?Z$/, '')
    .split('T')
  if (day < '1900-01-01') return time
  return time === '00:00:00' ? day : `${day} ${time}`
}

function storedAs(value: CellValue): StoredAs {
  if (value instanceof Date) return 'date'
  if (typeof value === 'number') return 'number'
  return typeof value === 'string' ? 'text' : 'other'
}

/**
 * The sum of the lengths that a packed file declares for its parts, and infinity if a length is missing. The library
 * unpacks no more of a part than its declared length. Entries count wherever they are, so that none is overlooked.
 */
function unpackedBytes(file: Buffer): number {
  const entry = Buffer.from('PK\x01\x02', 'latin1')
  let sum = 0
  for (let at = file.indexOf(entry); at >= 0 && at + 28 <= file.length; at = file.indexOf(entry, at + 4)) {
    const [packed, unpacked] = [file.readUInt32LE(at + 20), file.readUInt32LE(at + 24)]
    const isKnown = packed === 0 ? unpacked === 0 : unpacked > 0 && unpacked < 0xffffffff
    sum += isKnown ? unpacked : Number.POSITIVE_INFINITY
  }
  return sum
}
