import { randomBytes } from 'node:crypto'
import { open, statfs, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { Concern } from '../../../core/sente.ts'

/** More than a busy moment's commits need, in bytes. */
const roomBytes = 4 * 2 ** 20

/** Below this a disk is soon full, in bytes. */
const lowBytes = 2 ** 30

/** The operator's concerns about the disk of a file: none, unless it has little room or none. */
export async function diskConcerns(path: string, freeBytes = freeBytesBeside): Promise<Concern[]> {
  try {
    await assertRoomBeside(path)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const fix = 'make room for at least 10 MB, or allow the user of the service to write there'
    return [{ isFault: true, found: `nothing can be written beside ${path}: ${why}`, fix, runbook }]
  }
  const free = await freeBytes(path)
  if (free >= lowBytes) return []
  const found = `the disk of ${path} has room for ${Math.floor(free / 2 ** 20)} MB more`
  return [{ isFault: false, found, fix: 'make room before the disk is full', runbook }]
}

const runbook = 'docs/operating/incidents/disk-full.md'

/** The room on the disk of a file for the user of this process, in bytes. */
async function freeBytesBeside(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(path))
  return bavail * bsize
}

/**
 * Rejects unless the disk has room next to a file for the writes of a busy moment. Writes as much to a file without a
 * name, which is gone when it is closed or the process ends. The content does not compress.
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
