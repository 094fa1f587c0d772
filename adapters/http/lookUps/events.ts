import {
  type Caller,
  type EventPage,
  type EventType,
  eventTypes,
  isRefusal,
  type ListedEvents,
  type Refusal,
} from '../../../core/sente.ts'
import { eventData } from '../../formats/event.ts'
import type { Context } from '../answers/context.ts'
import type { HttpAnswer } from '../answers/envelope.ts'
import type { Aborted } from '../caller/accountQueues.ts'
import { type Endpoint, type EndpointDeps, identifiedHandler } from '../endpoint.ts'
import { componentOf, eventDataSchemas, sequenceSchema, typeSchema } from '../openapi/eventSchemas.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all, oneOf, type Schema, time } from '../openapi/schema.ts'
import { transactionExample } from '../openapi/transactionSchemas.ts'
import { limitOf, usualLimit } from '../request/cursor.ts'
import { queryOf, queryReader } from '../request/query.ts'

const { read: readParameters, parameters } = queryReader({
  after: [
    { type: 'integer', minimum: 0, maximum: 999_999_999_999_999, default: 0 },
    'a sequence: next of an earlier page, or 0',
    'Returns the events after this one; 0, the default, begins with the first.',
    41,
  ],
  type: [
    { type: 'string', enum: eventTypes },
    `one of ${eventTypes.join(', ')}`,
    'Returns events of this type only.',
    'payout.succeeded',
  ],
  limit: limitOf('events'),
  wait: [
    { type: 'integer', minimum: 0, maximum: 30, default: 0 },
    'a whole number of seconds from 0 to 30',
    'How long to wait for an event when there is none yet; 0 by default.',
    0,
  ],
})

const eventsSchema = all('Events', 'A page of the account’s events, oldest first.', {
  events: {
    type: 'array',
    description: 'The events of the page, in the order of their sequences.',
    items: oneOf(
      'Event',
      'An event of the account; `type` determines the form of the data.',
      'type',
      eventTypes.map((type) => [type, eventSchema(type)]),
    ),
  },
  next: { type: 'integer', minimum: 0, description: 'The value of `after` for the next page.' },
})

function eventSchema(type: EventType): Schema {
  return all(componentOf(type, 'Event'), `An event of the type \`${type}\`.`, {
    event_id: {
      type: 'string',
      format: 'uuid',
      description: 'The id of the event, the same in each message about it.',
    },
    sequence: sequenceSchema,
    type: typeSchema(type),
    at: time('The time when it happened.'),
    data: eventDataSchemas[type],
  })
}

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
  acts: ['look'],
  openapi: {
    id: 'listEvents',
    tag: 'Events',
    summary: 'List events',
    description:
      'The account’s events, oldest first. Store `next` and request the events after it: none is missed and none comes twice. With `wait` the request is held until there is an event. An `after` beyond the last event is refused: the books were restored from a backup, and the page of `beyond_last_event` explains the next steps.',
    parameters,
    answers: {
      200: {
        description: 'A page of events.',
        content: jsonSuccess('Events found', eventsSchema, { events: [eventExample], next: 42 }),
      },
    },
    refusals: [...callerRefusals, 'request_aborted', 'malformed_fields', 'beyond_last_event'],
  },
  handler: (deps) => identifiedHandler(deps, (caller, ctx) => answerOf(caller, ctx, deps), waitOf),
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

/** How long a request waits for an event on purpose, in milliseconds. */
function waitOf(ctx: Context): number {
  const read = readEventQuery(queryOf(ctx.originalUrl))
  return isRefusal(read) ? 0 : read.waitMs
}

/** Reads the query of a list of events, and the longest time to wait for one, in milliseconds. */
function readEventQuery(text: string): { readonly query: ListedEvents; readonly waitMs: number } | Refusal {
  const given = readParameters(text)
  if (isRefusal(given)) return given
  const { after = 0, type, limit = usualLimit, wait = 0 } = given
  return { query: { after, ...(type !== undefined && { type }), limit }, waitMs: wait * 1_000 }
}

type Waiting = {
  readonly caller: Caller
  readonly ctx: Context
  readonly query: ListedEvents
  readonly waitMs: number
}

/** Reads again whenever there may be more events, until there are some. Only the reads wait for the account's turn. */
async function awaitPage(
  { caller, ctx, query, waitMs }: Waiting,
  { listEvents, queued, awaitEvent, isClosing }: Deps,
): Promise<EventPage | Refusal | Aborted> {
  const untilMs = performance.now() + waitMs
  let { after } = query
  let mayHaveMore: Promise<void> | undefined
  for (;;) {
    const leftMs = untilMs - performance.now()
    // Begun before the read, so that an event during the read is not missed.
    mayHaveMore ??= leftMs > 0 ? awaitEvent(caller.account.id, leftMs) : undefined
    const page = await queued(ctx, () => listEvents({ caller, query: { ...query, after } }))
    if (isRefusal(page) || page.events.length > 0) return page
    if (!mayHaveMore || ctx.req.socket.destroyed || isClosing()) return page
    after = page.next
    await mayHaveMore
    mayHaveMore = undefined
  }
}
