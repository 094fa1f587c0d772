import type { Kind, Transaction } from '../model/transaction.ts'

/** What is charged for amounts up to a bound, which is in it: a fixed amount, and a part of the amount. */
export type FeeTier = {
  /** Null on the last, which has no bound. */
  readonly upToMinor: bigint | null
  readonly flatMinor: bigint
  /** In ten-thousandths of a per cent: 12,500 is 1.25 %. */
  readonly percentE4: bigint
}

/** What payments of one kind cost over a network in a currency, from a moment on. */
export type FeeSchedule = {
  readonly fromMs: number
  readonly kind: Kind
  readonly currency: string
  readonly network: string
  /** Whose payments; null: those of every account that has no schedule of its own by then. */
  readonly accountId: string | null
  /** In the order of their bounds. */
  readonly tiers: readonly FeeTier[]
  readonly minimumMinor: bigint | null
  readonly maximumMinor: bigint | null
  /** Whether refunds give back the fee of a collection that was charged by it; absent: they do not. */
  readonly isRefundable?: boolean
}

/** What a fee depends on; of a payment, its opening's time. */
export type Charged = Pick<Transaction, 'accountId' | 'kind' | 'currency' | 'network' | 'amountMinor'> & {
  readonly atMs: number
}

/** What a payment costs, and of a collection what its refunds give back of that. */
export type Charge = { readonly feeMinor: bigint; readonly feeBackMinor: bigint }

/**
 * What a payment costs its merchant: by the latest schedule that had begun by then, of its account if there is one, and
 * otherwise of every account; undefined where no schedule is for it.
 */
export function feeOf(schedules: readonly FeeSchedule[], payment: Charged): bigint | undefined {
  const schedule = scheduleFor(schedules, payment)
  return schedule && feeIn(schedule, payment.amountMinor)
}

/** What a payment costs, as {@link feeOf} finds it, and what refunds give back of it by the same schedule. */
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
 * The fee of an amount by a schedule. A part is rounded half up to the minor unit, and the minimum and maximum hold after
 * that. A collection's fee is never more than its amount, so that no balance falls by a collection.
 */
export function feeIn({ kind, tiers, minimumMinor, maximumMinor }: FeeSchedule, amountMinor: bigint): bigint {
  const tier = tierOf(tiers, amountMinor)
  const charged = tier ? tier.flatMinor + partOf(amountMinor, tier.percentE4) : 0n
  const raised = minimumMinor !== null && charged < minimumMinor ? minimumMinor : charged
  const bounded = maximumMinor !== null && raised > maximumMinor ? maximumMinor : raised
  return kind === 'collection' && bounded > amountMinor ? amountMinor : bounded
}

/** The tier that an amount is in; undefined above the last bound. */
export function tierOf(tiers: readonly FeeTier[], amountMinor: bigint): FeeTier | undefined {
  return tiers.find(({ upToMinor }) => upToMinor === null || amountMinor <= upToMinor)
}

/** Whole per cent, and all of an amount, in ten-thousandths of a per cent. */
const wholeE4 = 1_000_000n

/** A part of an amount, rounded half up, or up, to the minor unit. */
export function partOf(amountMinor: bigint, percentE4: bigint, rounding: 'half up' | 'up' = 'half up'): bigint {
  return (amountMinor * percentE4 + (rounding === 'up' ? wholeE4 - 1n : wholeE4 / 2n)) / wholeE4
}

/** Those over a network in a currency that have begun, the latest first. */
export function latestFor<Dated extends Pick<FeeSchedule, 'fromMs' | 'currency' | 'network'>>(
  all: readonly Dated[],
  { currency, network, atMs }: Pick<Charged, 'currency' | 'network' | 'atMs'>,
): readonly Dated[] {
  return all
    .filter((one) => one.currency === currency && one.network === network && one.fromMs <= atMs)
    .sort((one, other) => other.fromMs - one.fromMs)
}
