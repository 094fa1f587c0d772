import { type FileHandle, open } from 'node:fs/promises'
import type { Refused } from '../context.ts'

/** Writes rows into a new file that only its owner may read, and resolves with how many there were. */
export async function writeCsv(
  file: string,
  header: string,
  rows: AsyncIterable<readonly string[]>,
): Promise<number | Refused> {
  const made = await create(file)
  if ('refused' in made) return made
  let lines = 0
  try {
    await made.write(header)
    for await (const some of rows) {
      await made.write(some.join(''))
      lines += some.length
    }
  } finally {
    await made.close()
  }
  return lines
}

async function create(file: string): Promise<FileHandle | Refused> {
  try {
    return await open(file, 'wx', 0o600)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return { refused: 'file_exists', message: `${file} is there already: name a new file` }
    return { refused: 'file_not_written', message }
  }
}
