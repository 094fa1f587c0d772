import type { Database } from 'better-sqlite3'
import type { Claims, Purpose, Serving, Store } from '../../../core/sente.ts'
import { batches } from '../../sql/batches/batches.ts'
import { books } from '../../sql/books/books.ts'
import { tellingAccounts } from '../../sql/books/expiringKeys.ts'
import { figures } from '../../sql/books/figures.ts'
import { paymentSums } from '../../sql/books/hours/paymentSums.ts'
import { gatheringBits } from '../../sql/books/lists/gatherBits.ts'
import { paymentCases } from '../../sql/cases/cases.ts'
import { paymentLinks } from '../../sql/links/paymentLinks.ts'
import { actions } from '../../sql/operators/actions/actions.ts'
import { channelStops } from '../../sql/operators/channels/channelStops.ts'
import { operatorMoney } from '../../sql/operators/float/operatorMoney.ts'
import { quarantines } from '../../sql/operators/quarantines/quarantines.ts'
import { reconciliations } from '../../sql/operators/reconciliations/reconciliations.ts'
import { reconciliationRules } from '../../sql/operators/reconciliations/rules.ts'
import { notices } from '../../sql/people/notices/notices.ts'
import { people } from '../../sql/people/people.ts'
import type { Lane } from '../../sql/steps/lane.ts'
import { keepBits } from '../../sql/store/bitsKeeper.ts'
import { storeHealth } from '../../sql/store/health.ts'
import { keepMark } from '../../sql/store/markKeeper.ts'
import { webhooks } from '../../sql/webhooks/webhooks.ts'
import { claimsOver } from '../books/claims.ts'
import { snapshotOf } from '../books/snapshot.ts'
import { withUnserved } from '../books/unserved.ts'
import { forgetDamage, markDamage, markedDamage } from '../damage.ts'
import { checkpoints } from '../durability/checkpoints.ts'
import { countedCommits, timedFlush } from '../durability/metered.ts'
import { type FlushFile, noFlush, ownFlush, sharedFlush, type WalFlush } from '../durability/walFlush.ts'
import { type QueueWork, type WriteQueue, type WriteQueueParts, writeQueue } from '../durability/writeQueue.ts'
import { connection } from '../engine/connection.ts'
import { inOrder, sqliteEngine, sqliteLane } from '../engine/engine.ts'
import { openDatabase } from '../file/database.ts'
import { assertRoomBeside } from '../file/diskRoom.ts'
import { emptyWrite } from '../file/emptyCommit.ts'
import { untilFree } from '../file/untilFree.ts'
import { lockHeld } from '../file/writeLock.ts'
import { currentMark, writeMarkAside } from '../mark/highWaterMark.ts'
import { assertWhole, hasForeignLog, noticeRestore } from '../mark/restoredBooks.ts'
import { refuseChange, versionOf } from '../schema/migrate.ts'
import { usable } from '../usable.ts'
import { troubleOf } from './trouble.ts'

/** The options of a store. */
export type SqliteStoreOptions = {
  /** A file, or `:memory:` for a database that ends with the process. */
  readonly path: string
  /** The purpose of a new database; a database with another one is refused. */
  readonly purpose: Purpose
  /** Whether to make a missing database and upgrade an older schema; otherwise both are refused. */
  readonly migrate: boolean
  /** Given by the one process that serves: its commits share flushes. Any other process flushes each commit. */
  readonly serving?: SqliteServing
  /**
   * How long a call waits in total for another process's lock before it rejects, in milliseconds; 30,000 by default.
   */
  readonly patienceMs?: number
}

/** The dependencies of the serving process's store. */
export type SqliteServing = Pick<Serving, 'onLost'> &
  Partial<Pick<Serving, 'onTrouble' | 'onMark' | 'meter' | 'isTheBooks'>> & {
    /** Flushes the write-ahead log; by default the system's fdatasync. */
    readonly flush?: FlushFile
    /** The size at which the write-ahead log is copied into the database, in bytes; 64 MiB by default. */
    readonly copyAt?: number
    /**
     * How long another process may keep its lock before the database counts as not writable, in milliseconds; 2,000 by
     * default.
     */
    readonly lockedMs?: number
  }

/** How long to wait for a probe, which may itself wait for another process's lock or for a checkpoint. */
const probeMs = 1_000

/**
 * Opens the store in one SQLite database. Throws `UnusableDatabase` for one that is missing, foreign, of another
 * version or purpose.
 */
export function openSqliteStore({ serving, patienceMs = 30_000, ...opening }: SqliteStoreOptions): Store {
  const database = serving ? openServed(opening, serving) : openDatabase({ ...opening, flushes: 'each' })
  const onLocked = () => void lockHeld(database.name).then((error) => health.noteError(error))
  const writing = serving ? shared(database, patienceMs, { ...serving, onLocked }) : alone(database, patienceMs)
  const health = storeHealth({
    probe: probeOf(database, writing.write),
    probeMs,
    troubleOf,
    onTrouble: serving && markingDamage(database, serving),
  })
  const write: QueueWork = (work, options) => {
    const done = writing.write(work, options)
    done.then(health.written, health.noteError)
    return done
  }
  const parts = { ...writing, write, run: connection(database), health, patienceMs }
  const engine = sqliteEngine(parts)
  const claims: Claims = new Map()
  const bits = serving && keepBits(gatheringBits(engine))
  let closed: Promise<void> | undefined
  return {
    accounts: tellingAccounts(inOrder(serving ? { ...engine, ask: engine.askNow } : engine)),
    books: books({
      engine,
      claims: claimsOver(engine.ask, claims),
      atomically: endingClaims(sqliteLane(parts), claims),
      ...snapshotOf(
        database,
        async (begin) => {
          await untilFree(begin, patienceMs)
          await writing.settled()
        },
        engine.write,
      ),
    }),
    batches: batches(engine),
    paymentLinks: paymentLinks(engine),
    quarantines: withUnserved(quarantines(engine), engine.ask),
    channelStops: channelStops(engine),
    operatorMoney: operatorMoney(engine),
    cases: paymentCases(engine),
    reconciliations: reconciliations(engine),
    reconciliationRules: reconciliationRules(engine),
    actions: actions(engine),
    webhooks: webhooks(engine),
    figures: { ...figures(engine), ...paymentSums(engine) },
    people: people(engine),
    notices: notices(engine),
    isTroubled: health.isTroubled,
    outage: health.outage,
    isReady: async () => closed === undefined && (await health.isReady()),
    close() {
      health.stop()
      closed ??= bits ? bits.stop().then(writing.close) : writing.close()
      return closed
    },
  }
}

/** Opens the database of the serving process. Restored books are quarantined before any payment. */
function openServed(
  opening: Omit<SqliteStoreOptions, 'serving' | 'patienceMs'>,
  { isTheBooks }: SqliteServing,
): Database {
  const hadForeignLog = hasForeignLog(opening.path)
  const database = openDatabase({ ...opening, flushes: 'shared' })
  try {
    if (hadForeignLog || markedDamage(opening.path) !== undefined) assertWhole(database)
    forgetDamage(opening.path)
    if (!database.memory)
      usable(opening.path, () => noticeRestore(database, { nowMs: Date.now(), hadForeignLog, isTheBooks }))
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Reports troubles, and leaves a mark about damage for the next server. */
function markingDamage({ name, memory }: Database, { onTrouble }: SqliteServing): SqliteServing['onTrouble'] {
  return (trouble) => {
    if (trouble?.isDamaged && !memory) markDamage(name, trouble.error)
    onTrouble?.(trouble)
  }
}

/** A step about a transaction ends the claim on it. */
function endingClaims(run: Lane, claims: Claims): Lane {
  return async (scope, step) => {
    const result = await run(scope, step)
    claims.delete(scope.transaction ?? '')
    return result
  }
}

/** Makes a write that changes nothing, by the same path as payments. In trouble, only if the disk has room for many. */
function probeOf(database: Database, write: QueueWork) {
  const writeNothing = emptyWrite(database)
  const before = versionOf(database)
  return async (inTrouble: boolean) => {
    if (inTrouble && !database.memory) await assertRoomBeside(database.name)
    // A newer version of sente may have changed the schema meanwhile.
    await write(() => refuseChange(database, { before, now: writeNothing() }))
  }
}

type Writing = Pick<WriteQueue, 'write' | 'gathered'> & {
  readonly settled: WalFlush['settled']
  close(): Promise<void>
}

type Locked = Required<Pick<WriteQueueParts, 'onLocked'>>

/** Writes for the serving process. */
function shared(database: Database, patienceMs: number, serving: SqliteServing & Locked): Writing {
  if (database.memory) return alone(database, patienceMs)
  const { onLost, onMark = () => {}, meter, copyAt, onLocked, lockedMs } = serving
  const path = database.name
  const flush = meter ? timedFlush(serving.flush, meter) : serving.flush
  const flushing = sharedFlush({ path, flush, onLost, onFlush: () => log.checkLength() })
  const walFlush = meter ? countedCommits(flushing, meter) : flushing
  const { write, gathered, holdDuring } = writeQueue({ database, patienceMs, walFlush, onLost, onLocked, lockedMs })
  const log = checkpoints({ database, copyAt, holdDuring, onLost })
  const mark = keepMark({
    current: currentMark(database),
    async write(current) {
      await walFlush.settled()
      await writeMarkAside(path, current)
    },
    onMark,
  })
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
    gathered,
    settled: walFlush.settled,
    close() {
      const closed = close()
      holdDuring(closed)
      return closed
    },
  }
}

/** Writes for any other process, or for a database in memory. */
function alone(database: Database, patienceMs: number): Writing {
  const walFlush = database.memory ? noFlush : ownFlush({ path: database.name })
  const { write, gathered } = writeQueue({ database, patienceMs, walFlush, onLost() {} })
  return {
    write,
    gathered,
    settled: walFlush.settled,
    async close() {
      database.close()
      walFlush.close()
    },
  }
}
