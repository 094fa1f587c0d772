import { randomBytes } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { promisify } from 'node:util'

/** More than the commits of a busy moment need, in bytes. */
const roomBytes = 4 * 2 ** 20

/**
 * Rejects unless the disk has room next to a file for what a busy gateway writes at once: writes as much to a file
 * without a name, which is gone when it is closed or the process ends. The content does not compress.
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
