import type { Books, EventQuery, EventStretch, Snapshot } from '../../../../core/sente.ts'
import { type Fault, spoilingIn } from '../../brokenPromises.ts'
import type { Store } from '../../kit/store.ts'

/** Puts a fault into the answers of the books. */
export const spoiling = spoilingIn<Store, 'books'>('books')

/** Puts a fault into a snapshot. */
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
