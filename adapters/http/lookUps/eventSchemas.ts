import { type EventType, eventTypes } from '../../../core/sente.ts'
import { all, oneOf, type Schema, time } from '../description/schema.ts'
import { fundingSchema, transactionSchema } from './schemas.ts'

/** The schema of what an event of a type is about. */
export const eventDataSchemas: Readonly<Record<EventType, Schema>> = {
  'payout.succeeded': transactionSchema,
  'payout.failed': transactionSchema,
  'collection.succeeded': transactionSchema,
  'collection.failed': transactionSchema,
  'balance.funded': fundingSchema,
  'balance.withdrawn': fundingSchema,
}

/** The schema of an event's sequence. */
export const sequenceSchema: Schema = {
  type: 'integer',
  minimum: 1,
  description: 'Counts the account’s events without a gap.',
}

/** The schema of the field that tells what something is about. */
export function typeSchema(type: string): Schema {
  return { type: 'string', const: type, description: 'What happened, and so what the data are.' }
}

/** The name of a component about a type of events, such as `PayoutFailedEvent`. */
export function componentOf(type: string, ending: string): string {
  return `${type.replace(/(?:^|\.)(\w)/g, (_, first: string) => first.toUpperCase())}${ending}`
}

/** The schema of a page of events. */
export const eventsSchema = all('Events', 'A page of what happened to the account, oldest first.', {
  events: {
    type: 'array',
    description: 'The events of the page, in the order of their sequences.',
    items: oneOf(
      'Event',
      'What happened to the account; `type` tells what the data are.',
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
    at: time('When it happened.'),
    data: eventDataSchemas[type],
  })
}
