import type { Database } from 'better-sqlite3'
import { type Purpose, UnusableDatabase } from '../../../core/sente.ts'
import { refuseUnreleased, refuseOtherVersion as refuseVersion, type SchemaFound } from '../../sql/schema/found.ts'
import { versions } from '../../sql/schema/versions.ts'
import { sqliteDialect } from '../dialect.ts'
import { refuseMoved } from './moved.ts'

/** "snte" in ASCII: SQLite's `application_id`, which identifies the program of a file. */
const applicationId = 0x736e7465

/** "sent" and "snMV": the ids of builds from before the first release; the second marked books that had moved. */
const unreleasedIds = [0x73656e74, 0x736e4d56]

/** Brings a database to the last version, each in a transaction of its own. Stamps a new one. */
export function migrate(database: Database, purpose: Purpose, schema = versions): void {
  const step = database.transaction((version: number) => {
    // Another process may have migrated while we waited for its lock.
    if (versionOf(database) !== version) return
    if (version === 0) stamp(database, purpose)
    const next = schema[version]
    if (!next) return
    database.exec(next.upgrade(sqliteDialect))
    database.prepare('UPDATE meta SET works_from = ?').run(next.worksFrom)
    database.pragma(`user_version = ${version + 1}`)
  })
  for (let version = versionOf(database); version < schema.length; version = versionOf(database)) {
    step.immediate(version)
  }
}

/** Refuses a database of another program; accepts an empty one. */
export function refuseForeign(database: Database, path: string): void {
  const isEmpty = numberFrom(database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()) === 0
  if (isEmpty && versionOf(database) === 0) return
  refuseMoved(database, path)
  const found = numberFrom(database.pragma('application_id', { simple: true }))
  if (found === applicationId) return
  if (unreleasedIds.includes(found)) refuseUnreleased(path)
  throw new UnusableDatabase(`${path} is a database of another program`)
}

/** Refuses a schema on which this program does not work; an older one only if it may not be migrated. */
export function refuseOtherVersion(
  database: Database,
  { path, mayMigrate }: { path: string; mayMigrate: boolean },
): void {
  const found = schemaIn(database)
  if (found.version < versions.length && mayMigrate) return
  refuseVersion(found, path, versions.length)
}

/** Refuses a database whose schema was changed after its version was read. */
export function refuseChange(database: Database, { before, now }: { before: number; now: number }): void {
  if (now === before) return
  throw new UnusableDatabase(
    `${database.name} was brought from schema version ${before} to ${now} while it was open: start sente again`,
  )
}

/** Refuses a database that was stamped for the other purpose. One without a schema has no stamp yet. */
export function refuseOtherPurpose(database: Database, { path, purpose }: { path: string; purpose: Purpose }): void {
  if (versionOf(database) === 0) return
  const stamped = database.prepare<[], string>('SELECT purpose FROM meta').pluck().get()
  if (stamped === purpose) return
  throw new UnusableDatabase(
    `${path} is a ${stamped} database and is not opened as ${purpose}: use another file, or the settings of its own gateway`,
  )
}

function stamp(database: Database, purpose: Purpose): void {
  database.pragma(`application_id = ${applicationId}`)
  database.exec(metaSchema)
  database.prepare('INSERT INTO meta (one, purpose) VALUES (1, ?)').run(purpose)
}

function schemaIn(database: Database): SchemaFound {
  const version = versionOf(database)
  if (version === 0) return { version, worksFrom: 0 }
  return { version, worksFrom: numberFrom(database.prepare('SELECT works_from FROM meta').pluck().get()) }
}

/** The version of a database's schema; 0 before there is one. */
export function versionOf(database: Database): number {
  return numberFrom(database.pragma('user_version', { simple: true }))
}

function numberFrom(value: unknown): number {
  return Number(value)
}

/**
 * The file's facts about itself: its purpose, the oldest version that works on its schema, the number of transactions
 * that have changed anything, the id of its high-water mark and whether that was written, and, for a backup, the time
 * of the copy and its damage.
 */
const metaSchema = `
CREATE TABLE meta (
  one INTEGER PRIMARY KEY CONSTRAINT meta_has_one_row CHECK (one = 1),
  purpose TEXT NOT NULL CONSTRAINT purpose_is_known CHECK (purpose = 'sandbox' OR purpose = 'live'),
  works_from INTEGER NOT NULL DEFAULT 0,
  commits INTEGER NOT NULL DEFAULT 0 CONSTRAINT commits_not_negative CHECK (commits >= 0),
  mark_id TEXT,
  marked INTEGER NOT NULL DEFAULT 0 CONSTRAINT marked_is_boolean CHECK (marked IN (0, 1)),
  copied_at_ms INTEGER,
  copied_damage TEXT
) STRICT;
`
