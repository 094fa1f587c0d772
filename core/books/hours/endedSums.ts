import { isFinal, type Transaction, wayOf } from '../../model/transaction.ts'
import type { AccountHour, ChannelHour, EndedSum } from '../../ports/operators/figures.ts'
import { stretchOf } from '../float/sums.ts'

const [secondMs, minuteMs, hourMs, dayMs] = [1_000, 60_000, 3_600_000, 86_400_000]

/** The durations by which ended payments are counted, in milliseconds. */
export const countedDurations: readonly number[] = [
  ...[1, 2, 5, 10, 20, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 5, 10, 30].map((minutes) => minutes * minuteMs),
  ...[1, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 3, 7, 30].map((days) => days * dayMs),
]

/** The most payments that a store counts one by one, because they are not added up yet. */
export const mostCounted = 2_000

/** An ended payment, and the moment of its end. */
export type EndedPayment = {
  readonly payment: Pick<
    Transaction,
    | 'accountId'
    | 'kind'
    | 'currency'
    | 'network'
    | 'state'
    | 'amountMinor'
    | 'feeMinor'
    | 'feeBackMinor'
    | 'createdAtMs'
  >
  readonly atMs: number
}

/** The sums of one ended payment. */
export function hourOf({ payment, atMs }: EndedPayment): AccountHour & Pick<ChannelHour, 'withinMs'> {
  const { currency, network, kind, state, createdAtMs } = payment
  const hasSucceeded = state === 'succeeded'
  return {
    ...{ currency, network, kind, fromMs: stretchOf(atMs) },
    succeeded: hasSucceeded ? 1 : 0,
    failed: isFinal(state) && !hasSucceeded ? 1 : 0,
    amountMinor: hasSucceeded ? payment.amountMinor : 0n,
    feesMinor: hasSucceeded ? payment.feeMinor - payment.feeBackMinor : 0n,
    withinMs: countedDurations.find((ms) => atMs - createdAtMs <= ms) ?? dayMs * 30,
  }
}

/** Adds up sums by group, in the order of the first of each group. */
export function groupSums<Row extends EndedSum, Group extends object>(
  rows: Iterable<Row>,
  groupOf: (row: Row) => Group,
): (Group & EndedSum)[] {
  const found = new Map<string, Group & EndedSum>()
  for (const row of rows) {
    const group = groupOf(row)
    const key = JSON.stringify(Object.values(group))
    const { succeeded, failed, amountMinor, feesMinor } = found.get(key) ?? emptySum
    found.set(key, {
      ...group,
      succeeded: succeeded + row.succeeded,
      failed: failed + row.failed,
      amountMinor: amountMinor + row.amountMinor,
      feesMinor: feesMinor + row.feesMinor,
    })
  }
  return [...found.values()]
}

/** No payments. */
export const emptySum: EndedSum = { succeeded: 0, failed: 0, amountMinor: 0n, feesMinor: 0n }

/** Adds up sums by the hour of an account. */
export function accountHours(rows: Iterable<AccountHour>): AccountHour[] {
  return groupSums(rows, ({ currency, network, kind, fromMs }) => ({ currency, network, kind, fromMs }))
}

/** Adds up sums by the hour of a channel and the duration. */
export function channelHours(rows: Iterable<AccountHour & Pick<ChannelHour, 'withinMs'>>): ChannelHour[] {
  return groupSums(rows, ({ currency, network, kind, fromMs, withinMs }) => {
    return { currency, network, kind: wayOf({ kind }), fromMs, withinMs }
  })
}
