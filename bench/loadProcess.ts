import { closedLoop, openPool, type Pool } from './closedLoop.ts'
import { doDuties } from './duties.ts'
import { lookUpWriter, type Orders, payoutWriter } from './merchants.ts'
import { type OpenLoop, openLoop } from './openLoop.ts'
import type { Tallied } from './tally.ts'
import { type Usage, watchUsage } from './usage.ts'

type Target = { readonly orders: Orders; readonly pool: Pool; readonly write: () => string }

/** In flight; fewer than the files that a process may commonly have open. */
const atMost = 8_000

const targets: Target[] = []
let payouts: OpenLoop | undefined

/** The merchants: a process that sends requests and counts their answers. */
const load = doDuties({
  /** Gets ready to send such requests; returns the number by which they are known here. */
  prepare(orders: Orders): number {
    return targets.push({ orders, pool: openPool(orders.url), write: payoutWriter(orders) }) - 1
  },

  /** Keeps so many requests in flight for so long. */
  async payOut({ target, inFlight, ms }: { target: number; inFlight: number; ms: number }) {
    const { pool, write } = targetOf(target)
    const connections = await pool.take(inFlight)
    const usage = watchUsage()
    const loop = await closedLoop(connections, write, ms)
    return { ...loop, usage: usage() }
  },

  /** Looks up balances for so long. */
  async lookUp({ target, perSecond, ms }: { target: number; perSecond: number; ms: number }): Promise<Tallied> {
    const { orders } = targetOf(target)
    const write = lookUpWriter(orders)
    const lookUps = openLoop({ url: orders.url, write, perSecond, atMost })
    const seen = await lookUps.measure(ms)
    await lookUps.end()
    return seen
  },

  /** Begins to pay so much every second, however many payouts are in flight. */
  beginPayouts({ target, perSecond }: { target: number; perSecond: number }) {
    const { orders, write } = targetOf(target)
    payouts = openLoop({ url: orders.url, write, perSecond, atMost })
  },
  inFlight: (): number => payouts?.inFlight() ?? 0,
  /** What becomes of the payouts of the next so many milliseconds. */
  async measurePayouts(ms: number): Promise<Tallied & { readonly usage: Usage }> {
    const usage = watchUsage()
    const seen = await payouts?.measure(ms)
    if (!seen) throw new Error('no payouts were begun')
    return { ...seen, usage: usage() }
  },
  /** Pays no more; tells what became of all payouts. */
  endPayouts: (): Promise<Tallied> | undefined => payouts?.end(),
})

function targetOf(number: number): Target {
  const target = targets[number]
  if (!target) throw new Error('requests have to be prepared first')
  return target
}

/** The duties of the load's process. */
export type LoadDuties = typeof load
