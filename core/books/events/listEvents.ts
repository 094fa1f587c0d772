import type { Caller } from '../../accounts/keys/authenticate.ts'
import { refuseApiUse } from '../../accounts/refuseApiUse.ts'
import { isRefusal, type Refusal } from '../../model/refusal.ts'
import type { Books } from '../../ports/books/books.ts'
import type { EventRows, EventType } from '../../ports/books/events.ts'
import { readEvents } from './readEvents.ts'

/** The query for the caller's events. */
export type ListedEvents = {
  /** Only events after this sequence; 0 for all. */
  readonly after: number
  /** Only events of this type. */
  readonly type?: EventType
  /** The most events. */
  readonly limit: number
}

/** Events oldest first. */
export type EventPage = {
  readonly events: readonly EventRows[]
  /** The sequence from which to continue, whether or not there are more by now. */
  readonly next: number
  /** The sequence of the account's last event, of any type; 0 if there is none. */
  readonly last: number
}

/** The function that {@link listEvents} returns. */
export type ListEvents = (request: {
  readonly caller: Caller
  readonly query: ListedEvents
}) => Promise<EventPage | Refusal>

/**
 * Lists the caller's own events, oldest first. A page that is not full reaches the last one. Refused with
 * `kyc_incomplete` and `api_access_off`, and with `beyond_last_event` when the account has no event `after`.
 */
export function listEvents({ books }: { readonly books: Pick<Books, 'events'> }): ListEvents {
  const read = readEvents({ books })
  return async ({ caller: { account }, query }) => {
    const refusal = refuseApiUse(account)
    if (refusal) return refusal
    const stretch = await read({ ...query, accountId: account.id })
    if (isRefusal(stretch)) return stretch
    const { events, last } = stretch
    const next = events.length < query.limit ? last : (events.at(-1)?.event.sequence ?? query.after)
    return { events, next, last }
  }
}
