import { expect } from 'chai'
import { assert, asyncProperty, infiniteStream, integer } from 'fast-check'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { continueAudit, type MarkedBooks, type Store } from '../../../../core/sente.ts'
import { manualClock } from '../../../contracts/kit/manualClock.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { hourMs, openCore } from '../../../fixtures/core.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { times } from '../../../night.ts'
import { stores } from '../../../stages/everyStore.ts'
import { acts, type HistoryCore, live } from './history.ts'

/** The stores that keep marks of audits. */
export const markingStores = Object.entries(stores).filter(([name]) => name !== 'in memory')

/** Books whose mark stays where it is, whatever is read. */
export function unmoved(books: MarkedBooks): MarkedBooks {
  return {
    snapshot: (read) => books.snapshot((snapshot) => read(snapshot)),
    changes: (read) => books.changes((changes) => read(changes, async () => async () => {})),
    unmark: async () => {},
  }
}

/** Audits from the last mark, and moves it. */
export function audited(books: MarkedBooks, clock: Pick<ReturnType<typeof manualClock>, 'nowMs'> = manualClock()) {
  return continueAudit({ books, clock, secrets: testSecrets })({ all: false })
}

type Meanwhile = (core: HistoryCore, draw: () => number) => Promise<void>

/** Runs random histories, with clocks that are set back. `draw` draws one of three numbers. */
export function overHistories(open: () => object | Promise<object>, meanwhile: () => Meanwhile): Promise<void> {
  const history = asyncProperty(acts, infiniteStream(integer({ min: 0, max: 2 })), async (acts, drawn) => {
    const store: { close?(): unknown } = await open()
    const each = meanwhile()
    const draw = () => drawn.next().value ?? 0
    try {
      await live(store, acts, async (core) => {
        core.clock.jumpMs([0, -hourMs / 2, hourMs][draw()] ?? 0)
        await each(core, draw)
      })
    } finally {
      await store.close?.()
    }
  })
  return assert(history, { numRuns: times({ night: 20, day: 2 }), endOnFailure: true })
}

/** An example for each store that keeps marks. */
export function inEach(example: (open: () => object | Promise<object>) => Promise<void>) {
  return Object.fromEntries(markingStores.map(([name, open]) => [name, () => example(open)]))
}

/** Milliseconds of a day. */
export const dayMs = 24 * 3_600_000

/** Books that an audit has marked. */
export type Marked = {
  readonly path: string
  readonly clock: ReturnType<typeof manualClock>
  /** Audits the books, and returns whether it read everything. */
  audit(all?: boolean): Promise<{ ok: boolean; isWhole: boolean }>
  /** Acts over a store of its own. */
  during<T>(act: (store: Store) => Promise<T>): Promise<T>
}

/** Runs an example with books with a payout that has ended, marked by an audit. */
export function onMarked(example: (marked: Marked) => Promise<unknown>) {
  return inFolder(async ({ database: path }) => {
    // Backups have the machine's own clock.
    const clock = manualClock(Date.now() - dayMs)
    async function during<T>(act: (store: Store) => Promise<T>): Promise<T> {
      const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
      try {
        return await act(store)
      } finally {
        await store.close()
      }
    }
    const audit = (all = false) =>
      during(async ({ books }) => {
        const { ok, since } = await continueAudit({ books, clock, secrets: testSecrets })({ all })
        return { ok, isWhole: since === null }
      })
    await during(async (store) => {
      const { pay } = await openCore({}, store)
      await pay('succeeds')
    })
    expect(await audit()).to.deep.equal({ ok: true, isWhole: true })
    expect(await audit()).to.deep.equal({ ok: true, isWhole: false })
    await example({ path, clock, audit, during })
  })
}

/** A copy of these books. */
export const copyOf = (path: string) => ({ path, file: `${path}-backup`, purpose: 'sandbox', say: () => {} }) as const
