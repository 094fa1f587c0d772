import type { Database } from 'better-sqlite3'
import type { Write } from './writeQueue.ts'

/**
 * Reads as soon as no other process holds a lock, and resolves once what was read is on the disk: the rows of the
 * account that `accountOf` returns, or all rows.
 */
export type Read = <T>(rows: () => T, accountOf?: (found: T) => string | undefined) => Promise<T>

/** The one connection of a store, and the ways to use it that wait for other processes. */
export type StoreAccess = { readonly database: Database; readonly read: Read; readonly write: Write }
