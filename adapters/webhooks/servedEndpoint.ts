import {
  attemptPauseMs,
  type Books,
  type ClaimedEndpoint,
  type Clock,
  type EventRows,
  eventTypeOf,
  failingMs,
  isRefusal,
  longestAttemptPauseMs as longestPauseMs,
  readEvents,
  type Settlement,
  shownBy,
  type WaitingDelivery,
  type Webhooks,
} from '../../core/sente.ts'
import type { Failing } from './failing.ts'
import type { Post, Posted } from './post.ts'
import { type SecretOf, signedEvent } from './sign.ts'

/** What deliveries to one endpoint need. */
export type EndpointDeps = {
  readonly webhooks: Webhooks
  readonly books: Pick<Books, 'events'>
  readonly clock: Clock
  readonly failing: Failing
  /** Names the claim. */
  readonly by: string
  readonly post: Post
  readonly secretOf: SecretOf
  /** Resolves when an account may have another event, or after `ms`. */
  readonly awaitEvent: (accountId: string, ms: number) => Promise<void>
  /** From 0 to 1. */
  readonly random: () => number
}

/** How long a claim lasts, in milliseconds: longer than a request takes, and its recording. */
export const leaseMs = 30_000

/** How many requests to one endpoint are under way at most. */
const mostInFlight = 8

/** How far beyond the first event that has not ended others are begun: a slow one holds up no others, in bounded memory. */
const farthest = 1_000

/**
 * How often to look for the events of other nodes, and for those whose next attempt is due, in milliseconds. The claim is
 * kept until a look has found nothing: a claim for each message would cost as much as the message.
 */
const lookEveryMs = 1_000

type Result = { readonly rows: EventRows; readonly waiting: WaitingDelivery | undefined; readonly posted: Posted }

/** Delivers to a claimed endpoint until there is nothing to do, it is disabled, or its claim is lost. */
export function servedEndpoint({ endpoint, progress }: ClaimedEndpoint, deps: EndpointDeps) {
  const { webhooks, clock, failing, by, post, secretOf, awaitEvent, random } = deps
  const read = readEvents(deps)
  const { id, accountId, types } = endpoint
  const inFlight = new Map<number, Promise<void>>()
  const results: Result[] = []
  /** What has ended beyond `upTo`. */
  const ended = new Set<number>()
  let [upTo, begunTo] = [progress.upTo, progress.upTo]
  let lookAtMs = clock.monotonicMs()
  /** Resolves when there may be another event, or after a while; undefined from then on. */
  let news: Promise<void> | undefined
  /** Whether more could be begun at the last look than was. */
  let mayHaveMore = false
  let isStopping = false
  let isLost = false

  function begin(rows: EventRows, waiting?: WaitingDelivery): void {
    const { sequence } = rows.event
    const message = signedEvent(rows, { signer: endpoint, atMs: clock.nowMs(), secretOf })
    const sending = post(endpoint.url, message).then((posted) => {
      inFlight.delete(sequence)
      results.push({ rows, waiting, posted })
    })
    inFlight.set(sequence, sending)
  }

  /** Whether an event is under way, or what came of it is not written yet: to the store it is due until then. */
  const isBegun = (sequence: number) =>
    inFlight.has(sequence) || results.some(({ rows }) => rows.event.sequence === sequence)

  /** Begins what can be begun, unless the last look left nothing and there was no news since. */
  async function fill(): Promise<void> {
    if (news && !mayHaveMore) return
    // Before it looks: what comes while it looks is heard, too.
    news ??= awaitEvent(accountId, lookEveryMs).then(() => {
      news = undefined
    })
    const hasDue = clock.monotonicMs() >= lookAtMs && (await beginDue())
    mayHaveMore = (await beginNew()) || hasDue
  }

  /** Whether nothing may be begun any more: another node has claimed the endpoint, or it was changed or removed. */
  async function hasLost(): Promise<boolean> {
    isLost ||= !(await webhooks.isClaimed(id, by))
    return isLost
  }

  /** Begins what is to be tried again; resolves with whether there may be more of it. */
  async function beginDue(): Promise<boolean> {
    if (inFlight.size === mostInFlight) return true
    const due = await webhooks.due(id, { nowMs: clock.nowMs(), longestPauseMs, limit: mostInFlight })
    if (due.length > 0 && (await hasLost())) return false
    for (const waiting of due.filter(({ sequence }) => !isBegun(sequence))) {
      if (inFlight.size === mostInFlight) return true
      const stretch = await read({ accountId, after: waiting.sequence - 1, limit: 1 })
      const [rows] = isRefusal(stretch) ? [] : stretch.events
      if (!rows) throw new Error(`event ${waiting.sequence} of account ${accountId} is to be delivered, and missing`)
      begin(rows, waiting)
    }
    const mayBeMore = due.length === mostInFlight
    lookAtMs = clock.monotonicMs() + (mayBeMore ? 0 : lookEveryMs)
    return mayBeMore
  }

  /** Begins what was never tried; resolves with whether there may be more of it. */
  async function beginNew(): Promise<boolean> {
    for (;;) {
      const room = Math.min(mostInFlight - inFlight.size, farthest - (begunTo - upTo))
      if (room <= 0) return true
      const stretch = await read({ accountId, after: begunTo, limit: room })
      // What was delivered is in the books no more: they went back, and what they have of the endpoint counts.
      isLost ||= isRefusal(stretch)
      const page = isRefusal(stretch) ? [] : stretch.events
      if (isLost || (page.length > 0 && (await hasLost()))) return false
      for (const rows of page) {
        begunTo = rows.event.sequence
        const isWanted = types.includes('*') || types.includes(eventTypeOf(rows))
        // A node that has died may have left it to be tried again, and be begun above.
        if (isWanted && !isBegun(begunTo)) begin(rows)
        else ended.add(begunTo)
      }
      if (page.length < room) return false
    }
  }

  /** What came of the attempts that have ended, for the store. */
  function settlement(): Settlement {
    const settled = { waiting: [], ended: [], attempts: [] } as Writable
    let disabledBecause: Settlement['disabledBecause']
    for (const result of results.splice(0)) {
      const shown = add(settled, result)
      failing.note(shown === 'delivered')
      if (shown === 'gone') disabledBecause = 'gone'
    }
    const forMs = failing.ms()
    if (forMs !== null && forMs >= failingMs) disabledBecause ??= 'failing'
    while (ended.delete(upTo + 1)) upTo += 1
    return { progress: { upTo, failingMs: forMs }, ...settled, ...(disabledBecause && { disabledBecause }) }
  }

  function add(settled: Writable, { rows, waiting, posted }: Result) {
    const { sequence } = rows.event
    const { status, problem, tookMs, answer, retryAfterMs } = posted
    const attempts = (waiting?.attempts ?? 0) + 1
    const shown = shownBy(status)
    settled.attempts.push({ sequence, attempt: attempts, status, problem, tookMs, answer })
    const nextMs = attemptPauseMs(attempts, { random: random(), retryAfterMs })
    // What an endpoint that is gone did not take waits until it is enabled again, even after the last attempt.
    const pauseMs = { delivered: undefined, failed: nextMs, gone: nextMs ?? 0 }[shown]
    if (pauseMs !== undefined) settled.waiting.push({ sequence, attempts, pauseMs })
    else if (waiting) settled.ended.push(sequence)
    if (!waiting) ended.add(sequence)
    return shown
  }

  async function run(): Promise<void> {
    let hasWaited = false
    for (;;) {
      if (!isStopping) await fill()
      if (isLost) return
      const isIdle = inFlight.size === 0
      const isToWrite = results.length > 0 || (isIdle && ended.size > 0)
      const isOver = isIdle && (isStopping || (hasWaited && !isToWrite))
      if (isToWrite || isOver) {
        const settled = settlement()
        const isOurs = await webhooks.settle(id, { by, nowMs: clock.nowMs(), leaseMs: isOver ? 0 : leaseMs }, settled)
        if (!isOurs || settled.disabledBecause || isOver) return
        hasWaited = false
      } else {
        await Promise.race([...inFlight.values(), ...(isStopping ? [] : [news])])
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

type Writable = { -readonly [Name in 'waiting' | 'ended' | 'attempts']: Settlement[Name][number][] }
