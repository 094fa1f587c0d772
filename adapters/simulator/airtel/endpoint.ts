import type { Context } from 'koa'
import type { Network, Received } from '../payments/network.ts'
import type { Kind, Submission } from '../payments/payments.ts'
import type { AccessTokens } from '../transport/accessTokens.ts'
import { meaningless, pauseAsked, type SimulatedAnswer, webPage } from '../transport/answer.ts'
import { airtelAccess } from './access.ts'
import { duplicate, refused, unknown, untyped } from './answers/refusals.ts'
import { type AirtelVersion, inVersion, outOfService, type Reply } from './answers/reply.ts'
import { disbursed, enquired, pushed } from './answers/status.ts'
import { type AirtelOrder, airtelReader } from './request.ts'
import type { AirtelCipher } from './secrets/cipher.ts'
import { callerFault, pinFault, signatureFault, typeFault } from './validation.ts'

/** One of Airtel's operations in one version of the API. */
type AirtelEndpoint = {
  submit(ctx: Context): Promise<SimulatedAnswer>
  enquire(ctx: Context, providerId: string): SimulatedAnswer
}

/** The operation of an endpoint. */
type AirtelOperation = { readonly kind: Kind; readonly version: AirtelVersion }

/** The parts that all endpoints share. */
export type AirtelParts = {
  readonly network: Network
  readonly tokens: AccessTokens
  readonly cipher: AirtelCipher
  /** Whether a submission must be signed. */
  readonly signing: boolean
}

/** Makes the endpoint of one operation. */
export function airtelEndpoint({ kind, version }: AirtelOperation, parts: AirtelParts): AirtelEndpoint {
  const { network, tokens, cipher, signing } = parts
  const read = airtelReader(kind, version)

  async function submit(ctx: Context): Promise<Reply> {
    const fault = callerFault(ctx, kind, tokens) ?? typeFault(ctx) ?? (signing && signatureFault(ctx, kind, cipher))
    if (fault) return fault
    const order = read(ctx.request.body)
    if ('message' in order) return order
    return pinFault(order.pin, cipher) ?? replyTo(kind, await network.receive(submissionOf(kind, order)))
  }

  function enquire(ctx: Context, providerId: string): Reply {
    const fault = callerFault(ctx, kind, tokens)
    if (fault) return fault
    if (kind === 'payout' && version === 'v2' && ctx.query.transactionType !== 'B2C') return untyped
    const found = network.enquire({ network: 'AIRTEL', kind, providerId })
    if (typeof found === 'object') return enquired(found)
    return found === 'unknown' ? unknown[kind] : outOfService
  }

  return {
    submit: async (ctx) => inVersion(version, await submit(ctx)),
    enquire: (ctx, providerId) => inVersion(version, enquire(ctx, providerId)),
  }
}

function submissionOf(kind: Kind, { providerId, amount, msisdn, reference }: AirtelOrder): Submission {
  const { currency } = airtelAccess
  const id = { network: 'AIRTEL', kind, providerId }
  return { ...id, amount, currency, phoneNumber: `256${msisdn}`, callbackUrl: null, sent: { reference } }
}

function replyTo(kind: Kind, received: Received): Reply {
  if (received === 'duplicate') return duplicate[kind]
  if (typeof received === 'string') return replies[received]
  if ('refused' in received) return refused[received.refused][kind]
  return kind === 'payout' ? disbursed(received.accepted) : pushed(received.accepted)
}

const replies: Readonly<Record<Exclude<Extract<Received, string>, 'duplicate'>, Reply>> = {
  unavailable: outOfService,
  dropped: 'cut',
  meaningless,
  webPage,
  pauseAsked,
}
