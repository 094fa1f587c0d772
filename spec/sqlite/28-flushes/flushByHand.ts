import { openSqliteStore, type SqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'

/** A flush that has begun and ends when the test says so. */
type Flush = { end(): void; fail(error: Error): void }

/** A serving store whose flushes are in the hands of the test, once `takeOver` was called. */
export type Scene = {
  readonly store: SqliteStore
  readonly path: string
  /** What the store took for a reason to end the process, in order. */
  readonly lost: unknown[]
  /** From now on no flush ends by itself. */
  takeOver(): void
  /** Waits for the next flush to begin; each is handed out once. */
  begun(): Promise<Flush>
  /** How many flushes have begun since they were taken over. */
  count(): number
  /** Ends every flush, also those to come. */
  letGo(): void
}

/** Runs an example on such a store. */
export function withFlushByHand(example: (scene: Scene) => unknown, copyAt?: number): Promise<void> {
  return inFolder(async ({ database: path }) => {
    const flushes: Flush[] = []
    const lost: unknown[] = []
    let isTaken = false
    let given = 0
    const flush = () =>
      isTaken ? new Promise<void>((resolve, reject) => flushes.push({ end: resolve, fail: reject })) : Promise.resolve()
    const serving = { onLost: (error: unknown) => lost.push(error), flush, ...(copyAt !== undefined && { copyAt }) }
    const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true, serving })
    const letGo = () => {
      isTaken = false
      for (const { end } of flushes) end()
    }
    try {
      await example({
        store,
        path,
        lost,
        letGo,
        takeOver() {
          isTaken = true
        },
        async begun() {
          given += 1
          while (flushes.length < given) await aTurn()
          const flush = flushes[given - 1]
          if (!flush) throw new Error('no flush has begun')
          return flush
        },
        count: () => flushes.length,
      })
    } finally {
      letGo()
      // One that lost its disk can't be closed in order; but then it writes nothing any more.
      const closed = store.close()
      await (lost.length === 0 ? closed : closed.catch(() => undefined))
    }
  })
}

/** Whether a promise is settled after everything that could go on without a flush has gone on. */
export async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const note = () => {
    settled = true
  }
  promise.then(note, note)
  for (let turn = 0; turn < 20; turn += 1) await aTurn()
  return settled
}

function aTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1))
}
