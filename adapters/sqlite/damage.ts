import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import { type Remedy, UnusableDatabase } from '../../core/sente.ts'

/** A database whose pages, indexes or log are damaged. */
export class DamagedDatabase extends UnusableDatabase {}

/** Whether an error, or its cause, shows that the database is damaged. */
export function isDamage(error: unknown): boolean {
  if (error instanceof DamagedDatabase) return true
  if (error instanceof Database.SqliteError) return damage.test(error.code)
  return error instanceof Error && isDamage(error.cause)
}

/** The database is damaged. */
const damage = /^SQLITE_(CORRUPT|NOTADB|IOERR_CORRUPTFS)/

/** The remedy for damage. */
export const restore: Remedy = {
  fix: 'if it is the database of this gateway, it is damaged: stop the server, keep all the files, and restore a backup',
  runbook: 'docs/operating/incidents/damaged-database.md',
}

/** The file that a server leaves beside a database in which it has met damage, so that the next one checks all of it. */
export const damageMark = (path: string) => `${path}-found-damaged`

/** Leaves that file, if the disk lets it. */
export function markDamage(path: string, { message }: Error): void {
  try {
    writeFileSync(damageMark(path), `${message}\n`, { mode: 0o600 })
  } catch {
    // The damage is in the log, and meets the next server again.
  }
}

/** The damage that a server has met in a database since it was last checked. */
export function markedDamage(path: string): string | undefined {
  return existsSync(damageMark(path)) ? readFileSync(damageMark(path), 'utf8').trim() : undefined
}

/** Removes the file, once a check has found no damage. */
export function forgetDamage(path: string): void {
  rmSync(damageMark(path), { force: true })
}
