import { open, rm } from 'node:fs/promises'
import type { Refused } from '../context.ts'

/**
 * Writes a text into a new file that only its owner may read, whole and on the disk, or no file. Returns the reason if
 * it could not.
 */
export async function writeNewFile(file: string, text: string): Promise<Refused | undefined> {
  let isMade = false
  try {
    const made = await open(file, 'wx', 0o600)
    isMade = true
    await made.writeFile(text)
    await made.sync()
    await made.close()
    return undefined
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return { refused: 'file_exists', message: `${file} already exists: name a new file` }
    if (isMade) await rm(file, { force: true })
    return { refused: 'file_not_written', message }
  }
}
