import type { Refusal } from '../../model/refusal.ts'
import type { Books } from '../../ports/books/books.ts'
import type { EventQuery, EventStretch } from '../../ports/books/events.ts'
import { eventTypeOf } from './event.ts'

/** The function that {@link readEvents} returns. */
export type ReadEvents = (query: EventQuery) => Promise<EventStretch | Refusal>

/**
 * Reads an account's events for their receivers. Throws when an event is missing, or concerns an open payment: such
 * events are never left out, and never sent. Refused with `beyond_last_event` when the account does not have the event
 * to continue after: a caller that has read it knows more than the books. Among events of one type, a missing one is
 * not noticed.
 */
export function readEvents({ books }: { readonly books: Pick<Books, 'events'> }): ReadEvents {
  return async (query) => {
    const stretch = await books.events(query)
    const { last } = stretch
    if (query.after > last) return { refused: 'beyond_last_event', last }
    if (query.type === undefined) assertWhole(stretch, query)
    else assertOfType(stretch, query)
    return stretch
  }
}

function assertWhole({ events, last }: EventStretch, { accountId, after, limit }: EventQuery): void {
  const count = Math.min(limit, last - after)
  const isInPlace = ({ event }: EventStretch['events'][number], index: number) =>
    event.accountId === accountId && event.sequence === after + 1 + index
  if (events.length !== count || !events.every(isInPlace))
    throw new Error(`one of the events ${after + 1} to ${after + count} of account ${accountId} is missing`)
  for (const rows of events) eventTypeOf(rows)
}

function assertOfType({ events }: EventStretch, { accountId, type, after }: EventQuery): void {
  const isInPlace = (rows: EventStretch['events'][number], index: number) =>
    rows.event.accountId === accountId &&
    rows.event.sequence > (events[index - 1]?.event.sequence ?? after) &&
    eventTypeOf(rows) === type
  if (!events.every(isInPlace)) throw new Error(`the events ${type} of account ${accountId} include another one`)
}
