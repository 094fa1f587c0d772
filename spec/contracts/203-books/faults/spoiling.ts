import type { Books, EventQuery, EventStretch, Scope, Snapshot, UnitOfWork } from '../../../../core/sente.ts'
import type { Fault } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'

/** Puts a fault into what the books answer. */
export function spoiling(fault: string, faulty: (good: Books) => Partial<Books>): Fault<Store> {
  return { fault, spoil: (good) => ({ ...good, books: { ...good.books, ...faulty(good.books) } }) }
}

/** Puts a fault into what a step sees and writes, and perhaps into what the books answer afterwards. */
export function spoilingSteps(
  fault: string,
  make: (good: Books) => {
    step: (work: UnitOfWork, scope: Scope) => Partial<UnitOfWork>
    books?: Partial<Books>
  },
): Fault<Store> {
  return spoiling(fault, (good) => {
    const { step: faulty, books } = make(good)
    return {
      atomically: (scope, step) => good.atomically(scope, (work) => step({ ...work, ...faulty(work, scope) })),
      ...books,
    }
  })
}

/** Puts a fault into what a snapshot shows. */
export function spoilingSnapshots(
  fault: string,
  faulty: (moment: Snapshot, good: Books) => Partial<Snapshot>,
): Fault<Store> {
  return spoiling(fault, (good) => ({
    snapshot: (read) => good.snapshot((moment) => read({ ...moment, ...faulty(moment, good) })),
  }))
}

/** Puts a fault into the list of events of all types. */
export function spoilingEvents(
  fault: string,
  faulty: (good: Books, query: EventQuery) => Promise<EventStretch>,
): Fault<Store> {
  return spoiling(fault, (good) => ({
    events: (query) => (query.type === undefined ? faulty(good, query) : good.events(query)),
  }))
}

/** State that lasts until the calls that were made without a pause have all been made: what a batch of steps shares. */
export function batched<State>(begin: () => State): () => State {
  let current: State | undefined
  return () => {
    if (current === undefined)
      queueMicrotask(() => {
        current = undefined
      })
    current ??= begin()
    return current
  }
}
