import { type Caller, type EventPage, isRefusal, type ListedEvents, type Refusal } from '../../../core/sente.ts'
import { eventData } from '../../formats/event.ts'
import type { Context } from '../answers/context.ts'
import type { HttpAnswer } from '../answers/envelope.ts'
import type { Aborted } from '../caller/accountQueues.ts'
import { callerRefusals, jsonSuccess } from '../description/described.ts'
import type { Endpoint, EndpointDeps } from '../endpoint.ts'
import { eventParameters, readEventQuery } from '../request/eventQuery.ts'
import { queryOf } from '../request/query.ts'
import { eventsSchema } from './eventSchemas.ts'
import { identifiedHandler } from './lookUp.ts'
import { transactionExample } from './schemas.ts'

const eventExample = {
  event_id: '019c0f6e-8000-7000-8000-0a8b9c7d6e5f',
  sequence: 42,
  type: 'payout.succeeded',
  at: '2026-03-04T05:06:09.000Z',
  data: transactionExample,
}

/** The caller's events, oldest first; a request may wait until there is one. */
export const events: Endpoint = {
  path: '/api/v1/events',
  methods: ['GET'],
  described: {
    id: 'listEvents',
    tag: 'Events',
    summary: 'List events',
    description:
      'What happened to the account, oldest first. Store `next` and ask on after it: nothing is missed and nothing comes twice. With `wait` the request is held until there is an event. An `after` beyond the last event is refused: the books were restored from a backup, and what to do is on the page of `beyond_last_event`.',
    parameters: eventParameters,
    answers: {
      200: {
        description: 'A page of events.',
        content: jsonSuccess('Events found', eventsSchema, { events: [eventExample], next: 42 }),
      },
    },
    refusals: [...callerRefusals, 'request_aborted', 'malformed_fields', 'beyond_last_event'],
  },
  handler: (deps) => identifiedHandler(deps, (caller, ctx) => answerOf(caller, ctx, deps)),
}

type Deps = Pick<EndpointDeps, 'listEvents' | 'queued' | 'awaitEvent' | 'isClosing'>

async function answerOf(caller: Caller, ctx: Context, deps: Deps): Promise<HttpAnswer> {
  const read = readEventQuery(queryOf(ctx.originalUrl))
  if (isRefusal(read)) return read
  const page = await awaitPage({ caller, ctx, ...read }, deps)
  if (isRefusal(page)) return page
  const data = { events: page.events.map(eventData), next: page.next }
  return { status: 200, message: 'Events found', data }
}

type Waiting = {
  readonly caller: Caller
  readonly ctx: Context
  readonly query: ListedEvents
  readonly waitMs: number
}

/** Reads again whenever there may be more, until there is; only the reads wait for the account's turn. */
async function awaitPage(
  { caller, ctx, query, waitMs }: Waiting,
  { listEvents, queued, awaitEvent, isClosing }: Deps,
): Promise<EventPage | Refusal | Aborted> {
  const untilMs = performance.now() + waitMs
  let { after } = query
  let mayHaveMore: Promise<void> | undefined
  for (;;) {
    const leftMs = untilMs - performance.now()
    // Begun before the read, so that what happens meanwhile is not slept through.
    mayHaveMore ??= leftMs > 0 ? awaitEvent(caller.account.id, leftMs) : undefined
    const page = await queued(ctx, () => listEvents({ caller, query: { ...query, after } }))
    if (isRefusal(page) || page.events.length > 0) return page
    if (!mayHaveMore || ctx.req.socket.destroyed || isClosing()) return page
    after = page.next
    await mayHaveMore
    mayHaveMore = undefined
  }
}
