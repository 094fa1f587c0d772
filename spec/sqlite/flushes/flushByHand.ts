import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import type { Store } from '../../../core/sente.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'

/** A flush that has begun and ends at the test's command. */
type Flush = { end(): void; fail(error: Error): void }

/** A serving store with flushes under the test's control after a call of `takeOver`. */
export type Scene = {
  readonly store: Store
  readonly path: string
  /** The errors for which the store asked to end the process, in order. */
  readonly lost: unknown[]
  /** From now on no flush ends by itself. */
  takeOver(): void
  /** Waits for the next flush to begin; each is returned once. */
  begun(): Promise<Flush>
  /** The number of flushes begun since the take-over. */
  count(): number
  /** Ends every flush, including future ones. */
  endAll(): void
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
    const endAll = () => {
      isTaken = false
      for (const { end } of flushes) end()
    }
    try {
      await example({
        store,
        path,
        lost,
        endAll,
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
      endAll()
      // A store that lost its disk can't be closed in order, but it no longer writes anything.
      const closed = store.close()
      await (lost.length === 0 ? closed : closed.catch(() => undefined))
    }
  })
}

/** Whether a promise is settled once all work without a flush has run. */
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
