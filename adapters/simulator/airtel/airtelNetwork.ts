import { Router } from '@koa/router'
import type { Network } from '../payments/network.ts'
import { type NetworkParts, simulatedNetwork } from '../payments/network.ts'
import type { Payment } from '../payments/payments.ts'
import { walletOf } from '../payments/wallets.ts'
import type { PhoneNetwork } from '../phones/screen.ts'
import { openAccessTokens } from '../transport/accessTokens.ts'
import { csv, send } from '../transport/answer.ts'
import type { ServedNetwork } from '../transport/server.ts'
import { airtelAccess } from './access.ts'
import type { Verdict } from './answers/reply.ts'
import { inVersion, type Reply, refusal } from './answers/reply.ts'
import { type AirtelCallbackSettings, airtelCallback } from './callback.ts'
import { type AirtelParts, airtelEndpoint } from './endpoint.ts'
import { airtelExport } from './exportFile.ts'
import { airtelPhone } from './phone.ts'
import { publishedKey } from './secrets/key.ts'
import { callerFault, grantToken } from './validation.ts'

/** The settings that differ between Airtel's countries. */
type AirtelSettings = Pick<AirtelParts, 'cipher' | 'signing'> & {
  readonly callback: AirtelCallbackSettings
}

/** Makes the simulated Airtel Money of Uganda under `/airtel`. Its API follows public documents and clients. */
export function airtelNetwork(
  parts: NetworkParts,
  settings: AirtelSettings,
): ServedNetwork & { readonly phone: PhoneNetwork } {
  const { cipher, signing, callback } = settings
  const { tokenSeconds = 180 } = parts
  const network = simulatedNetwork({ ...profile, callbackOf: (payment) => airtelCallback(callback, payment) }, parts)
  const tokens = openAccessTokens(tokenSeconds)
  const router = new Router({ prefix: '/airtel' })
  router.post('/auth/oauth2/token', (ctx) => send(ctx, grantToken(ctx, tokens)))
  router.get('/v1/rsa/encryption-keys', (ctx) =>
    send(ctx, inVersion('v1', callerFault(ctx, 'payout', tokens) ?? publishedKey(cipher))),
  )
  for (const { submission, enquiry, ...operation } of operations) {
    const endpoint = airtelEndpoint(operation, { network, tokens, cipher, signing })
    router.post(submission, async (ctx) => send(ctx, await endpoint.submit(ctx)))
    if (enquiry) router.get(`${enquiry}/:id`, (ctx) => send(ctx, endpoint.enquire(ctx, ctx.params.id ?? '')))
  }
  for (const [path, version] of [
    ['/standard/v1/users/balance', 'v1'],
    ['/standard/v2/users/balance', 'v2'],
  ] as const) {
    router.get(path, (ctx) => {
      const kind = ctx.query.type === 'DISB' ? 'payout' : 'collection'
      send(ctx, inVersion(version, callerFault(ctx, kind, tokens) ?? walletAnswer(parts.payments.all(), kind)))
    })
  }
  // After the routes of the balance: this pattern would match their paths.
  router.get('/standard/v1/users/:msisdn', (ctx) =>
    send(ctx, inVersion('v1', callerFault(ctx, 'payout', tokens) ?? userAnswer(network, ctx.params.msisdn ?? ''))),
  )
  router.get('/export.csv', (ctx) => send(ctx, csv(airtelExport(parts.payments.all()))))
  return { router, resume: network.resume, phone: { ...network, ...airtelPhone } }
}

/** A payout ends before its submission is answered. */
const profile = {
  name: 'AIRTEL',
  prefixes: ['25670', '256730', '25674', '25675', '256795'],
  usualPace: { payout: 'atOnce', collection: 'approved' },
  reverses: true,
} as const

/** Both versions of collections share one enquiry. */
const operations = [
  { kind: 'collection', version: 'v1', submission: '/merchant/v1/payments', enquiry: '/standard/v1/payments' },
  { kind: 'collection', version: 'v2', submission: '/merchant/v2/payments', enquiry: null },
  { kind: 'payout', version: 'v1', submission: '/standard/v1/disbursements', enquiry: '/standard/v1/disbursements' },
  { kind: 'payout', version: 'v2', submission: '/standard/v2/disbursements', enquiry: '/standard/v2/disbursements' },
  { kind: 'payout', version: 'v3', submission: '/standard/v3/disbursements', enquiry: '/standard/v3/disbursements' },
] as const

/** Airtel's answer about the user of a phone number, which comes without the country code. */
function userAnswer(network: Network, msisdn: string): Reply {
  const holder = network.holder(`256${msisdn}`)
  if (!holder) return refusal('User not found', { responseCode: 'DP02200000002', resultCode: 'ESB000011' })
  const { given: first_name, family: last_name, isBarred: is_barred } = holder
  return {
    http: 200,
    success: true,
    message: 'SUCCESS',
    responseCode: 'DP02200000001',
    resultCode: 'ESB000010',
    data: {
      is_barred,
      grade: 'SUBS',
      first_name,
      last_name,
      registration: { status: 'SUBS' },
      msisdn,
      is_pin_set: true,
    },
  }
}

/** The balance of a wallet, with two decimals and commas between thousands, as in published answers. */
function walletAnswer(payments: readonly Payment[], kind: Payment['kind']): Verdict {
  const { currency } = airtelAccess
  const balance = Number(walletOf(payments, { network: 'AIRTEL', kind, currency })).toLocaleString('en', {
    minimumFractionDigits: 2,
  })
  return {
    http: 200,
    success: true,
    responseCode: 'DP02100000001',
    message: 'Success',
    data: { balance, currency, account_status: 'Active' },
  }
}
