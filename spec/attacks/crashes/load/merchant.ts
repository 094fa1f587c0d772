import type { Order } from '../plan.ts'
import { type CrashLink, type LinkForm, payThrough } from './links.ts'
import type { CrashAccount } from './operator.ts'
import { post } from './post.ts'

/** A merchant's knowledge of a payment: nothing, opened, or refused. */
export type Known =
  | { readonly is: 'unknown' }
  | {
      readonly is: 'opened'
      readonly id: string
      readonly code: 'accepted' | 'provider_unavailable' | 'outcome_unknown'
    }
  | { readonly is: 'repeated'; readonly id: string }
  | { readonly is: 'refused'; readonly code: string }
  /** It is a line of a batch, without an answer of its own. */
  | { readonly is: 'line' }

/** A payment as its merchant requests it, and its merchant's knowledge of it so far. */
export type PaymentRequest = {
  readonly order: Order
  readonly account: CrashAccount
  readonly reference: string
  /** Unique in a round except for a link's customers, so that the network's own file shows the owner of a payment. */
  readonly amount: number
  /** The reference of a refund's collection. */
  readonly collection?: string | undefined
  /** The form of a payment by a customer on the page of a link. */
  readonly form?: LinkForm
  known: Known
  /** How often it was requested: more than once only when no answer came. */
  times: number
  /** The times of the answered request and of its answer, by the monotonic clock. */
  asked?: { readonly fromMs: number; readonly toMs: number }
  /** Whether a later server has confirmed the answer. */
  isConfirmed: boolean
}

const paths = { payout: 'send-money', collection: 'collect-money', refund: 'refunds' } as const

/** Requests a payment, and resolves with the knowledge of it; rejects without an answer about it. */
export async function askFor(url: string, request: PaymentRequest): Promise<Known> {
  const { order, account, reference, amount, collection } = request
  const { kind, flaw, network } = order
  const place = { phone_number: crashPhone(order), currency: 'UGX', network: flaw === 'network' ? 'MTM' : network }
  if (request.form) return payThrough(url, request, request.form, place)
  const body = {
    ...{ apikey: account.publicKey, reference, amount: flaw === 'amount' ? 1 : amount },
    ...(kind !== 'collection' && { pin: account.pin }),
    ...(kind === 'refund' ? { collection } : place),
  }
  const { status, header } = await post(`${url}/api/v1/${paths[kind]}`, keyFor(order, account), body)
  // Too late, over the limit, or a server that is not ready: the payment may already exist.
  if ([408, 429, 503].includes(status)) throw new Error(`it was answered ${status}`)
  const code = header('Error-Code')
  const id = idIn(header('Location'))
  if (status === 201 && id) return { is: 'opened', id, code: 'accepted' }
  if (status === 500 && id && (code === 'provider_unavailable' || code === 'outcome_unknown'))
    return { is: 'opened', id, code }
  const original = idIn(header('Link'))
  if (status === 409 && original) return { is: 'repeated', id: original }
  return { is: 'refused', code: code || `${status}` }
}

/** Asks a server about an answer of an earlier one; resolves with the error, if any. */
export async function confirm(url: string, request: PaymentRequest): Promise<string | undefined> {
  const { known, account, reference, amount } = request
  if (known.is !== 'opened' && known.is !== 'repeated') return undefined
  const headers = { Authorization: `Bearer ${account.keys?.reader.secret ?? account.secretKey}` }
  const shown = await fetch(`${url}/api/v1/transactions/${known.id}`, { headers })
  const { data } = (await shown.json()) as { data?: { reference?: string; amount?: number } }
  if (shown.status !== 200 || data?.reference !== reference || data.amount !== amount)
    return `${reference} was answered with ${known.id}, which is shown as ${shown.status} ${JSON.stringify(data)}`
  const again = await askFor(url, request)
  // The page shows a customer the payment, first and again.
  if (again.is === (request.form ? 'opened' : 'repeated') && 'id' in again && again.id === known.id) return undefined
  return `${reference} is ${known.id}, and its reference once more is answered ${JSON.stringify(again)}`
}

/** A collection requested by two customers of one link; one of them can pay. Their numbers are paid soon. */
export function customersOf(collection: PaymentRequest): readonly PaymentRequest[] {
  const link: CrashLink = { reference: collection.reference, times: 0 }
  return [0, 1].map((customer) => {
    const number = String(100_000 + ((Number(collection.order.number) + customer) % 10))
    return {
      ...{ ...collection, order: { ...collection.order, number }, form: { link, customer } },
      /** The form's own once it was opened. */
      get reference() {
        return `${link.reference}-${link.times}-${link.forms?.nonces[customer] ?? `unopened-${customer}`}`
      },
    }
  })
}

/** The phone number of an order. */
export function crashPhone({ network, number }: Pick<Order, 'network' | 'number'>): string {
  return `2567${network === 'AIRTEL' ? 5 : 7}0${number}`
}

/** A request with the flaw `revoked` has no key before the first is revoked. */
function keyFor({ flaw, kind }: Order, { secretKey, keys }: CrashAccount): string {
  if (flaw === 'scope') return keys?.reader.secret ?? 'none'
  if (flaw === 'revoked') return keys?.tills.find(({ isRevoked }) => isRevoked)?.secret ?? 'none'
  return (kind === 'collection' ? keys?.tills.at(-1)?.secret : undefined) ?? secretKey
}

function idIn(header: string): string | undefined {
  return /\/api\/v1\/transactions\/([\w-]+)/.exec(header)?.[1]
}
