import type { Endpoint } from '../endpoint.ts'
import { jsonSuccess } from '../openapi/operation.ts'
import { all } from '../openapi/schema.ts'
import { endpointIdParameter } from './endpointSchemas.ts'
import { answered, webhookHandler, webhookOperation } from './webhookHandler.ts'

/** Delivers one of the caller's events again, to all of its endpoints. */
export const redelivery: Endpoint = {
  path: '/api/v1/events/:event_id/redeliver',
  methods: ['POST'],
  acts: ['webhook.redeliver'],
  openapi: {
    ...webhookOperation,
    id: 'redeliverEvent',
    summary: 'Deliver an event again',
    description: 'To all endpoints of the account. Each event five times within 24 hours, and all of them 500 times.',
    parameters: [{ ...endpointIdParameter, name: 'event_id', description: 'The id of the event.' }],
    answers: {
      200: {
        description: 'The event will be delivered.',
        content: jsonSuccess(
          'Event delivered again',
          all('Redelivery', 'Where an event is delivered again.', {
            endpoints: { type: 'integer', description: 'To how many endpoints it is sent.' },
          }),
          { endpoints: 1 },
        ),
      },
    },
    refusals: [...webhookOperation.refusals, 'event_not_found', 'too_many_redeliveries'],
  },
  handler: (deps) =>
    webhookHandler(deps, {
      POST: async ({ caller, ctx, webhooks }) =>
        answered(await webhooks.redeliverEvent({ caller, eventId: ctx.params.event_id }), ({ endpoints }) => ({
          status: 200,
          message: 'Event delivered again',
          data: { endpoints },
        })),
    }),
}
