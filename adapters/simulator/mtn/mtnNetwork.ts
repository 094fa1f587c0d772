import { Router } from '@koa/router'
import { type NetworkParts, type NetworkProfile, simulatedNetwork } from '../payments/network.ts'
import type { PhoneNetwork } from '../phones/screen.ts'
import { openAccessTokens } from '../transport/accessTokens.ts'
import { csv, send } from '../transport/answer.ts'
import type { ServedNetwork } from '../transport/server.ts'
import { type MtnProduct, mtnProducts } from './access.ts'
import { mtnPayment, noSuchPath, sendMtn } from './answer.ts'
import type { ApiUsers } from './apiUsers.ts'
import { type MtnOperation, mtnEndpoint } from './endpoint.ts'
import { mtnExport } from './exportFile.ts'
import { mtnPhone } from './phone.ts'
import { addProvisioning } from './provisioning.ts'
import { addQuestions } from './questions.ts'
import { grantToken } from './validation.ts'

/** Makes the simulated MTN MoMo under `/mtn`. It follows the Open API of public documents and clients. */
export function mtnNetwork(parts: NetworkParts, users: ApiUsers): ServedNetwork & { readonly phone: PhoneNetwork } {
  const { tokenSeconds = 3600, payments } = parts
  const network = simulatedNetwork(profile, parts)
  const router = new Router({ prefix: '/mtn' })
  addProvisioning(router, users)
  for (const product of mtnProducts) {
    const tokens = openAccessTokens(tokenSeconds)
    router.post(`/${product}/token/`, (ctx) => sendMtn(ctx, grantToken(ctx, product, { tokens, users })))
    addQuestions(router, product, { network, tokens, payments })
    for (const { versions, ...operation } of operations[product]) {
      const { resource } = operation
      const endpoint = mtnEndpoint({ product, ...operation }, { network, tokens, payments })
      for (const version of versions)
        router.post(`/${product}/${version}/${resource}`, async (ctx) => sendMtn(ctx, await endpoint.submit(ctx)))
      router.get(`/${product}/v1_0/${resource}/:reference`, (ctx) =>
        sendMtn(ctx, endpoint.enquire(ctx, ctx.params.reference ?? '')),
      )
    }
  }
  router.get('/export.csv', (ctx) => send(ctx, csv(mtnExport(payments.all()))))
  router.all('/{*path}', (ctx) => sendMtn(ctx, noSuchPath))
  return { router, resume: network.resume, phone: { ...network, ...mtnPhone } }
}

/** The versions of an operation's submission. All versions share one enquiry, which has only the first. */
type Versions = readonly ('v1_0' | 'v2_0')[]

const both: Versions = ['v1_0', 'v2_0']

const operations: Readonly<
  Record<MtnProduct, readonly (Omit<MtnOperation, 'product'> & { readonly versions: Versions })[]>
> = {
  collection: [
    { resource: 'requesttopay', kind: 'collection', versions: ['v1_0'] },
    { resource: 'requesttowithdraw', kind: 'collection', operation: 'withdrawal', versions: both },
  ],
  disbursement: [
    { resource: 'transfer', kind: 'payout', versions: ['v1_0'] },
    { resource: 'deposit', kind: 'payout', operation: 'deposit', versions: both },
    { resource: 'refund', kind: 'payout', operation: 'refund', versions: both },
  ],
  remittance: [{ resource: 'transfer', kind: 'payout', operation: 'remittance', versions: ['v1_0'] }],
}

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
