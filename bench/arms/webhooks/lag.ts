import { setTimeout } from 'node:timers/promises'
import { bottleneckDoubts, countDoubts, statusDoubts } from '../../comparison/doubts.ts'
import { totalOf } from '../../comparison/total.ts'
import type { ArmOptions } from '../../figures/arm.ts'
import { median } from '../../figures/median.ts'
import type { Tallied } from '../../figures/tally.ts'
import { inTurns } from '../../figures/turns.ts'
import { type Busy, busyIn, watch } from '../../workbench/watch.ts'
import type { Server } from '../../workbench/workbench.ts'

/** The lateness of the messages of a slice, from the end of a payment to the arrival at its merchant's server. */
export type LagSlice = { readonly p50Ms: number; readonly p99Ms: number; readonly count: number; readonly busy: Busy }

/** The lags of two servers by slice, and the reasons to doubt them. */
export type Lags = { readonly slices: readonly [LagSlice[], LagSlice[]]; readonly doubts: readonly string[] }

/** A load that leaves the machine idle for most of the time: lag must not be a queue for the processor. */
const [perSecond, leadInMs, warmUpMs] = [150, 500, 8_000]

/** A server, and the number of its endpoints that answer. */
export type Answering = { readonly server: Server; readonly answering: number }

/** Pays at two servers in turns, in an order swapped from pair to pair. */
export async function compareLags(
  pair: readonly [Answering, Answering],
  { slices, seconds, progress }: ArmOptions,
): Promise<Lags> {
  const [first, second] = [lagsOf(pair[0], seconds), lagsOf(pair[1], seconds)]
  await first.warmUp()
  await second.warmUp()
  for (const [round, turns] of inTurns([first, second], slices).entries()) {
    for (const one of turns) await one.take()
    progress(`lag, slices ${round + 1}/${slices}: ${first.last()} and ${second.last()} ms`)
  }
  const doubts = [...(await first.end()), ...(await second.end())]
  return { slices: [first.taken, second.taken], doubts }
}

function lagsOf({ server, answering }: Answering, seconds: number) {
  const { name, load, receiver } = server
  if (!receiver) throw new Error('lag needs a receiver of messages')
  const taken: LagSlice[] = []
  const tallies: (Tallied | undefined)[] = []
  return {
    taken,
    last: () => taken.at(-1)?.p50Ms,
    /** Until every account has paid: the node learns of an unknown endpoint within a second. */
    async warmUp() {
      while ((await receiver.ask('reached')) < answering) {
        tallies.push(await load.ask('payOut', { inFlight: 16, ms: warmUpMs }))
        await receiver.ask('awaitQuiet')
      }
    },
    async take() {
      await load.ask('beginPayouts', { perSecond })
      await setTimeout(leadInMs)
      const endWatch = await watch(server)
      const { usage } = await load.ask('measurePayouts', seconds * 1000)
      const watched = await endWatch()
      tallies.push(await load.ask('endPayouts'))
      const { lag, count } = watched.arrivals ?? { lag: { p50Ms: Number.NaN, p99Ms: Number.NaN }, count: 0 }
      taken.push({ ...lag, count, busy: busyIn(watched, usage) })
    },
    async end() {
      await receiver.ask('awaitQuiet')
      const missing = await receiver.ask('missing')
      const busy = busiest(taken)
      return [
        ...bottleneckDoubts(name, busy, { mayWait: true }),
        ...statusDoubts(
          name,
          tallies.flatMap((tallied) => tallied ?? []),
          201,
        ),
        ...(missing > 0 ? [`${name}: ${missing} messages are missing`] : []),
        ...(await countDoubts(server, await totalOf([server], tallies))),
      ]
    },
  }
}

/** The usage of all processors, in the middle of the slices. */
function busiest(slices: readonly LagSlice[]): Busy {
  const over = (name: keyof Busy) => median(slices.map(({ busy }) => busy[name]))
  return {
    server: over('server'),
    network: over('network'),
    receiver: over('receiver'),
    load: over('load'),
    database: over('database'),
    others: over('others'),
  }
}
