import { existsSync } from 'node:fs'
import type { Purpose } from '../schema/migrate.ts'
import { versions } from '../schema/versions.ts'
import { usable } from '../unusableDatabase.ts'
import { openDatabase } from './database.ts'
import { keptDatabase } from './keptDatabase.ts'
import { claimMigrating } from './servingLock.ts'

/** From which version of the schema to which a database was brought; 0 is a database that was not there. */
export type Migration = { readonly path: string; readonly from: number; readonly to: number }

/**
 * Makes the database at a path, or brings it up to date; throws `UnusableDatabase` for one that is not ours to
 * change, or that a server is at work on.
 */
export function migrateFile({ path, purpose }: { path: string; purpose: Purpose }): Migration {
  const from = existsSync(path) ? usable(path, () => versionIn(path)) : 0
  // One that is up to date is looked at and not changed, so a server may go on.
  const claim = from < versions.length ? claimMigrating(path) : undefined
  try {
    openDatabase({ path, purpose, migrate: true, flushes: 'each' }).close()
  } finally {
    claim?.release()
  }
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
