import type { Tallied } from '../figures/tally.ts'
import { doDuties } from '../processes/duties.ts'
import { type Usage, watchUsage } from '../processes/usage.ts'
import { closedLoop, openPool, type Pool } from './closedLoop.ts'
import { lookUpWriter, type Orders, payoutWriter } from './merchants.ts'
import { type OpenLoop, openLoop } from './openLoop.ts'

type Prepared = { readonly orders: Orders; readonly pool: Pool; readonly write: () => string }

/** The most requests in flight: fewer than the files that a process may usually have open. */
const atMost = 8_000

let prepared: Prepared | undefined
let payouts: OpenLoop | undefined

/** One server's merchants: a process that sends requests and counts their answers. */
const load = doDuties({
  /** Prepares to send such requests. */
  prepare(orders: Orders): void {
    prepared = { orders, pool: openPool(orders.url), write: payoutWriter(orders) }
  },

  /** Keeps `inFlight` requests in flight for `ms`. */
  async payOut({ inFlight, ms }: { inFlight: number; ms: number }) {
    const { pool, write } = ready()
    const connections = await pool.take(inFlight)
    const usage = watchUsage()
    const loop = await closedLoop(connections, write, ms)
    return { ...loop, usage: usage() }
  },

  /** Looks up balances for `ms`. */
  async lookUp({ perSecond, ms }: { perSecond: number; ms: number }): Promise<Tallied> {
    const { orders } = ready()
    const write = lookUpWriter(orders)
    const lookUps = openLoop({ url: orders.url, write, perSecond, atMost })
    const seen = await lookUps.measure(ms)
    await lookUps.end()
    return seen
  },

  /** Begins to send payouts, `perSecond` of them, with any number in flight, or at most so many. */
  beginPayouts({ perSecond, most = atMost }: { perSecond: number; most?: number }) {
    const { orders, write } = ready()
    payouts = openLoop({ url: orders.url, write, perSecond, atMost: most })
  },
  inFlight: (): number => payouts?.inFlight() ?? 0,
  /** Measures the payouts of the next `ms`. */
  async measurePayouts(ms: number): Promise<Tallied & { readonly usage: Usage }> {
    const usage = watchUsage()
    const seen = await payouts?.measure(ms)
    if (!seen) throw new Error('no payouts were begun')
    return { ...seen, usage: usage() }
  },
  /** Stops sending payouts. Resolves with the counts of all of them. */
  endPayouts: (): Promise<Tallied> | undefined => payouts?.end(),
})

function ready(): Prepared {
  if (!prepared) throw new Error('requests must be prepared first')
  return prepared
}

/** The duties of the load's process. */
export type LoadDuties = typeof load
