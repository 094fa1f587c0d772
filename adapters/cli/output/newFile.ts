import { randomUUID } from 'node:crypto'
import { link, open, rm } from 'node:fs/promises'
import type { Refused } from '../context.ts'

/**
 * Writes a text into a new file that only its owner may read, whole and on the disk, or no file. The file has its name
 * once it is whole, so that others never read a part of it, whatever ends this process. Returns the reason if it could
 * not be written.
 */
export async function writeNewFile(file: string, text: string): Promise<Refused | undefined> {
  const unnamed = `${file}.${randomUUID()}.new`
  try {
    await writeWhole(unnamed, text)
    await link(unnamed, file).catch((error: NodeJS.ErrnoException) => {
      if (!withoutLinks.includes(error.code ?? '')) throw error
      return writeWhole(file, text)
    })
    return undefined
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return { refused: 'file_exists', message: `${file} already exists: name a new file` }
    return { refused: 'file_not_written', message }
  } finally {
    await rm(unnamed, { force: true }).catch(() => {})
  }
}

/** The errors of file systems whose files have one name only. There others may read a part of the file. */
const withoutLinks: readonly string[] = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']

async function writeWhole(file: string, text: string): Promise<void> {
  const made = await open(file, 'wx', 0o600)
  try {
    await made.writeFile(text)
    await made.sync()
    await made.close()
  } catch (error) {
    await made.close().catch(() => {})
    await rm(file, { force: true })
    throw error
  }
}
