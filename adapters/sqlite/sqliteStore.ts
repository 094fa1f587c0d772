import type { AccountRepo, Books } from '../../core/sente.ts'
import { openDatabase } from './database.ts'
import type { Purpose } from './migrate.ts'
import { sqliteAccountRepo } from './sqliteAccountRepo.ts'
import { sqliteBooks } from './sqliteBooks.ts'
import { isBusy, type Read, untilFree } from './untilFree.ts'
import { writeQueue } from './writeQueue.ts'

/** How a store is opened. */
export type SqliteStoreOptions = {
  /** A file, or `:memory:` for a database that is gone with the process. */
  readonly path: string
  /** What a new database is stamped with; one that was stamped otherwise is refused. */
  readonly purpose: Purpose
  /** Whether to make the database, or to bring an older schema up to date; otherwise both are refused. */
  readonly migrate: boolean
  /** How long a statement may hold the event loop up for another process's lock; 5 by default. */
  readonly busyMs?: number
  /** How long a call waits for another process's lock altogether before it rejects; 30,000 by default. */
  readonly patienceMs?: number
}

/** Accounts and books in one SQLite database. */
export type SqliteStore = {
  readonly accounts: AccountRepo
  readonly books: Books
  /** Whether the database answers and can be written to; never throws, and takes another's lock for a good sign. */
  isReady(): boolean
  /** Closes the database; what was not answered by then rejects. */
  close(): void
}

/** Opens a store; throws `UnusableDatabase` for a database that is missing, foreign, of another version or purpose. */
export function openSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const { path, purpose, migrate, busyMs = 5, patienceMs = 30_000 } = options
  const database = openDatabase({ path, purpose, migrate, busyMs })
  const write = writeQueue(database, patienceMs)
  const read: Read = (rows) => untilFree(rows, patienceMs)
  const stamp = database.prepare('SELECT purpose FROM meta')
  const probe = database.transaction(() => stamp.get())
  return {
    accounts: sqliteAccountRepo({ database, read, write }),
    books: sqliteBooks({ database, read, write }),
    isReady() {
      try {
        return probe.immediate() !== undefined
      } catch (error) {
        return isBusy(error)
      }
    },
    close: () => void database.close(),
  }
}
