import { eventIdOf } from '../books/events/event.ts'
import { readEvents } from '../books/events/readEvents.ts'
import { isRefusal, type Refusal } from '../model/refusal.ts'
import type { Books } from '../ports/books/books.ts'
import type { Webhooks } from '../ports/webhooks.ts'
import { type EndpointPorts, type EndpointRequest, findEndpoint } from './endpoints.ts'
import { redeliverEvent } from './redeliverEvent.ts'

/** The function that {@link findFailed} returns. */
export type FindFailed = (
  request: EndpointRequest & {
    /** Only events with an attempt after this moment, in milliseconds since the Unix epoch. */
    readonly sinceMs?: number
    /** Resolves when other work of the process has had its turn; called before each part of a long read. */
    readonly nextTurn?: () => Promise<unknown>
  },
) => Promise<{ readonly sequences: readonly number[] } | Refusal>

/** The function that {@link redeliverFailed} returns. */
export type RedeliverFailed = (
  request: EndpointRequest,
) => Promise<{ readonly events: number; readonly left: number } | Refusal>

/** How many attempts are read, and how many at once. */
const [mostAttempts, atOnce] = [1_000, 200]

/** How many events are delivered again at once. */
const mostEvents = 100

/**
 * Finds the events whose last attempt at one of the caller's endpoints has failed, among the last 1,000 attempts: their
 * sequences, oldest first, 100 at most. Refused with `endpoint_not_found`.
 */
export function findFailed({ webhooks }: Pick<EndpointPorts, 'webhooks'>): FindFailed {
  const find = findEndpoint({ webhooks })
  return async (request) => {
    const found = await find(request)
    if (isRefusal(found)) return found
    const failed = await failedAt(webhooks, request)
    return { sequences: failed.sort((one, other) => one - other).slice(0, mostEvents) }
  }
}

/**
 * Delivers the events that {@link findFailed} finds again, to all endpoints of the account; `left` are those beyond the
 * limit of redeliveries. Refused with `endpoint_not_found`.
 */
export function redeliverFailed(
  ports: Pick<EndpointPorts, 'webhooks' | 'clock' | 'secrets'> & { readonly books: Pick<Books, 'events'> },
): RedeliverFailed {
  const [find, read, redeliver] = [findFailed(ports), readEvents(ports), redeliverEvent(ports)]
  return async (request) => {
    const found = await find(request)
    if (isRefusal(found)) return found
    const { caller } = request
    let events = 0
    for (const sequence of found.sequences) {
      const stretch = await read({ accountId: caller.account.id, after: sequence - 1, limit: 1 })
      const [rows] = isRefusal(stretch) ? [] : stretch.events
      const done = rows && (await redeliver({ caller, eventId: eventIdOf(rows.event) }))
      if (done && !isRefusal(done)) events += 1
    }
    return { events, left: found.sequences.length - events }
  }
}

async function failedAt(
  webhooks: Pick<Webhooks, 'attempts'>,
  { endpointId, sinceMs = Number.NEGATIVE_INFINITY, nextTurn = async () => {} }: Parameters<FindFailed>[0],
): Promise<number[]> {
  const latest = new Map<number, boolean>()
  let before: string | null | undefined
  for (let seen = 0; seen < mostAttempts && before !== null; seen += atOnce) {
    await nextTurn()
    const page = await webhooks.attempts(endpointId, { limit: atOnce, ...(before !== undefined && { before }) })
    const later = page.attempts.filter(({ atMs }) => atMs > sinceMs)
    for (const { sequence, problem } of later) if (!latest.has(sequence)) latest.set(sequence, problem !== null)
    before = later.length < page.attempts.length ? null : page.next
  }
  return [...latest].filter(([, hasFailed]) => hasFailed).map(([sequence]) => sequence)
}
