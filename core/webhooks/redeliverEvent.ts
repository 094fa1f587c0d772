import { eventIdOf, sequenceIn } from '../books/events/event.ts'
import { readEvents } from '../books/events/readEvents.ts'
import { isRefusal, type Refusal } from '../model/refusal.ts'
import type { Books } from '../ports/books/books.ts'
import type { RedeliveryLimits } from '../ports/webhooks.ts'
import { type EndpointCaller, mayAsk, recordingOf } from './endpointCaller.ts'
import type { EndpointPorts } from './endpoints.ts'

/** The most redeliveries by a merchant: each can lead to ten attempts at each endpoint. */
export const redeliveryLimits: RedeliveryLimits = { withinMs: 24 * 3_600_000, ofEvent: 5, ofAccount: 500 }

/** The redeliveries within a span, of an event and of its account: their number, and the age of the first one. */
export type MadeRedeliveries = {
  readonly ofEvent: number
  readonly eventSinceMs: number | null
  readonly ofAccount: number
  readonly accountSinceMs: number | null
}

/** The time until an event may be delivered again, in milliseconds; 0 if it may be now. */
export function redeliveryPauseMs(made: MadeRedeliveries, { withinMs, ofEvent, ofAccount }: RedeliveryLimits): number {
  const forEventMs = made.ofEvent < ofEvent ? 0 : withinMs - (made.eventSinceMs ?? 0)
  const forAccountMs = made.ofAccount < ofAccount ? 0 : withinMs - (made.accountSinceMs ?? 0)
  return Math.max(forEventMs, forAccountMs)
}

/** The function that {@link redeliverEvent} returns. */
export type RedeliverEvent = (request: {
  readonly caller: EndpointCaller
  readonly eventId: string
}) => Promise<{ readonly endpoints: number } | Refusal>

/**
 * Delivers one of the caller's events again to all of its endpoints. Resolves with their number. Refused with
 * `event_not_found` when it is not the caller's, and for a merchant, but not for the operator, with
 * `too_many_redeliveries`.
 */
export function redeliverEvent(
  ports: Pick<EndpointPorts, 'webhooks' | 'clock' | 'secrets'> & { readonly books: Pick<Books, 'events'> },
): RedeliverEvent {
  const { webhooks, books, clock } = ports
  const read = readEvents({ books })
  return async ({ caller, eventId }) => {
    const { account } = caller
    const refusal = mayAsk(caller)
    if (refusal) return refusal
    const sequence = sequenceIn(eventId) ?? 0
    const stretch = await read({ accountId: account.id, after: Math.max(0, sequence - 1), limit: 1 })
    const [found] = isRefusal(stretch) ? [] : stretch.events
    if (!found || eventIdOf(found.event) !== eventId) return { refused: 'event_not_found' }
    const limits = 'byOperator' in caller ? null : redeliveryLimits
    const acting = recordingOf(
      ports,
      caller,
    )?.((endpoints: number) =>
      endpoints === 0
        ? undefined
        : {
            kind: 'webhook.redeliver',
            accountId: account.id,
            subject: `event ${eventId}`,
            before: null,
            after: { endpoints },
          },
    )
    const done = await webhooks.redeliver(account.id, { sequence, nowMs: clock.nowMs(), limits }, acting)
    if ('endpoints' in done) return done
    const { ofEvent, ofAccount } = redeliveryLimits
    return { refused: 'too_many_redeliveries', ofEvent, ofAccount, retryAfterSeconds: Math.ceil(done.pauseMs / 1_000) }
  }
}
