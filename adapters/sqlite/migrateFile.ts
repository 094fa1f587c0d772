import { existsSync } from 'node:fs'
import { openDatabase } from './database.ts'
import { keptDatabase } from './keptDatabase.ts'
import type { Purpose } from './migrate.ts'
import { usable } from './unusableDatabase.ts'

/** From which version of the schema to which a database was brought; 0 is a database that was not there. */
export type Migration = { readonly path: string; readonly from: number; readonly to: number }

/** Makes the database at a path, or brings it up to date; throws `UnusableDatabase` for one that is not ours to change. */
export function migrateFile({ path, purpose }: { path: string; purpose: Purpose }): Migration {
  const from = existsSync(path) ? usable(path, () => versionIn(path)) : 0
  openDatabase({ path, purpose, migrate: true, flushes: 'each' }).close()
  return { path, from, to: versionIn(path) }
}

function versionIn(path: string): number {
  const database = keptDatabase(path, { readonly: true })
  try {
    return Number(database.pragma('user_version', { simple: true }))
  } finally {
    database.close()
  }
}
