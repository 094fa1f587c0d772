import { randomBytes } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Concern } from '../../../core/sente.ts'

/** More than the commits of a busy moment need, in bytes. */
const roomBytes = 4 * 2 ** 20

/** What an operator has to know about the disk of a file: nothing, unless it has no room. */
export async function diskConcerns(path: string): Promise<Concern[]> {
  try {
    await assertRoomBeside(path)
    return []
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return [{ isFault: true, found: `nothing can be written beside ${path}: ${why}`, fix }]
  }
}

const fix = 'make room for at least 10 MB, or let the user of the service write there'

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
