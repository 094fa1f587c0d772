import type { Terms } from '../figures/arm.ts'
import { inTurns } from '../figures/turns.ts'
import type { ClosedLoop } from '../instruments/closedLoop.ts'
import type { Memory } from '../processes/usage.ts'
import type { ServerSlice } from '../servers/serverDuties.ts'
import { type Busy, busyIn, watch } from '../workbench/watch.ts'
import type { Server } from '../workbench/workbench.ts'
import type { Total } from './total.ts'

/** The measurements of one slice of one server. */
export type Slice = {
  readonly server: ServerSlice
  readonly load: ClosedLoop
  readonly busy: Busy
  /** Requests answered a second. */
  readonly rate: number
  /** CPU time of the server for each request that it answered, in microseconds. */
  readonly cpuMicros: number
  /** The same for its database's server, if it has one. */
  readonly databaseMicros: number
}

/** All measurements of one server, with the slices in their order. */
export type Seen = {
  readonly slices: Slice[]
  readonly total: Total
  readonly memory: { readonly begin: Memory; readonly end: Memory }
}

/** The time and load of a measurement. */
export type Plan = Terms & { readonly inFlight: number }

const warmUpMs = 8_000

/** The time for which the load runs before each slice, so that connections are open and caches warm. */
const leadInMs = 250

/** Measures two servers in turns, in an order swapped from pair to pair. The other one is idle meanwhile. */
export async function takeSlices(pair: readonly [Server, Server], plan: Plan): Promise<[Seen, Seen]> {
  const [first, second] = [slicesOf(pair[0], plan), slicesOf(pair[1], plan)]
  await first.warmUp()
  await second.warmUp()
  for (const [round, turns] of inTurns([first, second], plan.slices).entries()) {
    for (const one of turns) await one.take()
    plan.progress(`slices ${round + 1}/${plan.slices}: ${first.lastRate()} and ${second.lastRate()} requests a second`)
  }
  return [await first.end(), await second.end()]
}

function slicesOf(server: Server, { inFlight, seconds }: Plan) {
  const { child, load, network, receiver } = server
  const slices: Slice[] = []
  const total = { answered: 0, paid: 0 }
  let begin: Memory | undefined

  async function payOut(ms: number) {
    const loop = await load.ask('payOut', { inFlight, ms })
    total.answered += loop.answered
    total.paid += loop.statuses[201] ?? 0
    return loop
  }

  /** Waits until merchants have a message about every payment: its cost belongs to the slice. */
  const told = () => receiver?.ask('awaitArrivals', total.paid)

  return {
    lastRate: () => Math.round(slices.at(-1)?.rate ?? 0),
    async warmUp() {
      await payOut(warmUpMs)
      begin = await child.ask('memory')
    },
    async take() {
      await payOut(leadInMs)
      await told()
      const endWatch = await watch(server)
      const { usage, ...loop } = await payOut(seconds * 1000)
      await told()
      const watched = await endWatch()
      const cpuMicros = (watched.server.cpuMs * 1000) / loop.answered
      const databaseMicros = (watched.databaseMs * 1000) / loop.answered
      const rate = loop.answeredInTime / seconds
      slices.push({ server: watched.server, load: loop, busy: busyIn(watched, usage), rate, cpuMicros, databaseMicros })
    },
    async end(): Promise<Seen> {
      if (!begin) throw new Error('the server is not warmed up yet')
      const memory = { begin, end: await child.ask('memory') }
      return { slices, total: { ...total, ...(await network.ask('asked')) }, memory }
    },
  }
}
