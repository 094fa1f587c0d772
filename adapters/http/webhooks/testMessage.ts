import { isRefusal } from '../../../core/sente.ts'
import type { Endpoint } from '../endpoint.ts'
import { successProperties } from '../openapi/operation.ts'
import { all } from '../openapi/schema.ts'
import { outcomeExample, outcomeProperties } from './endpointSchemas.ts'
import { endpointOperation, endpointsPath, inTurn, oneEndpoint, webhookHandler } from './webhookHandler.ts'

/** How many endpoints of an account are tested at once: each test may take as long as a delivery. */
const mostAtOnce = 2

/** Sends one of the caller's endpoints a message of the type `webhook.test`, and returns the outcome. */
export const webhookTest: Endpoint = {
  path: `${endpointsPath}/:endpoint_id/test`,
  methods: ['POST'],
  acts: ['webhook.test'],
  openapi: {
    ...endpointOperation,
    id: 'testWebhookEndpoint',
    summary: 'Send a test message',
    description:
      'Sends a message of the type webhook.test now, once, and returns the outcome. An account can have two tests under way.',
    answers: {
      200: {
        description: 'The outcome of the message.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['status', 'message', 'data'],
              properties: {
                ...successProperties,
                message: { ...successProperties.message, enum: ['Webhook delivered', 'Webhook not delivered'] },
                data: all('WebhookTest', 'The outcome of a test message.', outcomeProperties),
              },
            },
            example: { status: 'success', message: 'Webhook delivered', data: outcomeExample },
          },
        },
      },
    },
  },
  handler(deps) {
    const underWay = countedByAccount(mostAtOnce)
    return webhookHandler(deps, {
      POST: oneEndpoint(async ({ endpointId, ...request }) => {
        const { caller, webhooks } = request
        const found = await inTurn(request, () => webhooks.findEndpoint({ caller, endpointId }))
        if (isRefusal(found)) return found
        const tried = await underWay(caller.account.id, () => webhooks.tryOut(found.endpoint))
        if (!tried) return { refused: 'rate_limited', retryAfterSeconds: 1 }
        const { status, problem, tookMs, answer } = tried
        return {
          status: 200,
          message: problem === null ? 'Webhook delivered' : 'Webhook not delivered',
          data: { delivered: problem === null, status, problem, took_ms: tookMs, answer },
        }
      }),
    })
  },
}

/** Makes the function that runs work for an account, unless too much of it is under way already. */
function countedByAccount(most: number) {
  const counts = new Map<string, number>()
  return async <T>(accountId: string, work: () => Promise<T>): Promise<T | undefined> => {
    const count = counts.get(accountId) ?? 0
    if (count >= most) return undefined
    counts.set(accountId, count + 1)
    try {
      return await work()
    } finally {
      const left = (counts.get(accountId) ?? 1) - 1
      if (left === 0) counts.delete(accountId)
      else counts.set(accountId, left)
    }
  }
}
