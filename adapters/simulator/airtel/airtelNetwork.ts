import { Router } from '@koa/router'
import { openAccessTokens } from '../accessTokens.ts'
import { give } from '../answer.ts'
import { type NetworkParts, simulatedNetwork } from '../network.ts'
import type { ServedNetwork } from '../server.ts'
import { type AirtelCallbackSettings, airtelCallback } from './callback.ts'
import { type AirtelOffice, airtelDesk } from './endpoint.ts'
import { publishedKey } from './publishedKey.ts'
import { worded } from './reply.ts'
import { callerFault, grantToken } from './validation.ts'

/** What makes this network differ from another Airtel. */
export type AirtelSettings = Pick<AirtelOffice, 'cipher' | 'signing'> & {
  readonly callback: AirtelCallbackSettings
}

/** Makes the simulated Airtel Money of Uganda under `/airtel`; its API is as public documents and clients describe it. */
export function airtelNetwork(parts: NetworkParts, settings: AirtelSettings): ServedNetwork {
  const { cipher, signing, callback } = settings
  const { tokenSeconds = 180 } = parts
  const network = simulatedNetwork({ ...manner, callbackOf: (payment) => airtelCallback(callback, payment) }, parts)
  const tokens = openAccessTokens(tokenSeconds)
  const router = new Router({ prefix: '/airtel' })
  router.post('/auth/oauth2/token', (ctx) => give(ctx, grantToken(ctx, tokens)))
  router.get('/v1/rsa/encryption-keys', (ctx) =>
    give(ctx, worded('v1', callerFault(ctx, 'payout', tokens) ?? publishedKey(cipher))),
  )
  for (const { submission, enquiry, ...duty } of duties) {
    const desk = airtelDesk(duty, { network, tokens, cipher, signing })
    router.post(submission, async (ctx) => give(ctx, await desk.submit(ctx)))
    if (enquiry) router.get(`${enquiry}/:id`, (ctx) => give(ctx, desk.enquire(ctx, ctx.params.id ?? '')))
  }
  return { router, resume: network.resume }
}

/** A payout ends before it is answered. */
const manner = { name: 'AIRTEL', usualPace: { payout: 'atOnce', collection: 'approved' } } as const

/** Whichever version took a collection, there is one enquiry for it. */
const duties = [
  { kind: 'collection', version: 'v1', submission: '/merchant/v1/payments', enquiry: '/standard/v1/payments' },
  { kind: 'collection', version: 'v2', submission: '/merchant/v2/payments', enquiry: null },
  { kind: 'payout', version: 'v1', submission: '/standard/v1/disbursements', enquiry: '/standard/v1/disbursements' },
  { kind: 'payout', version: 'v2', submission: '/standard/v2/disbursements', enquiry: '/standard/v2/disbursements' },
] as const
