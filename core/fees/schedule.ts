import type { Kind, Transaction } from '../model/transaction.ts'

/** The fee for amounts up to and including a bound: a fixed amount, and a share of the amount. */
export type FeeTier = {
  /** Null on the last, which has no bound. */
  readonly upToMinor: bigint | null
  readonly flatMinor: bigint
  /** In ten-thousandths of a per cent: 12,500 is 1.25 %. */
  readonly percentE4: bigint
}

/** The fees of payments of one kind over a network in a currency, from a moment on. */
export type FeeSchedule = {
  readonly fromMs: number
  readonly kind: Kind
  readonly currency: string
  readonly network: string
  /** The account of the payments; null: every account that has no schedule of its own by then. */
  readonly accountId: string | null
  /** In the order of their bounds. */
  readonly tiers: readonly FeeTier[]
  readonly minimumMinor: bigint | null
  readonly maximumMinor: bigint | null
  /** Whether refunds return the fee of a collection that was charged by it; absent: they do not. */
  readonly isRefundable?: boolean
}

/** The input of a fee; for a payment, the time of its opening. */
export type Charged = Pick<Transaction, 'accountId' | 'kind' | 'currency' | 'network' | 'amountMinor'> & {
  readonly atMs: number
}

/** The fee of a payment, and for a collection the part that its refunds return. */
export type Charge = { readonly feeMinor: bigint; readonly feeBackMinor: bigint }

/**
 * The fee of a payment for its merchant: by the latest schedule that had begun by then, of its account if there is one,
 * and otherwise of every account; undefined if there is no schedule for it.
 */
export function feeOf(schedules: readonly FeeSchedule[], payment: Charged): bigint | undefined {
  const schedule = scheduleFor(schedules, payment)
  return schedule && feeIn(schedule, payment.amountMinor)
}

/** The fee of a payment, by {@link feeOf}, and the part that refunds return by the same schedule. */
export function chargeOf(schedules: readonly FeeSchedule[], payment: Charged): Charge {
  const schedule = scheduleFor(schedules, payment)
  const feeMinor = schedule ? feeIn(schedule, payment.amountMinor) : 0n
  return { feeMinor, feeBackMinor: payment.kind === 'collection' && schedule?.isRefundable ? feeMinor : 0n }
}

function scheduleFor(schedules: readonly FeeSchedule[], payment: Charged): FeeSchedule | undefined {
  const found = latestFor(schedules, payment).filter(
    ({ kind, accountId }) => kind === payment.kind && (accountId ?? payment.accountId) === payment.accountId,
  )
  return found.find(({ accountId }) => accountId !== null) ?? found[0]
}

/**
 * The fee of an amount by a schedule. A share is rounded half up to the minor unit, and the minimum and maximum apply
 * after that. A collection's fee never exceeds its amount, so that no balance falls by a collection.
 */
export function feeIn({ kind, tiers, minimumMinor, maximumMinor }: FeeSchedule, amountMinor: bigint): bigint {
  const tier = tierOf(tiers, amountMinor)
  const charged = tier ? tier.flatMinor + partOf(amountMinor, tier.percentE4) : 0n
  const raised = minimumMinor !== null && charged < minimumMinor ? minimumMinor : charged
  const bounded = maximumMinor !== null && raised > maximumMinor ? maximumMinor : raised
  return kind === 'collection' && bounded > amountMinor ? amountMinor : bounded
}

/** The tier of an amount; undefined above the last bound. */
export function tierOf(tiers: readonly FeeTier[], amountMinor: bigint): FeeTier | undefined {
  return tiers.find(({ upToMinor }) => upToMinor === null || amountMinor <= upToMinor)
}

/** Whole per cent, and the whole amount, in ten-thousandths of a per cent. */
const wholeE4 = 1_000_000n

/** A share of an amount, rounded half up, or up, to the minor unit. */
export function partOf(amountMinor: bigint, percentE4: bigint, rounding: 'half up' | 'up' = 'half up'): bigint {
  return (amountMinor * percentE4 + (rounding === 'up' ? wholeE4 - 1n : wholeE4 / 2n)) / wholeE4
}

/** The ones over a network in a currency that have begun, latest first. */
export function latestFor<Dated extends Pick<FeeSchedule, 'fromMs' | 'currency' | 'network'>>(
  all: readonly Dated[],
  { currency, network, atMs }: Pick<Charged, 'currency' | 'network' | 'atMs'>,
): readonly Dated[] {
  return all
    .filter((one) => one.currency === currency && one.network === network && one.fromMs <= atMs)
    .sort((one, other) => other.fromMs - one.fromMs)
}
