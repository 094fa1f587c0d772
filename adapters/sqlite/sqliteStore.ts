import type { Database } from 'better-sqlite3'
import type { AccountRepo, Books } from '../../core/sente.ts'
import { checkpoints } from './checkpoints.ts'
import { openDatabase } from './database.ts'
import type { Purpose } from './migrate.ts'
import { sqliteAccountRepo } from './sqliteAccountRepo.ts'
import { sqliteBooks } from './sqliteBooks.ts'
import { isBusy, type Read, untilFree } from './untilFree.ts'
import { type FlushFile, noFlush, ownFlush, sharedFlush } from './walFlush.ts'
import { type Write, writeQueue } from './writeQueue.ts'

/** How a store is opened. */
export type SqliteStoreOptions = {
  /** A file, or `:memory:` for a database that is gone with the process. */
  readonly path: string
  /** What a new database is stamped with; one that was stamped otherwise is refused. */
  readonly purpose: Purpose
  /** Whether to make the database, or to bring an older schema up to date; otherwise both are refused. */
  readonly migrate: boolean
  /** Given by the one process that serves: its commits share flushes. Any other flushes each of its own. */
  readonly serving?: Serving
  /** How long a call waits for another process's lock altogether before it rejects; 30,000 by default. */
  readonly patienceMs?: number
}

/** What the store of the process that serves needs. */
export type Serving = {
  /** Has to end the process at once: a flush or a checkpoint failed, and nobody knows what is on the disk. */
  readonly onLost: (error: unknown) => void
  /** How the write-ahead log is flushed, unless by the system's own call. */
  readonly flush?: FlushFile
  /** At how many bytes the write-ahead log is copied into the database, unless at 64 MiB. */
  readonly copyAt?: number
}

/** Accounts and books in one SQLite database. */
export type SqliteStore = {
  readonly accounts: AccountRepo
  readonly books: Books
  /** Whether the database answers and can be written to; never throws, and takes another's lock for a good sign. */
  isReady(): boolean
  /** Closes the database; what was not answered by then rejects. */
  close(): Promise<void>
}

/** Opens a store; throws `UnusableDatabase` for a database that is missing, foreign, of another version or purpose. */
export function openSqliteStore({ serving, patienceMs = 30_000, ...opening }: SqliteStoreOptions): SqliteStore {
  const database = openDatabase({ ...opening, flushes: serving ? 'shared' : 'each' })
  const { write, settled, close } = serving ? shared(database, serving, patienceMs) : alone(database, patienceMs)
  const readNow: Read = (rows) => untilFree(rows, patienceMs)
  const read: Read = async (rows) => {
    const found = await readNow(rows)
    await settled()
    return found
  }
  const stamp = database.prepare('SELECT purpose FROM meta')
  const probe = database.transaction(() => stamp.get())
  let closed: Promise<void> | undefined
  return {
    accounts: sqliteAccountRepo({ database, read: serving ? readNow : read, write }),
    books: sqliteBooks({ database, read, write }),
    isReady() {
      try {
        return probe.immediate() !== undefined
      } catch (error) {
        return isBusy(error)
      }
    },
    close() {
      closed ??= close()
      return closed
    },
  }
}

type Writing = { readonly write: Write; settled(): Promise<void>; close(): Promise<void> }

/** Writes for the process that serves. */
function shared(database: Database, { onLost, flush, copyAt }: Serving, patienceMs: number): Writing {
  if (database.memory) return alone(database, patienceMs)
  const path = database.name
  const walFlush = sharedFlush({ path, flush, onLost, onFlush: () => log.heed() })
  const { write, holdDuring } = writeQueue({ database, walFlush, patienceMs, onLost })
  const log = checkpoints({ database, copyAt, holdDuring, onLost })
  async function close() {
    try {
      await log.close()
      await walFlush.settled()
    } finally {
      database.close()
      walFlush.close()
    }
  }
  return {
    write,
    settled: walFlush.settled,
    close() {
      const closed = close()
      holdDuring(closed)
      return closed
    },
  }
}

/** Writes for a process beside it, or for a database in memory. */
function alone(database: Database, patienceMs: number): Writing {
  const walFlush = database.memory ? noFlush : ownFlush({ path: database.name })
  const { write } = writeQueue({ database, walFlush, patienceMs, onLost() {} })
  return {
    write,
    settled: walFlush.settled,
    async close() {
      database.close()
      walFlush.close()
    },
  }
}
