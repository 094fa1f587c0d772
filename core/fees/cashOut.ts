import { type Charged, type FeeTier, latestFor, partOf, tierOf } from './schedule.ts'

/** What a network charges somebody who takes money out in cash, from a moment on. */
export type CashOutTable = {
  readonly fromMs: number
  readonly currency: string
  readonly network: string
  /** By what is taken out, in the order of their bounds; above the last bound nothing can be taken out at once. */
  readonly tiers: readonly FeeTier[]
  /** A duty on what is taken out, in ten-thousandths of a per cent. */
  readonly dutyPercentE4: bigint
}

/** What somebody needs, to take an amount out in cash. */
export type CashOut = {
  readonly chargeMinor: bigint
  readonly dutyMinor: bigint
  /** The amount with both: what has to be sent. */
  readonly sendMinor: bigint
}

/** An amount that is taken out in cash at a moment. */
export type Taken = Pick<Charged, 'currency' | 'network' | 'amountMinor' | 'atMs'>

/**
 * What has to be sent so that an amount can be taken out, by the latest table that has begun; undefined where none says so.
 * The duty is rounded up, so that what is sent is enough however the network rounds.
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
