import { setImmediate } from 'node:timers/promises'
import type { Database } from 'better-sqlite3'
import { StillLocked, untilFree } from '../file/untilFree.ts'
import { type About, isFailedFlush, type WalFlush } from './walFlush.ts'

/** The options of a piece of work. */
export type WorkOptions = {
  /** The only accounts whose rows it changes; by default it may change any. */
  readonly accounts?: readonly string[] | undefined
  /** The latest time for its beginning, by `performance.now()`. */
  readonly untilMs?: number
  /** The number of steps in it that have waited for each other already. */
  readonly steps?: number | undefined
}

/**
 * Runs work all or nothing, in the order of the calls. Resolves once it is on the disk. It shares a database
 * transaction with other work. Work that throws is rolled back and rejects alone; the others in that transaction are
 * run again. Work that can't begin in time rejects and is never run.
 */
export type QueueWork = <T>(work: () => T, options?: WorkOptions) => Promise<T>

/** The queue of a connection. */
export type WriteQueue = {
  readonly write: QueueWork
  /** Resolves when the steps counted by `waiting` have waited for others to join them. */
  gathered(waiting: () => number): Promise<void>
  /** Begins no transaction until the promise settles. */
  holdDuring(something: Promise<unknown>): void
}

/** The dependencies of a queue. It waits for another process's lock without blocking the event loop. */
export type WriteQueueParts = {
  readonly database: Database
  readonly walFlush: WalFlush
  readonly patienceMs: number
  /** Called when a commit's own flush failed, before its callers are answered. */
  readonly onLost: (error: unknown) => void
  /** Called when another process has kept its lock for `lockedMs`. */
  readonly onLocked?: () => void
  readonly lockedMs?: number | undefined
}

type Task = {
  /** Does the work. Its result answers the caller once the work is on the disk. */
  run(): () => void
  reject(error: unknown): void
  readonly about: readonly About[]
  /** The number of steps in it; undefined for other work. */
  readonly steps: number | undefined
  readonly untilMs: number
}

/** An amount of work that keeps the event loop busy for some milliseconds: this many steps, and this much other work. */
const [mostTogether, mostOthers] = [64, 8]

/** Makes the queue of a connection. */
export function writeQueue(parts: WriteQueueParts): WriteQueue {
  const { database, walFlush, patienceMs, onLost, onLocked = () => {}, lockedMs = 2_000 } = parts
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const rollback = database.prepare('ROLLBACK')
  const changes = database.prepare<[], bigint>('SELECT total_changes()').pluck()
  const count = database.prepare('UPDATE meta SET commits = commits + 1')
  const tasks: Task[] = []
  let held: Promise<unknown> = Promise.resolve()
  let flushed: Promise<unknown> = Promise.resolve()
  let isDraining = false

  async function drain() {
    if (isDraining) return
    isDraining = true
    while (tasks.length > 0) {
      const waiting = () => countOf(tasks)
      if (waiting() < mostTogether) await flushed
      if (tasks.every(isOther)) await gather(waiting)
      // Steps that were gathered meanwhile come in the next turn.
      if (tasks.every(isOther)) await setImmediate()
      await held
      await perform(taken(tasks))
    }
    isDraining = false
  }

  /** Waits for more work to join: fewer commits write fewer pages. */
  async function gather(waiting: () => number) {
    let before = 0
    while (waiting() > before && waiting() < mostTogether) {
      before = waiting()
      // Two turns of the event loop: data read in the first may add work in the second.
      await setImmediate()
      await setImmediate()
    }
  }

  async function perform(together: readonly Task[]) {
    const timer = setTimeout(onLocked, lockedMs).unref()
    const inTime = await begun(together).finally(() => clearTimeout(timer))
    if (inTime.length === 0) return
    try {
      flushed = resolveOnceFlushed(inTime, committed(inTime))
    } catch (error) {
      if (error instanceof BrokenTask && inTime.length > 1) for (const task of inTime) await perform([task])
      else rejectAll(inTime, error instanceof BrokenTask ? error.cause : error)
    }
  }

  /**
   * Begins a transaction, once no other process holds a lock, for the tasks whose time has not run out. Rejects the
   * others.
   */
  async function begun(together: readonly Task[]): Promise<readonly Task[]> {
    const patientUntilMs = performance.now() + patienceMs
    const leftMs = ({ untilMs }: Task) => Math.min(untilMs, patientUntilMs) - performance.now()
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
    walFlush.committed(together.flatMap(({ about }) => about))
    return walFlush.settled().then(
      () => {
        for (const resolve of resolvers) resolve()
      },
      (error: unknown) => rejectAll(together, error),
    )
  }

  /** Counts every transaction that changes anything, for the high-water mark. */
  function committed(together: readonly Task[]): (() => void)[] {
    try {
      const before = changes.get()
      const resolvers = together.map(({ run }) => attempt(run))
      if (changes.get() !== before) count.run()
      commit.run()
      return resolvers
    } catch (error) {
      if (isFailedFlush(error)) onLost(error)
      if (database.inTransaction) rollback.run()
      throw error
    }
  }

  return {
    write: (work, { accounts, untilMs = Number.POSITIVE_INFINITY, steps } = {}) =>
      new Promise((resolve, reject) => {
        const run = () => resolvingLater(work(), resolve)
        const about = accounts ?? [undefined]
        tasks.push({ run, reject, about, steps, untilMs })
        void drain()
      }),
    async gathered(waiting) {
      if (waiting() < mostTogether) await flushed
      await gather(waiting)
    },
    holdDuring(something) {
      held = Promise.allSettled([held, something])
    },
  }
}

function isOther({ steps }: Task): boolean {
  return steps === undefined
}

/** The number of steps that wait, and of other work as much as shares a transaction with them. */
function countOf(tasks: readonly Task[]): number {
  const others = Math.min(tasks.filter(isOther).length, mostOthers)
  return tasks.reduce((sum, { steps = 0 }) => sum + steps, others)
}

/** Takes the work of the next transaction. Steps never wait for much other work, nor that for all steps. */
function taken(tasks: Task[]): Task[] {
  let [steps, others] = [0, 0]
  const together = tasks.filter((task) => {
    if (task.steps === undefined) return ++others <= mostOthers
    const isFirst = steps === 0
    steps += task.steps
    return isFirst || steps <= mostTogether
  })
  const left = tasks.filter((task) => !together.includes(task))
  tasks.splice(0, tasks.length, ...left)
  return together
}

/** Wraps the error of a task, to distinguish it from errors of the whole transaction. */
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
