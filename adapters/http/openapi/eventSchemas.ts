import type { EventType } from '../../../core/sente.ts'
import { batchSchema } from './batchSchemas.ts'
import { expiringKeySchema } from './keySchemas.ts'
import { literal, type Schema } from './schema.ts'
import { fundingSchema, transactionSchema } from './transactionSchemas.ts'

/** The schema of the data of each type of event. */
export const eventDataSchemas: Readonly<Record<EventType, Schema>> = {
  'payout.succeeded': transactionSchema,
  'payout.failed': transactionSchema,
  'collection.succeeded': transactionSchema,
  'collection.failed': transactionSchema,
  'refund.succeeded': transactionSchema,
  'refund.failed': transactionSchema,
  'balance.funded': fundingSchema,
  'balance.withdrawn': fundingSchema,
  'batch.completed': batchSchema,
  'key.expiring': expiringKeySchema,
}

/** The schema of an event's sequence. */
export const sequenceSchema: Schema = {
  type: 'integer',
  minimum: 1,
  description: 'Counts the account’s events without a gap.',
}

/** The schema of the field that names the type of an event. */
export function typeSchema(type: string): Schema {
  return { ...literal(type), description: 'The type of the event, which determines the form of the data.' }
}

/** The name of a component for a type of events, such as `PayoutFailedEvent`. */
export function componentOf(type: string, ending: string): string {
  return `${type.replace(/(?:^|\.)(\w)/g, (_, first: string) => first.toUpperCase())}${ending}`
}
