import type { Context } from 'koa'
import type { Network, Received } from '../payments/network.ts'
import type { Kind, Payments } from '../payments/payments.ts'
import { walletOf } from '../payments/wallets.ts'
import type { AccessTokens } from '../transport/accessTokens.ts'
import { meaningless, pauseAsked, type SimulatedAnswer, webPage } from '../transport/answer.ts'
import type { MtnProduct } from './access.ts'
import { accepted, badRequest, coded, mtnPayment } from './answer.ts'
import { type MtnParty, mtnReader } from './request.ts'
import { callbackFault, callerFault, grantToken, referenceFault } from './validation.ts'

/** The simulated part of one of MTN's products: its tokens and one operation. */
type MtnEndpoint = {
  token(ctx: Context): SimulatedAnswer
  submit(ctx: Context): Promise<SimulatedAnswer>
  enquire(ctx: Context, reference: string): SimulatedAnswer
  balance(ctx: Context): SimulatedAnswer
  holder(ctx: Context, phoneNumber: string): SimulatedAnswer
  names(ctx: Context, phoneNumber: string): SimulatedAnswer
}

/** The operation of an endpoint. */
type MtnOperation = { readonly product: MtnProduct; readonly kind: Kind; readonly party: MtnParty }

/** The parts that all endpoints share. */
type MtnParts = {
  readonly network: Network
  readonly tokens: AccessTokens
  readonly payments: Pick<Payments, 'all'>
}

/** Makes the endpoint of one product. */
export function mtnEndpoint(
  { product, kind, party }: MtnOperation,
  { network, tokens, payments }: MtnParts,
): MtnEndpoint {
  const read = mtnReader(party)
  const idOf = (reference: string) => ({ network: 'MTN', kind, providerId: reference.toLowerCase() })
  return {
    token: (ctx) => grantToken(ctx, product, tokens),
    async submit(ctx) {
      const reference = ctx.get('X-Reference-Id')
      const fault = callerFault(ctx, product, tokens) ?? referenceFault(reference) ?? callbackFault(ctx)
      if (fault) return fault
      const order = read(ctx.request.body)
      if (typeof order === 'string') return badRequest(order)
      if (!currencies.includes(order.currency)) return coded('INVALID_CURRENCY')
      const callbackUrl = ctx.get('X-Callback-Url') || null
      return answerTo(await network.receive({ ...idOf(reference), ...order, callbackUrl }))
    },
    enquire(ctx, reference) {
      const fault = callerFault(ctx, product, tokens) ?? referenceFault(reference)
      if (fault) return fault
      const found = network.enquire(idOf(reference))
      return typeof found === 'object' ? { status: 200, body: mtnPayment(found) } : enquiryErrors[found]
    },
    balance(ctx) {
      const fault = callerFault(ctx, product, tokens)
      const currency = 'UGX'
      const availableBalance = walletOf(payments.all(), { network: 'MTN', kind, currency })
      return fault ?? { status: 200, body: { availableBalance, currency } }
    },
    holder(ctx, phoneNumber) {
      const holder = network.holder(phoneNumber)
      const result = holder !== undefined && !holder.isBarred
      return callerFault(ctx, product, tokens) ?? { status: 200, body: { result } }
    },
    names(ctx, phoneNumber) {
      const fault = callerFault(ctx, product, tokens)
      const holder = network.holder(phoneNumber)
      if (fault || !holder) return fault ?? coded('RESOURCE_NOT_FOUND')
      const { given: given_name, family: family_name } = holder
      return { status: 200, body: { given_name, family_name, birthdate: '1990-01-01', locale: 'en', gender: 'U' } }
    },
  }
}

/** MTN's sandbox accepts only EUR, its Ugandan production UGX; the simulator stands in for both. */
const currencies: readonly string[] = ['UGX', 'EUR']

const enquiryErrors = { unknown: coded('RESOURCE_NOT_FOUND'), unavailable: coded('SERVICE_UNAVAILABLE') }

function answerTo(received: Received): SimulatedAnswer {
  if (typeof received === 'string') return answers[received]
  return 'refused' in received ? coded(received.refused) : accepted
}

const answers: Readonly<Record<Extract<Received, string>, SimulatedAnswer>> = {
  duplicate: coded('RESOURCE_ALREADY_EXIST'),
  unavailable: coded('SERVICE_UNAVAILABLE'),
  dropped: 'cut',
  meaningless,
  webPage,
  pauseAsked,
}
