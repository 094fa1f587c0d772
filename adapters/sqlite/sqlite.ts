/**
 * The store in one SQLite file.
 *
 * @module sente/sqlite
 */

import { backUpFile } from './backup/backupFile.ts'
import { restoreFile } from './backup/restoreFile.ts'
import { diskConcerns } from './file/diskRoom.ts'
import { type Migration, migrateFile } from './file/migrateFile.ts'
import { claimServing, type DatabaseClaim, isClaimed } from './file/servingLock.ts'
import { type MoveOut, openMoveOut } from './move/moveOut.ts'
import type { Purpose } from './schema/purpose.ts'
import { isDamage } from './store/health.ts'
import { openSqliteStore, type Serving, type SqliteStore } from './store/sqliteStore.ts'

export type { Backup, Copied } from './backup/backupFile.ts'
export type { Restore, RestoredFile } from './backup/restoreFile.ts'
export type { FlushFile } from './durability/walFlush.ts'
export type { DiskConcern } from './file/diskRoom.ts'
export type { Migration } from './file/migrateFile.ts'
export type { DatabaseClaim } from './file/servingLock.ts'
export type { MoveOut } from './move/moveOut.ts'
export type { Moved } from './schema/movedTo.ts'
export type { Purpose } from './schema/purpose.ts'
export type { Trouble } from './store/health.ts'
export { openSqliteStore, type Serving, type SqliteStore, type SqliteStoreOptions } from './store/sqliteStore.ts'
export { UnusableDatabase } from './unusableDatabase.ts'

/** Suffixes of the files of a database. */
const endings = ['', '-wal', '-shm', '-serving']

/** The store in one SQLite file, or in memory: `sqlite:PATH`, `sqlite::memory:`. */
export const sqlite = {
  /** What a database's URL begins with. */
  schemes: ['sqlite'],
  /** The URLs that lead to it. */
  form: 'sqlite:PATH or sqlite::memory:',
  /** Whether several processes may serve it at once. */
  isShared: false,
  /** Whether what it holds outlives the process. */
  isLasting: (path: string) => path !== ':memory:',
  /** What messages and logs call it. */
  nameOf: (path: string) => path,
  /** Opens it, for one process that serves payments (`serving`) or beside that one. */
  open: async (path: string, { purpose, serving }: { purpose: Purpose; serving?: Serving }): Promise<SqliteStore> =>
    openSqliteStore({ path, purpose, ...(serving ? { migrate: true, serving } : { migrate: false }) }),
  /** Claims it for a process that serves payments. */
  claim: async (path: string, pid: number): Promise<DatabaseClaim> => claimServing(path, pid),
  /** Whether an error shows that the database is damaged. */
  isDamage,
  /** Whether a process that serves payments has claimed it. */
  isClaimed: async (path: string): Promise<boolean> => isClaimed(path),
  /** Whether its disk has room. */
  concerns: diskConcerns,
  /** Creates it, or brings its schema up to date. */
  migrate: async (path: string, purpose: Purpose): Promise<Migration> => migrateFile({ path, purpose }),
  /** Opens it to move its books into another store. */
  moveOut: (path: string, purpose: Purpose): Promise<MoveOut> => openMoveOut(path, purpose),
  /** What a store that lies in files can do beside. */
  inFiles: {
    /** The paths of its files. */
    files: (path: string) => endings.map((ending) => `${path}${ending}`),
    /** Copies it while others write, and checks the copy. */
    backUp: backUpFile,
    /** Replaces it by a backup. */
    restore: restoreFile,
  },
}
