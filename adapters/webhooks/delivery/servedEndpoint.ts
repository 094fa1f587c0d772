import type { ClaimedEndpoint } from '../../../core/sente.ts'
import { type AttemptDeps, attemptsAt } from './attempts.ts'
import { eventsToDeliver, type FindDeps, lookEveryMs } from './eventsToDeliver.ts'
import { progressFrom } from './progress.ts'
import { type SettlementDeps, settlementOf } from './settlement.ts'

/** The dependencies of deliveries to one endpoint. */
export type EndpointDeps = AttemptDeps &
  FindDeps &
  Omit<SettlementDeps, 'progress'> & {
    /** Resolves when an account may have another event, or after `ms`. */
    readonly awaitEvent: (accountId: string, ms: number) => Promise<void>
  }

/** How long a claim lasts, in milliseconds: longer than a request takes, and its recording. */
export const leaseMs = 30_000

/** Delivers to a claimed endpoint until nothing is left, it is disabled, or its claim is lost. */
export function servedEndpoint({ endpoint, progress: { upTo } }: ClaimedEndpoint, deps: EndpointDeps) {
  const { webhooks, clock, by, awaitEvent } = deps
  const { id, accountId } = endpoint
  const attempts = attemptsAt(endpoint, deps)
  const progress = progressFrom(upTo)
  const events = eventsToDeliver(endpoint, { attempts, progress }, deps)
  /** Resolves when there may be another event, or after a while; undefined from then on. */
  let nextEvent: Promise<void> | undefined
  /** Whether the last look left some events that could begin. */
  let mayHaveMore = false
  let isStopping = false

  /** Begins the events that can begin, unless the last look left none and no event was announced since. */
  async function fill(): Promise<void> {
    if (nextEvent && !mayHaveMore) return
    // Before the look: an event during the look is noticed, too.
    nextEvent ??= awaitEvent(accountId, lookEveryMs).then(() => {
      nextEvent = undefined
    })
    mayHaveMore = await events.begin()
  }

  async function run(): Promise<void> {
    let hasWaited = false
    for (;;) {
      if (!isStopping) await fill()
      if (events.isLost()) return
      const isIdle = attempts.isIdle()
      const isToWrite = attempts.hasEnded() || (isIdle && progress.hasMoved())
      const isOver = isIdle && (isStopping || (hasWaited && !isToWrite))
      if (isToWrite || isOver) {
        const settled = settlementOf(attempts.takeEnded(), { ...deps, progress })
        const isOurs = await webhooks.settle(id, { by, nowMs: clock.nowMs(), leaseMs: isOver ? 0 : leaseMs }, settled)
        if (!isOurs || settled.disabledBecause || isOver) return
        hasWaited = false
      } else {
        await Promise.race([...attempts.underWay(), ...(isStopping ? [] : [nextEvent])])
        hasWaited = isIdle
      }
    }
  }

  return {
    run,
    stop() {
      isStopping = true
    },
  }
}
