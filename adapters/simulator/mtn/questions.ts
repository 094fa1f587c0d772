import type { Router } from '@koa/router'
import type { Context } from 'koa'
import type { Network } from '../payments/network.ts'
import type { Kind, Payments } from '../payments/payments.ts'
import { type Holder, walletOf } from '../payments/wallets.ts'
import type { AccessTokens } from '../transport/accessTokens.ts'
import type { SimulatedAnswer } from '../transport/answer.ts'
import type { MtnProduct } from './access.ts'
import { coded, sendMtn } from './answer.ts'
import { currencies } from './request.ts'
import { callerFault } from './validation.ts'

/** The parts that answer questions. */
type Parts = { readonly network: Network; readonly tokens: AccessTokens; readonly payments: Pick<Payments, 'all'> }

/** Adds a product's routes for the questions that are not about a payment: balances, and owners of phone numbers. */
export function addQuestions(router: Router, product: MtnProduct, { network, tokens, payments }: Parts): void {
  const kind: Kind = product === 'collection' ? 'collection' : 'payout'
  const ask = (path: string, answer: (params: Readonly<Record<string, string>>) => SimulatedAnswer) =>
    router.get(`/${product}/${path}`, (ctx: Context) =>
      sendMtn(ctx, callerFault(ctx, product, tokens) ?? answer(ctx.params)),
    )

  function balance({ currency = 'UGX' }): SimulatedAnswer {
    if (!currencies.includes(currency)) return coded('INVALID_CURRENCY')
    const availableBalance = walletOf(payments.all(), { network: 'MTN', kind, currency })
    return { status: 200, body: { availableBalance, currency } }
  }

  ask('v1_0/account/balance', balance)
  ask('v1_0/account/balance/:currency', balance)
  ask('v1_0/accountholder/msisdn/:number/active', ({ number = '' }) => {
    const holder = network.holder(number)
    return { status: 200, body: { result: holder !== undefined && !holder.isBarred } }
  })
  ask('v1_0/accountholder/msisdn/:number/basicuserinfo', ({ number = '' }) => {
    const holder = network.holder(number)
    return holder ? { status: 200, body: infoOf(holder) } : coded('RESOURCE_NOT_FOUND')
  })
  ask('oauth2/v1_0/userinfo', () => ({ status: 200, body: consentingUser }))
}

function infoOf({ given: given_name, family: family_name }: Pick<Holder, 'given' | 'family'>) {
  return { given_name, family_name, birthdate: '1990-01-01', locale: 'en', gender: 'U' }
}

/** The answer about the one user who has agreed to be known. The sandbox asks nobody for this consent. */
const consentingUser = {
  sub: '0',
  name: 'Grace Nakato',
  ...infoOf({ given: 'Grace', family: 'Nakato' }),
  updated_at: 1_760_000_000,
}
