import { type EventType, eventTypes, isRefusal, type ListedEvents, type Refusal } from '../../../core/sente.ts'
import { queryReader } from './query.ts'

const { read, parameters } = queryReader({
  after: [
    '^(0|[1-9][0-9]{0,14})$',
    'a sequence: the next of a page of yours, or 0',
    'Gives the events after this one; 0, the default, begins with the first.',
    '41',
  ],
  type: [
    `^(${eventTypes.join('|').replaceAll('.', '\\.')})$`,
    `one of ${eventTypes.join(', ')}`,
    'Gives events of this type only.',
    'payout.succeeded',
  ],
  limit: [
    '^([1-9][0-9]?|100)$',
    'a whole number from 1 to 100',
    'How many events to give at most; 20 by default.',
    '50',
  ],
  wait: [
    '^([0-9]|[12][0-9]|30)$',
    'a whole number of seconds from 0 to 30',
    'How long to wait when there is no event yet; 0 by default.',
    '0',
  ],
})

/** What documents the query of a list of events. */
export const eventParameters = parameters

const defaultLimit = 20

/** Reads the query of a list of events, and how long to wait for one, in milliseconds. */
export function readEventQuery(text: string): { readonly query: ListedEvents; readonly waitMs: number } | Refusal {
  const given = read(text)
  if (isRefusal(given)) return given
  const { after = '0', type, limit = `${defaultLimit}`, wait = '0' } = given
  return {
    query: {
      after: Number(after),
      ...(type !== undefined && { type: type as EventType }),
      limit: Number(limit),
    },
    waitMs: Number(wait) * 1_000,
  }
}
