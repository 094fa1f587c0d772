import { randomBytes } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { promisify } from 'node:util'

/** More than the commits of a busy moment take, in bytes. */
const roomBytes = 4 * 2 ** 20

/**
 * Rejects unless there is room beside a file for what a busy gateway writes at once: writes so much to a file that has no
 * name any more, so that it is gone when it is closed, and with the process. A file system that compresses saves nothing.
 */
export async function assertRoomBeside(path: string): Promise<void> {
  const file = `${path}-room`
  const handle = await open(file, 'w', 0o600)
  try {
    await unlink(file)
    await handle.writeFile(await promisify(randomBytes)(roomBytes))
  } finally {
    await handle.close()
  }
}
