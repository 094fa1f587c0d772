import type { Database } from 'better-sqlite3'
import type { AccountRepo, Books, Quarantines, Webhooks } from '../../../core/sente.ts'
import { sqliteAccountRepo } from '../accounts/sqliteAccountRepo.ts'
import { sqliteBooks } from '../books/sqliteBooks.ts'
import { sqliteQuarantines } from '../books/sqliteQuarantines.ts'
import type { Read } from '../durability/access.ts'
import { checkpoints } from '../durability/checkpoints.ts'
import { type FlushFile, noFlush, ownFlush, sharedFlush, type WalFlush } from '../durability/walFlush.ts'
import { type Write, writeQueue } from '../durability/writeQueue.ts'
import { openDatabase } from '../file/database.ts'
import { assertRoomBeside } from '../file/diskRoom.ts'
import { emptyWrite } from '../file/emptyCommit.ts'
import { untilFree } from '../file/untilFree.ts'
import { markKeeper } from '../mark/markKeeper.ts'
import { assertWhole, hasForeignLog, heedRestore } from '../mark/restoredBooks.ts'
import { type RowMemory, rowMemory } from '../rows/rowMemory.ts'
import { refuseVersion } from '../schema/migrate.ts'
import type { Purpose } from '../schema/purpose.ts'
import { usable } from '../unusableDatabase.ts'
import { sqliteWebhooks } from '../webhooks/sqliteWebhooks.ts'
import type { Trouble } from './health.ts'
import { storeHealth } from './health.ts'

/** How a store is opened. */
export type SqliteStoreOptions = {
  /** A file, or `:memory:` for a database that ends with the process. */
  readonly path: string
  /** The purpose that a new database is stamped with; a database with another one is refused. */
  readonly purpose: Purpose
  /** Whether to make a missing database and bring an older schema up to date; otherwise both are refused. */
  readonly migrate: boolean
  /** Given by the one process that serves: its commits share flushes. Any other process flushes each commit. */
  readonly serving?: Serving
  /** How long a call waits in all for another process's lock before it rejects, in milliseconds; 30,000 by default. */
  readonly patienceMs?: number
}

/** What the store of the process that serves needs. */
export type Serving = {
  /** Has to end the process at once: a flush or a checkpoint failed, and what is on the disk is unknown. */
  readonly onLost: (error: unknown) => void
  /** Called once when the database can't be written or is damaged, and once with `undefined` when it can again. */
  readonly onTrouble?: (trouble: Trouble | undefined) => void
  /** Called once when the high-water mark can't be written, and once with `undefined` when it can again. */
  readonly onMark?: (error: Error | undefined) => void
  /** Flushes the write-ahead log; by default the system's fdatasync. */
  readonly flush?: FlushFile
  /** The size at which the write-ahead log is copied into the database, in bytes; 64 MiB by default. */
  readonly copyAt?: number
}

/** Accounts and books in one SQLite database. */
export type SqliteStore = {
  readonly accounts: AccountRepo
  readonly books: Books
  readonly quarantines: Quarantines
  readonly webhooks: Webhooks
  /**
   * Whether the database can be written: tried unless it just was. Never rejects; another process's lock counts as
   * good.
   */
  isReady(): Promise<boolean>
  /** Whether the database is known to be damaged or impossible to write; tries nothing. */
  isTroubled(): boolean
  /** Closes the database; calls without an answer by then reject. */
  close(): Promise<void>
}

/** Opens a store; throws `UnusableDatabase` for a database that is missing, foreign, of another version or purpose. */
export function openSqliteStore({ serving, patienceMs = 30_000, ...opening }: SqliteStoreOptions): SqliteStore {
  const database = serving ? openServed(opening) : openDatabase({ ...opening, flushes: 'each' })
  const memory = rowMemory(database)
  const parts = { database, memory, patienceMs }
  const { write, settled, close } = serving ? shared(parts, serving) : alone(parts)
  const health = storeHealth({ probe: probeOf(database, write), onTrouble: serving?.onTrouble })
  const watchedWrite: Write = (work, accountId, withinMs) => {
    const done = write(work, accountId, withinMs)
    done.then(health.written, health.heed)
    return done
  }
  const forgettingWrite: Write = (work) =>
    watchedWrite(() => {
      memory.forget()
      return work()
    })
  const readNow: Read = (rows) => untilFree(() => health.watched(rows), patienceMs)
  const read: Read = async (rows, accountOf) => {
    const found = await readNow(rows)
    await settled(accountOf?.(found))
    return found
  }
  let closed: Promise<void> | undefined
  return {
    accounts: sqliteAccountRepo({ database, read: serving ? readNow : read, write: forgettingWrite }, memory),
    books: sqliteBooks({ database, read, write: watchedWrite }, memory),
    quarantines: sqliteQuarantines({ database, read, write: forgettingWrite }),
    webhooks: sqliteWebhooks({ database, read, write: watchedWrite }),
    isTroubled: health.isTroubled,
    isReady: async () => closed === undefined && (await health.isReady()),
    close() {
      closed ??= close()
      return closed
    },
  }
}

/** Opens the database of the process that serves; restored books are quarantined before any payment. */
function openServed(opening: Omit<SqliteStoreOptions, 'serving' | 'patienceMs'>): Database {
  const hadForeignLog = hasForeignLog(opening.path)
  const database = openDatabase({ ...opening, flushes: 'shared' })
  try {
    if (hadForeignLog) assertWhole(database)
    if (!database.memory) usable(opening.path, () => heedRestore(database, { nowMs: Date.now(), hadForeignLog }))
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Makes a write that changes nothing, the way payments are written; in trouble only if the disk has room for many. */
function probeOf(database: Database, write: Write) {
  const writeNothing = emptyWrite(database)
  return async (inTrouble: boolean) => {
    if (inTrouble && !database.memory) await assertRoomBeside(database.name)
    // A newer version of sente may have changed the schema meanwhile.
    await write(() => refuseVersion(writeNothing(), database.name))
  }
}

type WritingParts = { readonly database: Database; readonly memory: RowMemory; readonly patienceMs: number }
type Writing = { readonly write: Write; readonly settled: WalFlush['settled']; close(): Promise<void> }

/** Writes for the process that serves. */
function shared(parts: WritingParts, { onLost, onMark = () => {}, flush, copyAt }: Serving): Writing {
  const { database } = parts
  if (database.memory) return alone(parts)
  const path = database.name
  const walFlush = sharedFlush({ path, flush, onLost, onFlush: () => log.heed() })
  const { write, holdDuring } = writeQueue({ ...parts, walFlush, onLost })
  const log = checkpoints({ database, copyAt, holdDuring, onLost })
  const mark = markKeeper({ database, settled: walFlush.settled, onMark })
  async function close() {
    try {
      await mark.stop()
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

/** Writes for any other process, or for a database in memory. */
function alone(parts: WritingParts): Writing {
  const { database } = parts
  const walFlush = database.memory ? noFlush : ownFlush({ path: database.name })
  const { write } = writeQueue({ ...parts, walFlush, onLost() {} })
  return {
    write,
    settled: walFlush.settled,
    async close() {
      database.close()
      walFlush.close()
    },
  }
}
