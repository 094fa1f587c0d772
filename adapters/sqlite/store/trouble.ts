import Database from 'better-sqlite3'
import { type Remedy, type Trouble, UnusableDatabase } from '../../../core/sente.ts'
import { OtherVersion } from '../../sql/schema/found.ts'
import { isDamage, restore } from '../damage.ts'

/** The trouble that an error shows; undefined for an error that concerns only its own statement. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof UnusableDatabase) return { isLasting: true, error }
  if (!(error instanceof Database.SqliteError)) return undefined
  if (isDamage(error)) return { isLasting: true, error }
  return hindrance.test(error.code) ? { isLasting: false, error } : undefined
}

/** What to do about an error with which a database could not be opened, where that is known. */
export function remedyFor(error: unknown): Remedy | undefined {
  if (error instanceof OtherVersion) return error.remedy
  return isDamage(error) ? restore : undefined
}

/** A full disk, a read-only file, or a system that refuses to read or write. */
const hindrance = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|PERM|NOMEM|PROTOCOL)/
