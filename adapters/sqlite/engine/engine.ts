import type { Engine } from '../../sql/engine/engine.ts'
import type { Ask, SqlStatement, Write, Writing } from '../../sql/engine/sqlStatement.ts'
import { type Lane, lane } from '../../sql/steps/lane.ts'
import type { StoreHealth } from '../../sql/store/health.ts'
import { sqliteDialect } from '../dialect.ts'
import type { WalFlush } from '../durability/walFlush.ts'
import type { QueueWork, WriteQueue } from '../durability/writeQueue.ts'
import { isBusy, StillLocked, untilFree } from '../file/untilFree.ts'
import type { Run } from './connection.ts'
import { paced } from './paced.ts'
import { remembered } from './remembered.ts'

/**
 * The parts of an engine: one connection, its queue of writes, and how long a call waits for other processes' locks.
 */
export type EngineParts = {
  readonly run: Run
  readonly write: QueueWork
  readonly gathered: WriteQueue['gathered']
  readonly settled: WalFlush['settled']
  readonly health: StoreHealth
  readonly patienceMs: number
}

/** SQLite's engine, in which a transaction runs at once. */
export type SqliteEngine = Engine & {
  /** Asks at once, whether or not the rows are on the disk. */
  readonly askNow: Ask
  /** A value that changes once another connection has committed; undefined while another process has a lock. */
  version(): bigint | undefined
}

/** Makes the engine. */
export function sqliteEngine({ run, write, settled, health, patienceMs }: EngineParts): SqliteEngine {
  const askNow: Ask = (statement) => untilFree(() => health.watched(() => run(statement)), patienceMs)
  return {
    dialect: sqliteDialect,
    clock: 'caller',
    askNow,
    async ask<Row>(statement: SqlStatement) {
      const rows = await askNow<Row>(statement)
      await settled(accountOf(rows))
      return rows
    },
    write: (writing) => write(() => performed(run, writing), { accounts: writing.accounts }),
    inPieces: paced(),
    version() {
      try {
        return health.watched(() => run<{ data_version: bigint }>({ text: 'PRAGMA data_version' }))[0]?.data_version
      } catch (error) {
        if (isBusy(error)) return undefined
        throw error
      }
    },
  }
}

/**
 * An engine that reads after the earlier writes of the same engine, and at once if `ask` does. It remembers rows until
 * a write.
 */
export function inOrder({ dialect, clock, ask, write, version }: Omit<SqliteEngine, 'askNow'>): Engine {
  let written: Promise<unknown> = Promise.resolve()
  let count = 0
  const writeInOrder: Write = (writing) => {
    count += 1
    const writes = write(writing)
    written = writes.catch(() => {})
    return writes
  }
  return {
    dialect,
    clock,
    async ask(statement) {
      await written
      return ask(statement)
    },
    write: writeInOrder,
    remembering: (lookUp) =>
      remembered(lookUp, () => {
        const ofOthers = version()
        return ofOthers === undefined ? undefined : `${ofOthers} ${count}`
      }),
  }
}

/** The one lane of a file: steps that wait for the disk share a transaction. */
export function sqliteLane({ run, write, gathered, patienceMs }: EngineParts): Lane {
  const broken = new WeakSet<object>()

  function perform<T>(writing: Writing<T>): T {
    try {
      return performed(run, writing)
    } catch (error) {
      if (typeof error === 'object' && error !== null) broken.add(error)
      throw error
    }
  }

  return lane({
    dialect: sqliteDialect,
    clock: 'caller',
    patienceMs,
    commit: (writing, untilMs) =>
      write(() => perform(writing), { accounts: writing.accounts, untilMs, steps: writing.accounts?.length }),
    verdict(error) {
      if (error instanceof StillLocked) return 'late'
      return typeof error === 'object' && error !== null && broken.has(error) ? 'each' : undefined
    },
    ready: gathered,
  })
}

/** Runs a transaction that has begun. */
export function performed<T>(run: Run, { reads, decide }: Writing<T>): T {
  const { value, writes } = decide(
    reads.map((read) => run(read)),
    Date.now(),
  )
  for (const write of writes) run(write)
  return value
}

/** The account that all rows belong to. */
function accountOf(rows: readonly unknown[]): string | undefined {
  const [first, ...others] = rows.map((row) => (row as { readonly accountId?: unknown }).accountId)
  return typeof first === 'string' && others.every((other) => other === first) ? first : undefined
}
