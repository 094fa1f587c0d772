import {
  type Books,
  type Clock,
  eventTypeOf,
  isRefusal,
  longestAttemptPauseMs as longestPauseMs,
  readEvents,
  type WebhookEndpoint,
  type Webhooks,
} from '../../../core/sente.ts'
import { type Attempts, mostInFlight } from './attempts.ts'
import type { Progress } from './progress.ts'

/** The dependencies for finding the events of an endpoint. */
export type FindDeps = {
  readonly webhooks: Webhooks
  readonly books: Pick<Books, 'events'>
  readonly clock: Clock
  /** The name of the claim. */
  readonly by: string
}

/** The events of an endpoint whose delivery can begin. */
export type EventsToDeliver = {
  /** Begins as many as there is room for. Resolves with whether there may be more. */
  begin(): Promise<boolean>
  /** Whether deliveries must stop: another node has claimed the endpoint, or it was changed or removed. */
  isLost(): boolean
}

/**
 * How often to look for the events of other nodes, and for due attempts, in milliseconds. The claim lasts until a look
 * has found nothing: a claim for each message would cost as much as the message.
 */
export const lookEveryMs = 1_000

/** Finds the events for an endpoint: those waiting for another attempt, and those without an attempt. */
export function eventsToDeliver(
  { id, accountId, types }: WebhookEndpoint,
  { attempts, progress }: { readonly attempts: Attempts; readonly progress: Progress },
  deps: FindDeps,
): EventsToDeliver {
  const { webhooks, clock, by } = deps
  const read = readEvents(deps)
  let lookAtMs = clock.monotonicMs()
  let isLost = false

  async function hasLost(): Promise<boolean> {
    isLost ||= !(await webhooks.isClaimed(id, by))
    return isLost
  }

  /** Begins due attempts. Resolves with whether there may be more of them. */
  async function beginDue(): Promise<boolean> {
    if (attempts.room() === 0) return true
    const due = await webhooks.due(id, { nowMs: clock.nowMs(), longestPauseMs, limit: mostInFlight })
    if (due.length > 0 && (await hasLost())) return false
    for (const waiting of due.filter(({ sequence }) => !attempts.has(sequence))) {
      if (attempts.room() === 0) return true
      const stretch = await read({ accountId, after: waiting.sequence - 1, limit: 1 })
      const [rows] = isRefusal(stretch) ? [] : stretch.events
      if (!rows) throw new Error(`event ${waiting.sequence} of account ${accountId} is due for delivery, but missing`)
      attempts.begin(rows, waiting)
    }
    const mayBeMore = due.length === mostInFlight
    lookAtMs = clock.monotonicMs() + (mayBeMore ? 0 : lookEveryMs)
    return mayBeMore
  }

  /** Begins the first attempts of new events. Resolves with whether there may be more of them. */
  async function beginNew(): Promise<boolean> {
    for (;;) {
      const room = Math.min(attempts.room(), progress.room())
      if (room <= 0) return true
      const stretch = await read({ accountId, after: progress.begunTo(), limit: room })
      // The books hold less than was delivered: they were restored, and their record of the endpoint counts.
      isLost ||= isRefusal(stretch)
      const page = isRefusal(stretch) ? [] : stretch.events
      if (isLost || (page.length > 0 && (await hasLost()))) return false
      for (const rows of page) {
        const { sequence } = rows.event
        progress.begin(sequence)
        const isWanted = types.includes('*') || types.includes(eventTypeOf(rows))
        // A node that has died may have left it for another attempt, which has begun above.
        if (isWanted && !attempts.has(sequence)) attempts.begin(rows)
        else progress.end(sequence)
      }
      if (page.length < room) return false
    }
  }

  return {
    async begin() {
      const hasDue = clock.monotonicMs() >= lookAtMs && (await beginDue())
      return (await beginNew()) || hasDue
    },
    isLost: () => isLost,
  }
}
