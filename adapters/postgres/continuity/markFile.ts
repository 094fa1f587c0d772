import { readFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isBatchId } from '../client/commit.ts'
import type { Mark } from './mark.ts'
import { isNodeName, type Presence } from './peers.ts'

/** The file of a node: the commits that it knows, and the names of the other nodes. */
export type StoredMark = Mark & Presence

/** Reads a file; undefined if it is missing or unreadable. */
export function readStoredMark(path: string): StoredMark | undefined {
  try {
    const stored = JSON.parse(readFileSync(path, 'utf8')) as StoredMark
    const isWhole = ['server', 'transaction', 'met'].every((name) => name in stored)
    return isWhole && stored.batches.every(isBatchId) && [stored.name, ...stored.others].every(isNodeName)
      ? stored
      : undefined
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Replaces the contents of a file, all or nothing. Makes its folder if it is missing. */
export async function writeStoredMark(path: string, stored: StoredMark): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(stored)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
