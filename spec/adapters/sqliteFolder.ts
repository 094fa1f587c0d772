import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for one example's database; `remove` closes first what is open in it. */
export type Folder = { readonly path: string; readonly database: string; remove(close?: () => void): void }

/** Makes a folder; the caller removes it. */
export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'sente-'))
  return {
    path,
    database: join(path, 'books.db'),
    remove(close) {
      close?.()
      rmSync(path, { recursive: true, force: true })
    },
  }
}

/** Runs an example in a folder that is gone afterwards. */
export async function inFolder(example: (folder: Folder) => unknown): Promise<void> {
  const folder = makeFolder()
  try {
    await example(folder)
  } finally {
    folder.remove()
  }
}
