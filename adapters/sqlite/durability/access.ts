import type { Database } from 'better-sqlite3'
import type { Write } from './writeQueue.ts'

/**
 * Reads as soon as no other process's lock is in the way, and resolves once what was read is on the disk: what the account has
 * that is told by `accountOf`, or whatever is there.
 */
export type Read = <T>(rows: () => T, accountOf?: (found: T) => string | undefined) => Promise<T>

/** The one connection of a store, and the ways to use it that wait for other processes. */
export type StoreAccess = { readonly database: Database; readonly read: Read; readonly write: Write }
