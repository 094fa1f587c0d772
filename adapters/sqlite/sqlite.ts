import { backUpFile } from './backup/backupFile.ts'
import { restoreFile } from './backup/restoreFile.ts'
import { migrateFile } from './file/migrateFile.ts'
import { claimServing, isClaimed } from './file/servingLock.ts'
import type { Purpose } from './schema/purpose.ts'
import { openSqliteStore, type Serving, type SqliteStore } from './store/sqliteStore.ts'

export { openSqliteStore, type Serving, type SqliteStore, type SqliteStoreOptions } from './store/sqliteStore.ts'
export { UnusableDatabase } from './unusableDatabase.ts'

/** Suffixes of the files of a database. */
const endings = ['', '-wal', '-shm', '-serving']

/** The store in one SQLite file, or in memory: `sqlite:PATH`, `sqlite::memory:`. */
export const sqlite = {
  scheme: 'sqlite',
  form: 'sqlite:PATH or sqlite::memory:',
  isLasting: (path: string) => path !== ':memory:',
  open: (path: string, { purpose, serving }: { purpose: Purpose; serving?: Serving }): SqliteStore =>
    openSqliteStore({ path, purpose, ...(serving ? { migrate: true, serving } : { migrate: false }) }),
  claim: claimServing,
  isClaimed,
  migrate: (path: string, purpose: Purpose) => migrateFile({ path, purpose }),
  inFiles: {
    files: (path: string) => endings.map((ending) => `${path}${ending}`),
    backUp: backUpFile,
    restore: restoreFile,
  },
}
