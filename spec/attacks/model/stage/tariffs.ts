import type { FeeSchedule, Fees, Kind } from '../../../../core/sente.ts'

/** The fees of payments from a moment on, for runs under one configuration; amounts in UGX. */
type Tariff = {
  readonly config: string
  readonly fromMs: number
  readonly kind: Kind
  readonly network: string
  /** The index of an account with a tariff of its own. */
  readonly account?: number
  /** Amounts above a bound have other fees. */
  readonly upTo?: number
  readonly flat?: number
  readonly percent?: number
  readonly beyond?: { readonly flat: number; readonly percent: number }
  readonly minimum?: number
  readonly maximum?: number
  /** Whether refunds give back the fee of a collection. */
  readonly isRefundable?: boolean
}

/** The wall clock at the beginning of sequences. */
export const beginningMs = Date.UTC(2026, 0, 2, 8)

const minuteMs = 60_000

/** A configuration with schedules that change during sequences, and another that a restart may bring. */
export const tariffs: readonly Tariff[] = [
  { config: 'A', fromMs: 0, kind: 'payout', network: 'MTN', percent: 1.25, minimum: 10, maximum: 2_000 },
  {
    ...{ config: 'A', fromMs: beginningMs + 15 * minuteMs, kind: 'payout', network: 'MTN' },
    ...{ upTo: 1_000, flat: 50, beyond: { flat: 7, percent: 0.3333 } },
  },
  { config: 'A', fromMs: beginningMs + minuteMs, kind: 'payout', network: 'AIRTEL', flat: 25 },
  { config: 'A', fromMs: beginningMs + 60 * minuteMs, kind: 'payout', network: 'MTN', account: 1, flat: 5 },
  { config: 'A', fromMs: 0, kind: 'collection', network: 'MTN', percent: 3.3333, isRefundable: true },
  { config: 'A', fromMs: beginningMs + 20 * minuteMs, kind: 'collection', network: 'MTN', percent: 2 },
  { config: 'A', fromMs: 0, kind: 'collection', network: 'AIRTEL', flat: 700 },
  { config: 'A', fromMs: 0, kind: 'refund', network: 'MTN', flat: 30 },
  { config: 'B', fromMs: 0, kind: 'payout', network: 'MTN', flat: 77 },
  { config: 'B', fromMs: 0, kind: 'refund', network: 'AIRTEL', percent: 0.5 },
]

/** The facts that decide a fee, in the model. */
type Costing = {
  readonly config: string
  readonly nowMs: number
  readonly kind: Kind
  readonly network: string
  readonly account: number
  readonly amount: number
}

function tariffFor(given: readonly Tariff[], { config, nowMs, kind, network, account }: Costing): Tariff | undefined {
  const those = given
    .filter((one) => one.config === config && one.kind === kind && one.network === network && one.fromMs <= nowMs)
    .sort((one, other) => other.fromMs - one.fromMs)
  return those.find((one) => one.account === account) ?? those.find((one) => one.account === undefined)
}

/** The fee of a payment, calculated a second time as plainly as possible, and the part of it that refunds give back. */
export function priceOf(given: readonly Tariff[], costing: Costing): { fee: number; back: number } {
  const { kind, amount } = costing
  const found = tariffFor(given, costing)
  if (!found) return { fee: 0, back: 0 }
  const { flat = 0, percent = 0 } = found.beyond && amount > (found.upTo ?? 0) ? found.beyond : found
  const cost = flat + Math.floor((amount * Math.round(percent * 10_000) + 500_000) / 1_000_000)
  const bounded = Math.min(Math.max(cost, found.minimum ?? 0), found.maximum ?? Number.POSITIVE_INFINITY)
  const fee = kind === 'collection' ? Math.min(bounded, amount) : bounded
  return { fee, back: kind === 'collection' && found.isRefundable ? fee : 0 }
}

/** The same tariffs in the form of a gateway's configuration. */
export function feesUnder(given: readonly Tariff[], config: string, accountIds: readonly string[]): Fees {
  const schedules = given.filter((one) => one.config === config).map((one) => scheduleOf(one, accountIds))
  return { schedules, cashOuts: [] }
}

function scheduleOf(one: Tariff, accountIds: readonly string[]): FeeSchedule {
  const { fromMs, kind, network, account, upTo, flat = 0, percent = 0, beyond, minimum, maximum } = one
  const tier = (upToMinor: number | undefined, charged: { readonly flat: number; readonly percent: number }) => ({
    upToMinor: upToMinor === undefined ? null : BigInt(upToMinor),
    flatMinor: BigInt(charged.flat),
    percentE4: BigInt(Math.round(charged.percent * 10_000)),
  })
  return {
    ...{ fromMs, kind, network, currency: 'UGX', accountId: accountIds[account ?? -1] ?? null },
    tiers: [tier(upTo, { flat, percent }), ...(beyond ? [tier(undefined, beyond)] : [])],
    minimumMinor: minimum === undefined ? null : BigInt(minimum),
    maximumMinor: maximum === undefined ? null : BigInt(maximum),
    ...(one.isRefundable && { isRefundable: true }),
  }
}

/** Tariffs of a stage. */
export type Tariffs = readonly Tariff[]
