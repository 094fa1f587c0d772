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

/** What became of all that was sent to servers over the same books. */
export async function totalOf(servers: readonly Server[], tallies: readonly (Tallied | undefined)[]): Promise<Total> {
  const statuses = tallies.flatMap((tallied) => Object.entries(tallied?.statuses ?? {}))
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
  const counts = await Promise.all(servers.map(({ network }) => network.ask('asked')))
  return {
    answered: sum(statuses.map(([, count]) => count)),
    paid: sum(statuses.flatMap(([status, count]) => (status === '201' ? count : []))),
    submissions: sum(counts.map(({ submissions }) => submissions)),
    enquiries: sum(counts.map(({ enquiries }) => enquiries)),
  }
}
