import { type Charged, type FeeTier, latestFor, partOf, tierOf } from './schedule.ts'

/** A network's charges for withdrawals in cash, from a moment on. */
export type CashOutTable = {
  readonly fromMs: number
  readonly currency: string
  readonly network: string
  /** By the withdrawn amount, in the order of their bounds. Above the last bound no withdrawal is possible. */
  readonly tiers: readonly FeeTier[]
  /** A duty on the withdrawn amount, in ten-thousandths of a per cent. */
  readonly dutyPercentE4: bigint
}

/** The cost of withdrawing an amount in cash. */
export type CashOut = {
  readonly chargeMinor: bigint
  readonly dutyMinor: bigint
  /** The amount to send: the withdrawal with charge and duty. */
  readonly sendMinor: bigint
}

/** A withdrawal of an amount in cash at a moment. */
export type Taken = Pick<Charged, 'currency' | 'network' | 'amountMinor' | 'atMs'>

/**
 * The amount to send so that an amount can be withdrawn, by the latest table that has begun; undefined if there is
 * none. The duty is rounded up, so that the sent amount is enough however the network rounds.
 */
export function cashOutOf(tables: readonly CashOutTable[], taken: Taken): CashOut | undefined {
  const { amountMinor } = taken
  const [table] = latestFor(tables, taken)
  const tier = table && tierOf(table.tiers, amountMinor)
  if (!tier) return undefined
  const chargeMinor = tier.flatMinor + partOf(amountMinor, tier.percentE4)
  const dutyMinor = partOf(amountMinor, table.dutyPercentE4, 'up')
  return { chargeMinor, dutyMinor, sendMinor: amountMinor + chargeMinor + dutyMinor }
}
