import { type FileHandle, open, rm } from 'node:fs/promises'
import type { Refused } from '../context.ts'

/** The error of the file system. */
class NotWritten extends Error {}

/**
 * Writes parts into a new file that only its owner may read, all of them or no file. Resolves with a refusal if it was
 * not written. Rejects with the error of the parts.
 */
export async function writeNewFile(
  file: string,
  parts: AsyncIterable<string | Uint8Array>,
): Promise<Refused | undefined> {
  const made = await create(file)
  if ('refused' in made) return made
  try {
    for await (const part of parts) await orNotWritten(made.appendFile(part))
    await orNotWritten(made.sync())
    await orNotWritten(made.close())
    return undefined
  } catch (error) {
    await made.close().catch(() => {})
    await rm(file, { force: true })
    if (error instanceof NotWritten) return { refused: 'file_not_written', message: error.message }
    throw error
  }
}

/** Writes rows of CSV into a new file in the same way. Resolves with their number. */
export async function writeCsv(
  file: string,
  header: string,
  rows: AsyncIterable<readonly string[]>,
): Promise<number | Refused> {
  let lines = 0
  const parts = async function* () {
    yield header
    for await (const some of rows) {
      lines += some.length
      yield some.join('')
    }
  }
  return (await writeNewFile(file, parts())) ?? lines
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
