import Database from 'better-sqlite3'
import { type Trouble, UnusableDatabase } from '../../../core/sente.ts'

/** The trouble that an error shows; undefined for an error that concerns only its own statement. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof UnusableDatabase) return { isLasting: true, error }
  if (!(error instanceof Database.SqliteError)) return undefined
  if (isDamage(error)) return { isLasting: true, error }
  return hindrance.test(error.code) ? { isLasting: false, error } : undefined
}

/** Whether an error, or its cause, shows that the database is damaged. */
export function isDamage(error: unknown): boolean {
  if (error instanceof Database.SqliteError) return damage.test(error.code)
  return error instanceof Error && isDamage(error.cause)
}

/** The database is damaged. */
const damage = /^SQLITE_(CORRUPT|NOTADB|IOERR_CORRUPTFS)/

/** A full disk, a read-only file, or a system that refuses to read or write. */
const hindrance = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|PERM|NOMEM|PROTOCOL)/
