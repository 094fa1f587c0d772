import {
  type Calendar,
  type CashOutTable,
  type FeeSchedule,
  type FeeTier,
  toDecimal,
  toMajor,
} from '../../../../core/sente.ts'
import { local, utc } from '../../../formats/moment.ts'
import { table } from '../../output/output.ts'

/** A schedule as JSON. */
export function scheduleJson(schedule: FeeSchedule) {
  const { fromMs, kind, currency, network, accountId, tiers, minimumMinor, maximumMinor } = schedule
  return {
    from: utc(fromMs),
    kind,
    currency,
    network,
    account: accountId,
    tiers: tiers.map((tier) => tierJson(tier, currency)),
    minimum: minimumMinor === null ? null : toMajor(minimumMinor, currency),
    maximum: maximumMinor === null ? null : toMajor(maximumMinor, currency),
    borne_by: 'merchant',
    ...(schedule.isRefundable && { refundable: true }),
  }
}

/** A table of the charges for cash as JSON. */
export function cashOutJson({ fromMs, currency, network, tiers, dutyPercentE4 }: CashOutTable) {
  return {
    from: utc(fromMs),
    currency,
    network,
    tiers: tiers.map((tier) => tierJson(tier, currency)),
    duty_percent: percentOf(dutyPercentE4),
  }
}

function tierJson({ upToMinor, flatMinor, percentE4 }: FeeTier, currency: string) {
  return {
    up_to: upToMinor === null ? null : toMajor(upToMinor, currency),
    flat: toMajor(flatMinor, currency),
    percent: percentOf(percentE4),
  }
}

/** Schedules as a table, with a row for each tier. */
export function scheduleTable(schedules: readonly FeeSchedule[], days: Calendar): string {
  const rows = schedules.flatMap((schedule) => {
    const { fromMs, kind, currency, network, accountId, tiers, minimumMinor, maximumMinor, isRefundable } = schedule
    return tiers.map((tier) => ({
      From: local(fromMs, days),
      Kind: kind,
      Network: network,
      Account: accountId ?? 'all',
      ...tierRow(tier, currency),
      Least: amountText(minimumMinor, currency),
      Most: amountText(maximumMinor, currency),
      Currency: currency,
      Refundable: isRefundable ? 'yes' : 'no',
    }))
  })
  const amounts = ['Up to', 'Flat', 'Per cent', 'Least', 'Most'] as const
  const refundable = schedules.some(({ isRefundable }) => isRefundable) ? (['Refundable'] as const) : []
  return table(['From', 'Kind', 'Network', 'Account', ...amounts, 'Currency', ...refundable], rows, amounts)
}

/** Tables of the charges for cash as one table. */
export function cashOutTable(tables: readonly CashOutTable[], days: Calendar): string {
  const rows = tables.flatMap(({ fromMs, currency, network, tiers, dutyPercentE4 }) =>
    tiers.map((tier) => ({
      From: local(fromMs, days),
      'Cash from': network,
      ...tierRow(tier, currency),
      'Duty per cent': String(percentOf(dutyPercentE4)),
      Currency: currency,
    })),
  )
  const amounts = ['Up to', 'Flat', 'Per cent', 'Duty per cent'] as const
  return table(['From', 'Cash from', ...amounts, 'Currency'], rows, amounts)
}

function tierRow({ upToMinor, flatMinor, percentE4 }: FeeTier, currency: string) {
  return {
    'Up to': amountText(upToMinor, currency),
    Flat: toDecimal(flatMinor, currency),
    'Per cent': String(percentOf(percentE4)),
  }
}

function amountText(minor: bigint | null, currency: string): string {
  return minor === null ? '' : toDecimal(minor, currency)
}

function percentOf(percentE4: bigint): number {
  return Number(percentE4) / 10_000
}
