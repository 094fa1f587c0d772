import { type Calendar, utcDays } from '../../model/days.ts'
import type { OperatorRefusal } from '../../model/operatorRefusal.ts'
import { isRefusal } from '../../model/refusal.ts'
import { wayOf } from '../../model/transaction.ts'
import type { AccountPorts } from '../../ports/accountPorts.ts'
import type { AccountHour, PaymentSums } from '../../ports/operators/figures.ts'
import { readAccountStatement } from '../statement.ts'
import { emptySum, groupSums } from './endedSums.ts'

/** An account's payments that ended in a part of a time, and its balance at the end of it, in minor units. */
export type AccountPart = {
  readonly fromMs: number
  /** The beginning of the next part. */
  readonly toMs: number
  readonly succeeded: number
  readonly failed: number
  /** The amounts of collections that succeeded. */
  readonly inMinor: bigint
  /** The amounts of payouts and refunds that succeeded. */
  readonly outMinor: bigint
  /** The fees of both, less returned ones. */
  readonly feesMinor: bigint
  /** With held money. */
  readonly balanceMinor: bigint
}

/** An account's payments in one currency, by the parts of a time, oldest first. */
export type MeasuredAccount = {
  readonly currency: string
  readonly parts: readonly AccountPart[]
  /** Whether every payment counts; false while the server still adds up many of them. */
  readonly isWhole: boolean
}

/** The time of the measurement, with today as its last day: 30 days, or 13 weeks. */
export type AccountSpan = 'month' | 'quarter'

/** The function that {@link measureAccount} returns. */
export type MeasureAccount = (request: {
  readonly accountId: string
  readonly currency: string
  readonly over: AccountSpan
}) => Promise<MeasuredAccount | OperatorRefusal>

const dayMs = 86_400_000

const spans: Readonly<Record<AccountSpan, { readonly days: number; readonly parts: number }>> = {
  month: { days: 1, parts: 30 },
  quarter: { days: 7, parts: 13 },
}

/**
 * Measures an account's payments by day or week. The reads do not grow with the number of payments. Refused with
 * `unknown_account`, and with `unknown_currency` for a currency that neither the market has nor the account ever had.
 */
export function measureAccount({
  figures,
  clock,
  days = utcDays,
  ...ports
}: Pick<AccountPorts, 'accounts' | 'books' | 'market' | 'clock' | 'days'> & {
  readonly figures: Pick<PaymentSums, 'hoursOfAccount'>
}): MeasureAccount {
  const read = readAccountStatement(ports)
  return async ({ accountId, currency, over }) => {
    const times = partsUntil(days.dateOf(clock.nowMs()), spans[over], days)
    const [first, last] = [times[0]?.fromMs ?? 0, times.at(-1)?.toMs ?? 0]
    const { sums, isWhole } = await figures.hoursOfAccount({ accountId, fromMs: first, toMs: last })
    const theirs = sums.filter((sum) => sum.currency === currency)
    const parts: AccountPart[] = []
    for (const { fromMs, toMs } of times) {
      const statement = await read({ accountId, currency, fromMs: toMs, limit: 1 })
      if (isRefusal(statement)) return statement
      const { availableMinor, heldMinor } = statement.opening
      const during = theirs.filter((sum) => sum.fromMs >= fromMs && sum.fromMs < toMs)
      parts.push({ fromMs, toMs, ...partOf(during), balanceMinor: availableMinor + heldMinor })
    }
    return { currency, parts, isWhole }
  }
}

/** The parts of a time whose last day is a date. */
function partsUntil(
  dateMs: number,
  { days, parts }: { readonly days: number; readonly parts: number },
  calendar: Calendar,
) {
  return Array.from({ length: parts }, (_, part) => {
    const lastMs = dateMs - (parts - 1 - part) * days * dayMs
    return { fromMs: calendar.during(lastMs - (days - 1) * dayMs).fromMs, toMs: calendar.during(lastMs).toMs }
  })
}

function partOf(hours: readonly AccountHour[]): Omit<AccountPart, 'fromMs' | 'toMs' | 'balanceMinor'> {
  const [{ succeeded, failed, feesMinor } = emptySum] = groupSums(hours, () => ({}))
  const byWay = groupSums(hours, (hour) => ({ way: wayOf(hour) }))
  const minorOf = (wanted: string) => byWay.find(({ way }) => way === wanted)?.amountMinor ?? 0n
  return { succeeded, failed, feesMinor, inMinor: minorOf('collection'), outMinor: minorOf('payout') }
}
