import { type EventType, eventTypes } from '../../../core/sente.ts'
import type { DescribedMessage } from '../description/messages.ts'
import { fundingSchema, sequenceSchema, transactionExample, transactionSchema } from '../lookUps/schemas.ts'
import { endpointId } from './schemas.ts'

const happened: Readonly<Record<EventType, string>> = {
  'payout.succeeded': 'A payout has succeeded',
  'payout.failed': 'A payout has failed, and its money is back',
  'collection.succeeded': 'A collection has succeeded',
  'collection.failed': 'A collection has failed',
  'balance.funded': 'A balance was funded',
  'balance.withdrawn': 'A withdrawal was taken from a balance',
}

const description =
  'Sent to every endpoint that asks for this type, at least once and in any order; `GET /api/v1/events` lists the same events.'

const fundingOrWithdrawal = {
  data: fundingSchema,
  example: {
    sequence: 42,
    data: { reference: 'float-2026-03', amount: 1_000_000, currency: 'UGX', created_at: '2026-03-04T05:06:09.000Z' },
  },
}

/** Every message that is sent to merchants' own servers. */
export const messages: readonly DescribedMessage[] = [
  ...eventTypes.map((type) => ({
    ...{ type, summary: happened[type], description, sequence: sequenceSchema },
    ...(type.startsWith('balance') ? fundingOrWithdrawal : transactionOf(type)),
  })),
  {
    type: 'webhook.test',
    summary: 'An endpoint is tried',
    description: 'Sent once, when it is asked for. It is no event, and has no sequence.',
    sequence: { type: 'null' },
    data: { type: 'object', required: ['endpoint_id'], properties: { endpoint_id: endpointId.schema } },
    example: { sequence: null, data: { endpoint_id: endpointId.example } },
  },
]

function transactionOf(type: EventType) {
  const [kind, state] = type.split('.')
  const reason = state === 'failed' ? 'refused_by_network' : null
  return { data: transactionSchema, example: { sequence: 42, data: { ...transactionExample, kind, state, reason } } }
}
