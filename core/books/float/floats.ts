import { type Market, networkNames } from '../../model/market.ts'
import { type OperatorRefusal, unconfiguredNetwork } from '../../model/operatorRefusal.ts'
import type { Way } from '../../model/transaction.ts'
import type { PostedFloat } from './sums.ts'

/** The operator's money at a network for payments in one direction or both, in a currency. */
export type Float = {
  readonly network: string
  readonly currency: string
  /** The network's product with a wallet of its own; empty if payouts and collections share one. */
  readonly product: Product | ''
  readonly account: `float:${string}`
  readonly kinds: readonly Way[]
}

/** The products of networks, each for payments in one direction. */
export const products = { payout: 'disbursement', collection: 'collection' } as const satisfies Record<Way, string>

/** One of {@link products}. */
export type Product = (typeof products)[Way]

/** All floats of a market, in its order. */
export function floatsOf(market: Market): readonly Float[] {
  return [...market].flatMap(([currency, { networks }]) =>
    networks.flatMap(({ name: network, hasOneFloat }): Float[] =>
      hasOneFloat
        ? [{ network, currency, product: '', account: `float:${network}`, kinds: ['payout', 'collection'] }]
        : (['payout', 'collection'] as const).map((kind) => floatOf({ network, currency }, kind)),
    ),
  )
}

/** The account of a network's float for payments of a kind, or of its only float; refused if there is none. */
export function floatAccountOf(
  market: Market,
  { network, currency, product }: Pick<Float, 'network' | 'currency'> & { readonly product: Product },
): { readonly account: Float['account'] } | OperatorRefusal {
  if (!networkNames(market).includes(network)) return unconfiguredNetwork(network, market)
  const floats = floatsOf(market).filter((float) => float.network === network && float.currency === currency)
  const found = floats.find((float) => float.product === product || float.product === '')
  if (found) return { account: found.account }
  return { refused: 'unknown_currency', message: `${network} has no float in ${currency}` }
}

/** The floats of the market, and those that payments have moved although the market no longer has them. */
export function floatsWith(market: Market, paid: readonly Omit<PostedFloat, 'minor'>[]): readonly Float[] {
  const floats = floatsOf(market)
  const former = paid.filter((sum) => !floats.some((float) => movesFloat(float, sum)))
  return [...floats, ...former.map(({ network, currency, kind }) => floatOf({ network, currency }, kind))]
}

function floatOf(at: Pick<Float, 'network' | 'currency'>, kind: Way): Float {
  const product = products[kind]
  return { ...at, product, account: `float:${at.network}:${product}`, kinds: [kind] }
}

/** Whether payments of a kind over a network move this float. */
export function movesFloat({ network, currency, kinds }: Float, payment: Omit<PostedFloat, 'minor'>): boolean {
  return network === payment.network && currency === payment.currency && kinds.includes(payment.kind)
}

/** The net effect of payments on a float. */
export function paidInto(float: Float, paid: readonly PostedFloat[]): bigint {
  return paid
    .filter((sum) => movesFloat(float, sum))
    .reduce((minor, sum) => (sum.kind === 'payout' ? minor - sum.minor : minor + sum.minor), 0n)
}
