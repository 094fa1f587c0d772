import { readFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isBatchId } from '../client/commit.ts'
import type { Mark } from './mark.ts'
import { isNodeName, type Presence } from './peers.ts'

/** What a node keeps: what it knows to be committed, and who the others were. */
export type StoredMark = Mark & Presence

/** Reads what is in a file; undefined where it is missing or unreadable. */
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

/** Replaces what is in a file, all or nothing; makes its folder if need be. */
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
