import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type FileKind, fileKind } from '../table/fileKind.ts'
import { separatorIn } from '../table/separator.ts'
import { type TableRow, UnreadTable } from '../table/tableRow.ts'
import { decoded, textRows } from '../table/textRows.ts'

/** The facts about a file once all of it is read. */
export type WholeFile = { readonly digest: string; readonly bytes: number }

/** How many bytes show the kind of a file and its separator. */
const bytesOfHead = 65_536

/**
 * Reads the records of a file in CSV, some at a time, in their order; returns the facts about the whole file. Its first
 * bytes show its encoding and its separator. Calls back with the number of bytes read so far. Throws like
 * {@link textRows}, an `UnreadTable` without a line for another kind of file, and errors of the file system.
 */
export async function* csvRecords(
  file: string,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<readonly TableRow[], WholeFile> {
  const { encoding, separator } = textIn(await headOf(file))
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
  yield* textRows(encoding === 'utf-8' ? counted() : decoded(counted(), encoding), separator)
  return { digest: hash.digest('hex'), bytes }
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

function textIn(head: Buffer) {
  const found = fileKind(head)
  if (found.kind !== 'text') throw new UnreadTable(`is ${nameOf(found)}: save it as CSV`)
  return { encoding: found.encoding, separator: separatorIn(new TextDecoder(found.encoding).decode(head)) }
}

function nameOf(found: Exclude<FileKind, { kind: 'text' }>): string {
  return found.kind === 'other' ? found.name : 'an Excel workbook (.xlsx)'
}
