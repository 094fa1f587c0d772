import Database from 'better-sqlite3'
import { type Remedy, type Trouble, UnusableDatabase } from '../../../core/sente.ts'
import { OtherVersion } from '../../sql/schema/found.ts'
import { isDamage, restore } from '../damage.ts'
import { ModuleUnusable } from '../file/nativeModule.ts'
import { LockHeld } from '../file/writeLock.ts'

/** The trouble behind an error; undefined for an error of its own statement alone. */
export function troubleOf(error: unknown): Trouble | undefined {
  if (error instanceof Error && isDamage(error)) return { isLasting: true, isDamaged: true, stops: 'everything', error }
  if (error instanceof UnusableDatabase) return { isLasting: true, error }
  if (error instanceof LockHeld) return { isLasting: false, stops: 'writes', error }
  if (!(error instanceof Database.SqliteError)) return undefined
  return hindrance.test(error.code) ? { isLasting: false, error } : undefined
}

/** The remedy for an error with which a database could not be opened, if it is known. */
export function remedyFor(error: unknown): Remedy | undefined {
  if (error instanceof OtherVersion || error instanceof ModuleUnusable) return error.remedy
  return isDamage(error) ? restore : undefined
}

/** A full disk, a read-only file, or a system that refuses to read or write. */
const hindrance = /^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|PERM|NOMEM|PROTOCOL)/
