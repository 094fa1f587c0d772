import { isRefusal } from '../../../core/sente.ts'
import type { Endpoint } from '../endpoint.ts'
import { descriptions } from './descriptions.ts'
import { endpointsPath } from './endpointData.ts'
import { answered, oneEndpoint, webhookHandler } from './handler.ts'

/** Sends one of the caller's endpoints a message of the type `webhook.test`, and tells what came of it. */
export const webhookTest: Endpoint = {
  path: `${endpointsPath}/:endpoint_id/test`,
  methods: ['POST'],
  described: descriptions.tryOut,
  handler: (deps) =>
    webhookHandler(deps, {
      POST: oneEndpoint(async ({ caller, endpointId, webhooks }) => {
        const found = await webhooks.findEndpoint({ caller, endpointId })
        if (isRefusal(found)) return found
        return answered(await webhooks.tryOut(found.endpoint), ({ status, problem, tookMs, answer }) => ({
          status: 200,
          message: problem === null ? 'Webhook delivered' : 'Webhook not delivered',
          data: { delivered: problem === null, status, problem, took_ms: tookMs, answer },
        }))
      }),
    }),
}
