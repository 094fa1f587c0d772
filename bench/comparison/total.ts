import type { Tallied } from '../figures/tally.ts'
import type { Server } from '../workbench/workbench.ts'

/** Everything that a server was sent, including the warm-up. */
export type Total = {
  readonly answered: number
  /** Answered with 201. */
  readonly paid: number
  readonly submissions: number
  readonly enquiries: number
}

/** What became of all payouts. */
export async function totalOf({ network }: Server, tallies: readonly (Tallied | undefined)[]): Promise<Total> {
  const counts = tallies.flatMap((tallied) => Object.entries(tallied?.statuses ?? {}))
  const sum = (of: readonly [string, number][]) => of.reduce((total, [, count]) => total + count, 0)
  const paid = sum(counts.filter(([status]) => status === '201'))
  return { answered: sum(counts), paid, ...(await network.ask('asked')) }
}
