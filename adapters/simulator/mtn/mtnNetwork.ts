import { Router } from '@koa/router'
import { type NetworkParts, type NetworkProfile, simulatedNetwork } from '../payments/network.ts'
import type { PhoneNetwork } from '../phones/screen.ts'
import { openAccessTokens } from '../transport/accessTokens.ts'
import { csv, send } from '../transport/answer.ts'
import type { ServedNetwork } from '../transport/server.ts'
import { mtnPayment } from './answer.ts'
import { mtnEndpoint } from './endpoint.ts'
import { mtnExport } from './exportFile.ts'
import { mtnPhone } from './phone.ts'

/** Makes the simulated MTN MoMo under `/mtn`. It follows the Open API of public documents and clients. */
export function mtnNetwork(parts: NetworkParts): ServedNetwork & { readonly phone: PhoneNetwork } {
  const { tokenSeconds = 3600 } = parts
  const network = simulatedNetwork(profile, parts)
  const router = new Router({ prefix: '/mtn' })
  for (const { resource, ...operation } of operations) {
    const endpoint = mtnEndpoint(operation, {
      network,
      tokens: openAccessTokens(tokenSeconds),
      payments: parts.payments,
    })
    const path = `/${operation.product}/v1_0/${resource}`
    router.post(`/${operation.product}/token/`, (ctx) => send(ctx, endpoint.token(ctx)))
    router.post(path, async (ctx) => send(ctx, await endpoint.submit(ctx)))
    router.get(`/${operation.product}/v1_0/account/balance`, (ctx) => send(ctx, endpoint.balance(ctx)))
    const holder = `/${operation.product}/v1_0/accountholder/msisdn/:number`
    router.get(`${holder}/active`, (ctx) => send(ctx, endpoint.holder(ctx, ctx.params.number ?? '')))
    router.get(`${holder}/basicuserinfo`, (ctx) => send(ctx, endpoint.names(ctx, ctx.params.number ?? '')))
    router.get(`${path}/:reference`, (ctx) => send(ctx, endpoint.enquire(ctx, ctx.params.reference ?? '')))
  }
  router.get('/export.csv', (ctx) => send(ctx, csv(mtnExport(parts.payments.all()))))
  return { router, resume: network.resume, phone: { ...network, ...mtnPhone } }
}

const operations = [
  { product: 'collection', kind: 'collection', resource: 'requesttopay', party: 'payer' },
  { product: 'disbursement', kind: 'payout', resource: 'transfer', party: 'payee' },
] as const

const profile: NetworkProfile = {
  name: mtnPhone.name,
  prefixes: ['25631', '25639', '25676', '25677', '25678', '256790', '256791', '256792', '256793'],
  usualPace: { payout: 'approved', collection: 'approved' },
  reverses: false,
  callbackOf(payment) {
    const { callbackUrl: url } = payment
    return url === null ? null : { url, method: 'PUT', json: mtnPayment(payment) }
  },
}
