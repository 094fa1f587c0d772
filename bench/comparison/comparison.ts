import { median } from '../figures/median.ts'
import type { Busy } from '../workbench/watch.ts'
import type { Server } from '../workbench/workbench.ts'
import { bottleneckDoubts, countDoubts, statusDoubts } from './doubts.ts'
import { type Plan, type Seen, type Slice, takeSlices } from './slices.ts'

/** One server's figures: medians over its slices. */
export type Figures = {
  readonly name: string
  readonly rate: number
  readonly cpuMicros: number
  /** CPU time a request of its database's server; 0 without one. */
  readonly databaseMicros: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly loopDelayP99Ms: number
  readonly busy: Busy
  readonly commitsPerFlush: number
  readonly flushP50Ms: number
  readonly flushP99Ms: number
  readonly payments: number
  readonly memory: Seen['memory']
  /** The slices of the medians. */
  readonly slices: readonly Slice[]
}

/** Two servers side by side. */
export type Comparison = {
  readonly baseline: Figures
  readonly measured: Figures
  /** The measured server's rate divided by the baseline's: the median over the pairs of slices. */
  readonly rateRatio: number
  /** The baseline's CPU time a request divided by the measured server's: the higher, the less is added. */
  readonly cpuRatio: number
  /** The reasons to doubt the figures; empty if there are none. */
  readonly doubts: readonly string[]
}

/** Measures a server and a baseline in turns, and then checks that both did their work. */
export async function compare(
  servers: readonly [baseline: Server, measured: Server],
  plan: Comparing,
): Promise<Comparison> {
  const seen = await takeSlices(servers, plan)
  const [baseline, measured] = [figuresOf(servers[0], seen[0]), figuresOf(servers[1], seen[1])]
  const doubts = [
    ...(await doubtsAbout(servers[0], seen[0], baseline, plan)),
    ...(await doubtsAbout(servers[1], seen[1], measured, plan)),
  ]
  return {
    baseline,
    measured,
    rateRatio: ratio(seen[1], seen[0], ({ rate }) => rate),
    cpuRatio: ratio(seen[0], seen[1], ({ cpuMicros }) => cpuMicros),
    doubts,
  }
}

type Comparing = Plan & { readonly mayWait: boolean }

/** Stops a measured server and checks its work. */
async function doubtsAbout(server: Server, { slices, total }: Seen, { name, busy }: Figures, terms: Comparing) {
  terms.progress(`checking the results of ${name}`)
  const loads = slices.map(({ load }) => load)
  const doubts = [...bottleneckDoubts(name, busy, terms), ...statusDoubts(name, loads, 201)]
  return [...doubts, ...(await countDoubts(server, total))]
}

function ratio(upper: Seen, lower: Seen, of: (slice: Slice) => number): number {
  return median(upper.slices.map((slice, index) => of(slice) / of(lower.slices[index] as Slice)))
}

function figuresOf({ name }: Server, { slices, total, memory }: Seen): Figures {
  const over = (of: (slice: Slice) => number) => median(slices.map(of))
  return {
    name,
    rate: over(({ rate }) => rate),
    cpuMicros: over(({ cpuMicros }) => cpuMicros),
    databaseMicros: over(({ databaseMicros }) => databaseMicros),
    p50Ms: over(({ load }) => load.p50Ms),
    p99Ms: over(({ load }) => load.p99Ms),
    loopDelayP99Ms: over(({ server }) => server.loopDelayP99Ms),
    busy: {
      server: over(({ busy }) => busy.server),
      network: over(({ busy }) => busy.network),
      receiver: over(({ busy }) => busy.receiver),
      load: over(({ busy }) => busy.load),
      database: over(({ busy }) => busy.database),
      others: over(({ busy }) => busy.others),
    },
    commitsPerFlush: over(({ server }) => server.steps / server.flushes),
    flushP50Ms: over(({ server }) => server.flushP50Ms),
    flushP99Ms: over(({ server }) => server.flushP99Ms),
    payments: total.paid,
    memory,
    slices,
  }
}
