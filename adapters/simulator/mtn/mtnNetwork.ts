import { Router } from '@koa/router'
import { openAccessTokens } from '../accessTokens.ts'
import { give } from '../answer.ts'
import { type Manner, type NetworkParts, simulatedNetwork } from '../network.ts'
import type { ServedNetwork } from '../server.ts'
import { mtnPayment } from './answer.ts'
import { mtnDesk } from './endpoint.ts'

/** Makes the simulated MTN MoMo under `/mtn`; its API is the Open API as public documents and clients describe it. */
export function mtnNetwork(parts: NetworkParts): ServedNetwork {
  const { tokenSeconds = 3600 } = parts
  const network = simulatedNetwork(manner, parts)
  const router = new Router({ prefix: '/mtn' })
  for (const { operation, ...duty } of duties) {
    const desk = mtnDesk(duty, network, openAccessTokens(tokenSeconds))
    const path = `/${duty.product}/v1_0/${operation}`
    router.post(`/${duty.product}/token/`, (ctx) => give(ctx, desk.token(ctx)))
    router.post(path, async (ctx) => give(ctx, await desk.submit(ctx)))
    router.get(`${path}/:reference`, (ctx) => give(ctx, desk.enquire(ctx, ctx.params.reference ?? '')))
  }
  return { router, resume: network.resume }
}

const duties = [
  { product: 'collection', kind: 'collection', operation: 'requesttopay', party: 'payer' },
  { product: 'disbursement', kind: 'payout', operation: 'transfer', party: 'payee' },
] as const

const manner: Manner = {
  name: 'MTN',
  usualPace: { payout: 'approved', collection: 'approved' },
  callbackOf(payment) {
    const { callbackUrl: url } = payment
    return url === null ? null : { url, method: 'PUT', json: mtnPayment(payment) }
  },
}
