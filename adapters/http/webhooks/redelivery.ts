import type { Endpoint } from '../endpoint.ts'
import { jsonSuccess } from '../openapi/operation.ts'
import { all } from '../openapi/schema.ts'
import { endpointIdParameter } from './endpointSchemas.ts'
import { answered, inTurn, webhookHandler, webhookOperation } from './webhookHandler.ts'

/** Delivers one of the caller's events again, to all of its endpoints. */
export const redelivery: Endpoint = {
  path: '/api/v1/events/:event_id/redeliver',
  methods: ['POST'],
  acts: ['webhook.redeliver'],
  openapi: {
    ...webhookOperation,
    id: 'redeliverEvent',
    summary: 'Deliver an event again',
    description:
      'Sends an event again to all endpoints of the account. Within 24 hours, five times for each event, and 500 times in total.',
    parameters: [{ ...endpointIdParameter, name: 'event_id', description: 'The id of the event.' }],
    answers: {
      200: {
        description: 'The event will be delivered.',
        content: jsonSuccess(
          'Event delivered again',
          all('Redelivery', 'The redelivery of an event.', {
            endpoints: { type: 'integer', description: 'The number of endpoints that receive it.' },
          }),
          { endpoints: 1 },
        ),
      },
    },
    refusals: [...webhookOperation.refusals, 'event_not_found', 'too_many_redeliveries'],
  },
  handler: (deps) =>
    webhookHandler(deps, {
      POST: async (request) => {
        const { caller, ctx, webhooks } = request
        const redeliver = () => webhooks.redeliverEvent({ caller, eventId: ctx.params.event_id })
        return answered(await inTurn(request, redeliver), ({ endpoints }) => ({
          status: 200,
          message: 'Event delivered again',
          data: { endpoints },
        }))
      },
    }),
}
