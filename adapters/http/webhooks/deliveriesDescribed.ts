import { callerRefusals, type Described, jsonSuccess } from '../description/described.ts'
import { all, textOrNull } from '../description/schema.ts'
import { attempt, endpointId, example, outcomeExample } from './schemas.ts'

/** What all operations of webhooks have in common. */
export const common = { tag: 'Webhooks', refusals: [...callerRefusals, 'webhooks_off'] } as const
/** What those of one endpoint have in common. */
export const ofOne = {
  ...common,
  parameters: [endpointId],
  refusals: [...common.refusals, 'endpoint_not_found'],
} as const

/** The list of attempts, with the parameters of its query. */
export function deliveriesDescribed(parameters: NonNullable<Described['parameters']>): Described {
  return {
    ...ofOne,
    parameters: [endpointId, ...parameters],
    id: 'listWebhookDeliveries',
    summary: 'List deliveries',
    description: 'The attempts of the last 30 days, the latest first.',
    answers: {
      200: {
        description: 'A page of attempts.',
        content: jsonSuccess(
          'Deliveries found',
          all('WebhookDeliveries', 'A page of attempts, the latest first.', {
            deliveries: {
              type: 'array',
              items: all('WebhookDelivery', 'An attempt to deliver an event to an endpoint.', attempt),
              description: 'The attempts of the page.',
            },
            next_cursor: textOrNull('The cursor of the next page; null on the last one.'),
          }),
          {
            deliveries: [{ sequence: 42, attempt: 1, at: example.created_at, ...outcomeExample }],
            next_cursor: null,
          },
        ),
      },
    },
    refusals: [...ofOne.refusals, 'request_aborted', 'malformed_fields'],
  }
}
