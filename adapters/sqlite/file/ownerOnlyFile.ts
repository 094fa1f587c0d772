import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Creates an empty file that only its owner can read (0600), with missing folders (0700); an existing file stays. */
export function makeOwnerOnlyFile(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(resolve(path)))
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!isTaken(error)) throw error
  }
}

/** Creates a folder and flushes its parent; otherwise a power failure could remove it with all its content. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  makeFolder(parent)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  flush(parent)
}

function flush(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
