import { isRefusal } from '../../../core/sente.ts'
import type { Endpoint } from '../endpoint.ts'
import { descriptions } from './descriptions.ts'
import { endpointsPath, oneEndpoint, webhookHandler } from './handler.ts'

/** How many endpoints of an account are tried at once: each may take as long as a delivery. */
const mostAtOnce = 2

/** Sends one of the caller's endpoints a message of the type `webhook.test`, and tells what came of it. */
export const webhookTest: Endpoint = {
  path: `${endpointsPath}/:endpoint_id/test`,
  methods: ['POST'],
  described: descriptions.tryOut,
  handler(deps) {
    const underWay = countedByAccount(mostAtOnce)
    return webhookHandler(deps, {
      POST: oneEndpoint(async ({ caller, endpointId, webhooks }) => {
        const found = await webhooks.findEndpoint({ caller, endpointId })
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

/** Makes the function that does work for an account, unless so much is under way for it already. */
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
