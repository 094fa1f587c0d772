import { readFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isBatchId } from '../connection/commit.ts'
import type { Mark } from '../connection/mark.ts'

/** Reads the mark in a file; undefined where it is missing or unreadable. */
export function readMark(path: string): Mark | undefined {
  try {
    const mark = JSON.parse(readFileSync(path, 'utf8')) as Mark
    return mark.batches.every((id) => isBatchId(id)) && 'server' in mark && 'transaction' in mark ? mark : undefined
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Replaces the mark in a file, all or nothing; makes its folder if need be. */
export async function writeMark(path: string, mark: Mark): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(`${JSON.stringify(mark)}\n`)
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
