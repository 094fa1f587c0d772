import Database from 'better-sqlite3'
import type { Remedy } from '../../core/sente.ts'

/** Whether an error, or its cause, shows that the database is damaged. */
export function isDamage(error: unknown): boolean {
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
