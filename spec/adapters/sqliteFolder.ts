import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for one example's database. */
export type Folder = { readonly path: string; readonly database: string; remove(): void }

/** Makes a folder; the caller removes it. */
export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'sente-'))
  return {
    path,
    database: join(path, 'books.db'),
    remove() {
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
