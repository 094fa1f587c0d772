import { eventTypes, isRefusal, type ListedEvents, type Refusal } from '../../../core/sente.ts'
import { limitOf, queryReader, usualLimit } from './query.ts'

const { read, parameters } = queryReader({
  after: [
    { type: 'integer', minimum: 0, maximum: 999_999_999_999_999, default: 0 },
    'a sequence: the next of a page of yours, or 0',
    'Gives the events after this one; 0, the default, begins with the first.',
    41,
  ],
  type: [
    { type: 'string', enum: eventTypes },
    `one of ${eventTypes.join(', ')}`,
    'Gives events of this type only.',
    'payout.succeeded',
  ],
  limit: limitOf('events'),
  wait: [
    { type: 'integer', minimum: 0, maximum: 30, default: 0 },
    'a whole number of seconds from 0 to 30',
    'How long to wait when there is no event yet; 0 by default.',
    0,
  ],
})

/** What documents the query of a list of events. */
export const eventParameters = parameters

/** Reads the query of a list of events, and how long to wait for one, in milliseconds. */
export function readEventQuery(text: string): { readonly query: ListedEvents; readonly waitMs: number } | Refusal {
  const given = read(text)
  if (isRefusal(given)) return given
  const { after = 0, type, limit = usualLimit, wait = 0 } = given
  return { query: { after, ...(type !== undefined && { type }), limit }, waitMs: wait * 1_000 }
}
