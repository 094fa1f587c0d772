import { type Caller, type EventPage, isRefusal, type ListedEvents, type Refusal } from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import type { HttpAnswer } from '../answers/envelope.ts'
import type { Endpoint, EndpointDeps } from '../endpoint.ts'
import { readEventQuery } from '../request/eventQuery.ts'
import { queryOf } from '../request/target.ts'
import { eventData } from './eventData.ts'
import { identifiedHandler } from './lookUp.ts'

/** The caller's events, oldest first; a request may wait until there is one. */
export const events: Endpoint = {
  path: '/api/v1/events',
  methods: ['GET', 'HEAD'],
  handler: (deps) => identifiedHandler(deps, (caller, ctx) => answerOf(caller, ctx, deps)),
}

type Deps = Pick<EndpointDeps, 'listEvents' | 'queued' | 'awaitEvent' | 'isClosing'>

async function answerOf(caller: Caller, ctx: Context, deps: Deps): Promise<HttpAnswer> {
  const read = readEventQuery(queryOf(ctx.originalUrl))
  if (isRefusal(read)) return read
  const page = await awaitPage({ caller, ...read, isGone: () => ctx.req.socket.destroyed }, deps)
  if (isRefusal(page)) return page
  const data = { events: page.events.map(eventData), next: page.next }
  return { status: 200, message: 'Events found', data }
}

type Waiting = {
  readonly caller: Caller
  readonly query: ListedEvents
  readonly waitMs: number
  /** Whether nobody waits any more. */
  isGone(): boolean
}

/** Reads again whenever there may be more, until there is; only the reads wait for the account's turn. */
async function awaitPage(
  { caller, query, waitMs, isGone }: Waiting,
  { listEvents, queued, awaitEvent, isClosing }: Deps,
): Promise<EventPage | Refusal> {
  const untilMs = performance.now() + waitMs
  let { after } = query
  for (;;) {
    const leftMs = untilMs - performance.now()
    // Begun before the read, so that what happens meanwhile is not slept through.
    const mayHaveMore = leftMs > 0 ? awaitEvent(caller.account.id, leftMs) : undefined
    const page = await queued(caller.account.id, () => listEvents({ caller, query: { ...query, after } }))
    if (isRefusal(page) || page.events.length > 0 || !mayHaveMore || isGone() || isClosing()) return page
    const isAtEnd = page.next === after
    after = page.next
    if (isAtEnd) await mayHaveMore
  }
}
