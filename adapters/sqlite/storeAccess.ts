import type { Database } from 'better-sqlite3'
import type { Read } from './untilFree.ts'
import type { Write } from './writeQueue.ts'

/** The one connection of a store, and the ways to use it that wait for other processes. */
export type StoreAccess = { readonly database: Database; readonly read: Read; readonly write: Write }
