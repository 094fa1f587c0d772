import type { CashOutTable } from './cashOut.ts'
import type { FeeSchedule } from './schedule.ts'

/** The fees of a gateway's configuration. */
export type Fees = {
  readonly schedules: readonly FeeSchedule[]
  readonly cashOuts: readonly CashOutTable[]
}

/** No fees, which is the default. */
export const noFees: Fees = { schedules: [], cashOuts: [] }

/** The fees in force at a moment: the latest of each kind, currency, network and account that has begun. */
export function feesInForce({ schedules, cashOuts }: Fees, atMs: number): Fees {
  return { schedules: latestOfEach(schedules, atMs), cashOuts: latestOfEach(cashOuts, atMs) }
}

function latestOfEach<Dated extends FeeSchedule | CashOutTable>(all: readonly Dated[], atMs: number): readonly Dated[] {
  const latest = new Map<string, Dated>()
  for (const one of all.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const whose = 'kind' in one ? [one.kind, one.accountId ?? ''] : []
    if (one.fromMs <= atMs) latest.set([one.currency, one.network, ...whose].join(' '), one)
  }
  return [...latest.values()]
}
