import type { Endpoint } from '../endpoint.ts'
import { descriptions } from './descriptions.ts'
import { answered, webhookHandler } from './handler.ts'

/** Delivers one of the caller's events again, to all of its endpoints. */
export const redelivery: Endpoint = {
  path: '/api/v1/events/:event_id/redeliver',
  methods: ['POST'],
  described: descriptions.redeliver,
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
