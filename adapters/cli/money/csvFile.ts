import { type FileHandle, open, rm } from 'node:fs/promises'
import type { Refused } from '../context.ts'

/** The error of the file system. */
class NotWritten extends Error {}

/**
 * Writes rows into a new file that only its owner may read, all of them or no file. Resolves with their number. Rejects
 * with the error of the rows.
 */
export async function writeCsv(
  file: string,
  header: string,
  rows: AsyncIterable<readonly string[]>,
): Promise<number | Refused> {
  const made = await create(file)
  if ('refused' in made) return made
  let lines = 0
  try {
    await orNotWritten(made.appendFile(header))
    for await (const some of rows) {
      await orNotWritten(made.appendFile(some.join('')))
      lines += some.length
    }
    await orNotWritten(made.sync())
    await orNotWritten(made.close())
    return lines
  } catch (error) {
    await made.close().catch(() => {})
    await rm(file, { force: true })
    if (error instanceof NotWritten) return { refused: 'file_not_written', message: error.message }
    throw error
  }
}

function orNotWritten(done: Promise<void>): Promise<void> {
  return done.catch(({ message }: Error) => {
    throw new NotWritten(message)
  })
}

async function create(file: string): Promise<FileHandle | Refused> {
  try {
    return await open(file, 'wx', 0o600)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return { refused: 'file_exists', message: `${file} already exists: name a new file` }
    return { refused: 'file_not_written', message }
  }
}
