import { existsSync } from 'node:fs'
import type { Migration, Purpose } from '../../../core/sente.ts'
import { versions } from '../../sql/schema/versions.ts'
import { usable } from '../usable.ts'
import { openDatabase } from './database.ts'
import { keptDatabase } from './keptDatabase.ts'
import { claimMigrating } from './servingLock.ts'

/**
 * Creates the database at a path, or upgrades it. Throws `UnusableDatabase` for one that sente may not change, or that
 * a server uses.
 */
export function migrateFile({ path, purpose }: { path: string; purpose: Purpose }): Migration {
  const from = existsSync(path) ? usable(path, () => versionIn(path)) : 0
  // A database that is up to date is only read, so a server may keep running.
  const claim = from < versions.length ? claimMigrating(path) : undefined
  try {
    openDatabase({ path, purpose, migrate: true, flushes: 'each' }).close()
  } finally {
    claim?.release()
  }
  return { from, to: versionIn(path) }
}

function versionIn(path: string): number {
  const database = keptDatabase(path, { readonly: true })
  try {
    return Number(database.pragma('user_version', { simple: true }))
  } finally {
    database.close()
  }
}
