import type { Context } from 'koa'
import type { Network, Received } from '../payments/network.ts'
import type { PaymentId, Payments } from '../payments/payments.ts'
import type { AccessTokens } from '../transport/accessTokens.ts'
import { meaningless, pauseAsked, type SimulatedAnswer, webPage } from '../transport/answer.ts'
import type { MtnProduct } from './access.ts'
import { accepted, coded, mtnPayment } from './answer.ts'
import { partyReader, refundReader } from './request.ts'
import { callbackFault, callerFault, referenceFault } from './validation.ts'

/** One operation of one of MTN's products. */
type MtnEndpoint = {
  submit(ctx: Context): Promise<SimulatedAnswer>
  enquire(ctx: Context, reference: string): SimulatedAnswer
}

/** An operation: its product, its name in paths, and the part of its payments' ids that all of them share. */
export type MtnOperation = { readonly product: MtnProduct; readonly resource: string } & Omit<
  PaymentId,
  'network' | 'providerId'
>

/** The parts that all endpoints share. */
type MtnParts = {
  readonly network: Network
  readonly tokens: AccessTokens
  readonly payments: Pick<Payments, 'find'>
}

/** Makes the endpoint of one operation. */
export function mtnEndpoint(
  { product, resource, ...shared }: MtnOperation,
  { network, tokens, payments }: MtnParts,
): MtnEndpoint {
  const read = resource === 'refund' ? refundReader(payerOf) : partyReader(shared.kind === 'payout' ? 'payee' : 'payer')

  function idOf(reference: string): PaymentId {
    return { ...shared, network: 'MTN', providerId: reference.toLowerCase() }
  }

  function payerOf(reference: string): string | undefined {
    const collection = payments.find({ network: 'MTN', kind: 'collection', providerId: reference.toLowerCase() })
    return collection?.status === 'successful' ? collection.phoneNumber : undefined
  }

  return {
    async submit(ctx) {
      const reference = ctx.get('X-Reference-Id')
      const fault = callerFault(ctx, product, tokens) ?? referenceFault(reference) ?? callbackFault(ctx)
      if (fault) return fault
      const order = read(ctx.request.body)
      if ('fault' in order) return order.fault
      const callbackUrl = ctx.get('X-Callback-Url') || null
      return answerTo(await network.receive({ ...idOf(reference), ...order, callbackUrl }))
    },
    enquire(ctx, reference) {
      const fault = callerFault(ctx, product, tokens) ?? referenceFault(reference)
      if (fault) return fault
      const found = network.enquire(idOf(reference))
      return typeof found === 'object' ? { status: 200, body: mtnPayment(found) } : enquiryErrors[found]
    },
  }
}

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
