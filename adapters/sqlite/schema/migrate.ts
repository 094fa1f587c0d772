import type { Database } from 'better-sqlite3'
import { type Purpose, UnusableDatabase } from '../../../core/sente.ts'
import { versions } from '../../sql/schema/versions.ts'
import { sqliteDialect } from '../dialect.ts'
import { metaSchema } from './meta.ts'
import { refuseMoved } from './moved.ts'

/** "sent" in ASCII: SQLite's `application_id`, which identifies the program of a file. */
const applicationId = 0x73656e74

/** Brings a database up to the last version, each in a transaction of its own; stamps a new one. */
export function migrate(database: Database, purpose: Purpose, schema = versions): void {
  const step = database.transaction((version: number) => {
    // Another process may have migrated while we waited for its lock.
    if (versionOf(database) !== version) return
    if (version === 0) stamp(database, purpose)
    database.exec(schema[version]?.upgrade(sqliteDialect) ?? '')
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
  if (numberFrom(database.pragma('application_id', { simple: true })) === applicationId) return
  throw new UnusableDatabase(`${path} is a database of another program`)
}

/** Refuses a schema that is newer than ours, and an older one unless it may be migrated. */
export function refuseOtherVersion(
  database: Database,
  { path, mayMigrate }: { path: string; mayMigrate: boolean },
): void {
  const found = versionOf(database)
  if (found > versions.length || !mayMigrate) refuseVersion(found, path)
}

/** Refuses any other version of the schema. */
export function refuseVersion(found: number, path: string): void {
  const known = versions.length
  const versionsText = `${path} has schema version ${found} and this sente needs version ${known}`
  if (found > known) throw new UnusableDatabase(`${versionsText}: this sente is too old for it, use a newer one`)
  if (found < known) throw new UnusableDatabase(`${versionsText}: run \`sente migrate\``)
}

/** Refuses a database that was stamped for the other purpose; one without a schema has no stamp yet. */
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

function versionOf(database: Database): number {
  return numberFrom(database.pragma('user_version', { simple: true }))
}

function numberFrom(value: unknown): number {
  return Number(value)
}
