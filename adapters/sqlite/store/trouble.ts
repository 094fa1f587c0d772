import Database from 'better-sqlite3'
import { UnusableDatabase } from '../unusableDatabase.ts'

/** What keeps a store from its work: until writing succeeds again, or, where `isLasting`, for as long as the process runs. */
export type Trouble = { readonly isLasting: boolean; readonly error: Error }

/** The trouble that an error tells of; undefined for one that is no more than the answer to its own statement. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof UnusableDatabase) return { isLasting: true, error }
  if (!(error instanceof Database.SqliteError)) return undefined
  if (damage.test(error.code)) return { isLasting: true, error }
  return hindrance.test(error.code) ? { isLasting: false, error } : undefined
}

/** What was written cannot be understood any more. */
const damage = /^SQLITE_(CORRUPT|NOTADB|IOERR_CORRUPTFS)/

/** A full disk, a file that may only be read, or a system that refuses to read or write. */
const hindrance = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|PERM|NOMEM|PROTOCOL)/
