import type { Caller } from '../accounts/authenticate.ts'
import { mayUseApi } from '../payments/rules.ts'
import type { Books } from '../ports/books.ts'
import type { EventRows, EventType } from '../ports/events.ts'
import { isRefusal, type Refusal } from '../refusal.ts'
import { eventTypeOf } from './event.ts'
import { readEvents } from './readEvents.ts'

/** Which of the caller's events to list. */
export type ListedEvents = {
  /** Those after this sequence; 0 for all. */
  readonly after: number
  /** Only those of a type. */
  readonly type?: EventType
  /** How many at most. */
  readonly limit: number
}

/** Events oldest first. */
export type EventPage = {
  readonly events: readonly EventRows[]
  /** Where to continue, whether or not there are more by now. */
  readonly next: number
  /** Whether the account has no event after `next` yet. */
  readonly isLast: boolean
}

/** The function that {@link listEvents} returns. */
export type ListEvents = (request: {
  readonly caller: Caller
  readonly query: ListedEvents
}) => Promise<EventPage | Refusal>

/** How many events are looked at for those of a type: a call costs no more, however rare they are. */
const lookedAt = 100

/**
 * Lists the caller's own events, oldest first. A page of one type may be empty or short though more follow: `next` has
 * moved on then. Refused with `kyc_incomplete` and `api_access_off`, and with `beyond_last_event` when the account has no
 * event `after`.
 */
export function listEvents({ books }: { readonly books: Pick<Books, 'events'> }): ListEvents {
  const read = readEvents({ books })
  return async ({ caller: { account }, query: { after, type, limit } }) => {
    const refusal = mayUseApi(account)
    if (refusal) return refusal
    const looked = type ? lookedAt : limit
    const stretch = await read({ accountId: account.id, after, limit: looked })
    if (isRefusal(stretch)) return stretch
    const { events: rows, last } = stretch
    const events = type ? rows.filter((each) => eventTypeOf(each) === type).slice(0, limit) : rows
    const lastRow = events.length === limit ? events.at(-1) : rows.at(-1)
    const next = lastRow?.event.sequence ?? after
    return { events, next, isLast: next === last }
  }
}
