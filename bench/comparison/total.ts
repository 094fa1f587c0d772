import type { Tallied } from '../figures/tally.ts'
import type { Server } from '../workbench/workbench.ts'

/** Everything that was sent to a server, including the warm-up. */
export type Total = {
  readonly answered: number
  /** Answered with 201. */
  readonly paid: number
  readonly submissions: number
  readonly enquiries: number
}

/** The results of all requests to servers over the same books. */
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
