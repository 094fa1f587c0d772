import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type Database from 'better-sqlite3'
import { type Purpose, UnusableDatabase } from '../../../core/sente.ts'
import { migrate, refuseForeign, refuseOtherPurpose, refuseOtherVersion } from '../schema/migrate.ts'
import { usable } from '../usable.ts'
import { emptyCommit } from './emptyCommit.ts'
import { keptDatabase } from './keptDatabase.ts'
import { makeOwnerOnlyFile } from './ownerOnlyFile.ts'

type Opening = {
  path: string
  purpose: Purpose
  migrate: boolean
  /** `each`: SQLite flushes every commit before others see it. `shared`: `sharedFlush` flushes many at once. */
  flushes: 'each' | 'shared'
}

/** Blocking is harmless while a database is opened: nothing else runs in this process yet. */
const openingBusyMs = 5_000

/** Opens a database of sente with this version and purpose, durably. Throws `UnusableDatabase` for any other. */
export function openDatabase(opening: Opening): Database.Database {
  return usable(opening.path, () => {
    if (opening.path !== ':memory:') checkFile(opening)
    const database = connect(opening.path)
    try {
      prepare(database, opening)
      return database
    } catch (error) {
      database.close()
      throw error
    }
  })
}

/**
 * Opens another, read-only connection to the same database, which flushes nothing. For `:memory:` it reads a copy. The
 * caller closes it.
 */
export function openReader(database: Database.Database): Database.Database {
  const source = database.memory ? database.serialize() : database.name
  return keptDatabase(source, { readonly: true, timeout: 0 }).defaultSafeIntegers()
}

/**
 * Throws unless commits are flushed in the required way and foreign keys are enforced. Call it after a statement that
 * read the file: this build of SQLite falls back to synchronous=NORMAL in WAL mode, and shows it only then.
 */
export function assertDurable(database: Database.Database, flushes: Opening['flushes']): void {
  const synchronous = flushes === 'each' || database.memory ? '2' : '1'
  const wanted = { journal_mode: database.memory ? 'memory' : 'wal', synchronous, foreign_keys: '1' }
  database.prepare('SELECT count(*) FROM meta').get()
  for (const [name, value] of Object.entries(wanted)) {
    const found = String(database.pragma(name, { simple: true }))
    if (found !== value) throw new UnusableDatabase(`${database.name}: ${name} is ${found} and must be ${value}`)
  }
}

function checkFile({ path, migrate }: Opening): void {
  if (existsSync(path)) return
  if (!migrate) throw new UnusableDatabase(`there is no database at ${path}; start the server first`)
  makeOwnerOnlyFile(path)
}

function connect(path: string): Database.Database {
  const isFile = path !== ':memory:'
  const source = isFile ? resolve(path) : path
  return keptDatabase(source, { fileMustExist: isFile, timeout: openingBusyMs }).defaultSafeIntegers()
}

function prepare(database: Database.Database, { path, purpose, migrate: mayMigrate, flushes }: Opening): void {
  refuseForeign(database, path)
  refuseOtherVersion(database, { path, mayMigrate })
  refuseOtherPurpose(database, { path, purpose })
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  if (mayMigrate) migrate(database, purpose)
  refuseOtherPurpose(database, { path, purpose })
  // The log is copied by the server, or by the process that closes last: after any other copy the server's next commit
  // would restart the log, and flush on its event loop.
  database.pragma('wal_autocheckpoint = 0')
  if (flushes === 'shared' && !database.memory) leaveFlushing(database)
  assertDurable(database, flushes)
  // `untilFree` waits for another process's lock without blocking the event loop.
  database.pragma('busy_timeout = 0')
}

/**
 * Leaves flushes to the store, after one commit that SQLite flushes itself. After that commit the log is on the disk,
 * with everything that a killed process had written to it.
 */
function leaveFlushing(database: Database.Database): void {
  emptyCommit(database)()
  database.pragma('synchronous = NORMAL')
}
