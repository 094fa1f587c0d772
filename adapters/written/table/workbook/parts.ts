import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'
import { UnreadTable } from '../rows/tableRow.ts'

/** Loaded with the first workbook: most servers never read one. */
const library = () => import('yauzl')

/** The packed parts of a workbook. */
export type Parts = {
  /** The contents of a part, unpacked portion by portion; undefined if there is none of this name. */
  part(name: string): Part | undefined
  close(): void
}

/** A part, and the number of its unpacked bytes. */
export type Part = { readonly bytes: number; readonly portions: AsyncIterable<Buffer> }

/**
 * Opens a workbook, a file by its path or in memory. Throws an `UnreadTable` if it is damaged, or if its parts would take
 * more bytes. No part unpacks to more than its declared length.
 */
export async function openParts(file: Buffer | string, mostBytes: number): Promise<Parts> {
  const zip = await readable(async () => {
    const { openPromise, fromBufferPromise } = await library()
    const options = { lazyEntries: true, autoClose: false }
    return typeof file === 'string' ? openPromise(file, options) : fromBufferPromise(file, options)
  })
  try {
    const entries = await readable(() => entriesOf(zip, mostBytes))
    return {
      part(name) {
        const entry = entries.get(name)
        return entry && { bytes: entry.uncompressedSize, portions: unpacked(zip, entry) }
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** The entries of a packed file, by their names. */
async function entriesOf(zip: ZipFile, mostBytes: number): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    bytes += entry.uncompressedSize
    if (bytes > mostBytes) throw new UnreadTable('is a workbook of too many bytes, or damaged')
    entries.set(entry.fileName, entry)
  }
  return entries
}

/** Unpacks an entry. Its checksum is compared, because a damaged amount may still be a number. */
async function* unpacked(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const stream = await readable(() => zip.openReadStreamPromise(entry))
  const portions: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]()
  let sum = 0
  try {
    for (;;) {
      const { done, value } = await readable(() => portions.next())
      if (done) break
      sum = crc32(value, sum)
      yield value
    }
  } finally {
    stream.destroy()
  }
  if (sum !== entry.crc32) throw damaged()
}

/** The error for a workbook that cannot be read. */
export function damaged(): UnreadTable {
  return new UnreadTable('is a workbook that cannot be read: save it as .xlsx again')
}

/** The library has no type for damaged files. Errors of the file system have a system call. */
async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof UnreadTable || (error as NodeJS.ErrnoException).syscall !== undefined) throw error
    throw damaged()
  }
}
