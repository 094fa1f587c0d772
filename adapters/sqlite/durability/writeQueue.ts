import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { StillLocked, untilFree } from '../file/untilFree.ts'
import type { RowMemory } from '../rows/rowMemory.ts'
import { type About, isFailedFlush, type WalFlush } from './walFlush.ts'

/**
 * Runs work all or nothing, in the order of the calls; resolves once it is on the disk. It shares a database
 * transaction with other work. Work that throws is rolled back and rejects alone; others in that transaction are run
 * again. Work that names an account changes only that account's rows. Work that can't begin within `withinMs` rejects
 * and is never run.
 */
export type Write = <T>(work: () => T, accountId?: string, withinMs?: number) => Promise<T>

/** The queue of a connection. */
export type WriteQueue = {
  readonly write: Write
  /** Begins no transaction until something has ended. */
  holdDuring(something: Promise<unknown>): void
}

/** What a queue needs. It waits for another process's lock without blocking the event loop. */
export type WriteQueueParts = {
  readonly database: Database
  readonly walFlush: WalFlush
  readonly patienceMs: number
  /** Notified of each transaction that begins, and of each that is rolled back. */
  readonly memory: Pick<RowMemory, 'begun' | 'forget'>
  /** Called when a commit's own flush failed, before its callers are answered. */
  readonly onLost: (error: unknown) => void
}

type Task = {
  /** Does the work; what it returns answers the caller, once the work is on the disk. */
  run(): () => void
  reject(error: unknown): void
  readonly about: About
  /** When the caller no longer waits for it to begin, by `performance.now()`. */
  readonly giveUpAtMs: number
}

/** An amount of work that keeps the event loop busy for some milliseconds. */
const mostTogether = 64

/** Makes the queue of a connection. */
export function writeQueue(parts: WriteQueueParts): WriteQueue {
  const { database, walFlush, patienceMs, memory, onLost } = parts
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const rollback = database.prepare('ROLLBACK')
  const tasks: Task[] = []
  let held: Promise<unknown> = Promise.resolve()
  let flushed: Promise<unknown> = Promise.resolve()
  let isDraining = false

  async function drain() {
    if (isDraining) return
    isDraining = true
    while (tasks.length > 0) {
      if (tasks.length < mostTogether) await flushed
      await gather()
      await held
      await perform(tasks.splice(0, mostTogether))
    }
    isDraining = false
  }

  /** Waits for more work to join: fewer commits write fewer pages. */
  async function gather() {
    let gathered = 0
    while (tasks.length > gathered && tasks.length < mostTogether) {
      gathered = tasks.length
      // Two turns of the event loop: what is read in the first may add work in the second.
      await setImmediate()
      await setImmediate()
    }
  }

  async function perform(together: readonly Task[]) {
    const inTime = await begun(together)
    if (inTime.length === 0) return
    try {
      flushed = resolveOnceFlushed(inTime, committed(inTime))
    } catch (error) {
      if (error instanceof BrokenTask && inTime.length > 1) for (const task of inTime) await perform([task])
      else rejectAll(inTime, error instanceof BrokenTask ? error.cause : error)
    }
  }

  /**
   * Begins a transaction, once no other process holds a lock, for the tasks whose time has not run out; rejects the
   * others.
   */
  async function begun(together: readonly Task[]): Promise<readonly Task[]> {
    const patientUntilMs = performance.now() + patienceMs
    const leftMs = ({ giveUpAtMs }: Task) => Math.min(giveUpAtMs, patientUntilMs) - performance.now()
    let waiting = together
    let lock: unknown = new StillLocked('the work before it took too long')
    for (;;) {
      const late = waiting.filter((task) => leftMs(task) <= 0)
      rejectAll(late, lock)
      waiting = waiting.filter((task) => !late.includes(task))
      if (waiting.length === 0) return []
      try {
        await untilFree(() => begin.run(), Math.min(...waiting.map(leftMs)))
        return waiting
      } catch (error) {
        lock = error
        if (error instanceof StillLocked) continue
        rejectAll(waiting, error)
        return []
      }
    }
  }

  function resolveOnceFlushed(together: readonly Task[], resolvers: readonly (() => void)[]): Promise<void> {
    walFlush.committed(together.map(({ about }) => about))
    return walFlush.settled().then(
      () => {
        for (const resolve of resolvers) resolve()
      },
      (error: unknown) => rejectAll(together, error),
    )
  }

  function committed(together: readonly Task[]): (() => void)[] {
    try {
      memory.begun()
      const resolvers = together.map(({ run }) => attempt(run))
      commit.run()
      return resolvers
    } catch (error) {
      if (isFailedFlush(error)) onLost(error)
      memory.forget()
      if (database.inTransaction) rollback.run()
      throw error
    }
  }

  return {
    write: (work, about, withinMs = Number.POSITIVE_INFINITY) =>
      new Promise((resolve, reject) => {
        const giveUpAtMs = performance.now() + withinMs
        tasks.push({ run: () => resolvingLater(work(), resolve), reject, about, giveUpAtMs })
        void drain()
      }),
    holdDuring(something) {
      held = Promise.allSettled([held, something])
    },
  }
}

/** Wraps what a task threw, to tell it from errors that concern the whole transaction. */
class BrokenTask extends Error {}

function attempt<T>(run: () => T): T {
  try {
    return run()
  } catch (cause) {
    throw new BrokenTask('a task broke', { cause })
  }
}

function resolvingLater<T>(result: T, resolve: (result: T) => void): () => void {
  return () => resolve(result)
}

function rejectAll(tasks: readonly Task[], error: unknown): void {
  for (const { reject } of tasks) reject(error)
}
