import { isRefusal } from '../../../core/sente.ts'
import type { Endpoint } from '../endpoint.ts'
import { descriptions } from './descriptions.ts'
import { endpointsPath } from './endpointData.ts'
import { oneEndpoint, webhookHandler } from './handler.ts'

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
        const { status, problem, tookMs, answer } = await webhooks.tryOut(found.endpoint)
        return {
          status: 200,
          message: problem === null ? 'Webhook delivered' : 'Webhook not delivered',
          data: { delivered: problem === null, status, problem, took_ms: tookMs, answer },
        }
      }),
    }),
}
