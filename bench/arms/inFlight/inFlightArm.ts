import { bottleneckDoubts, countDoubts, statusDoubts } from '../../comparison/doubts.ts'
import type { Arm, ArmOptions, Finding } from '../../figures/arm.ts'
import { median } from '../../figures/median.ts'
import type { Memory } from '../../processes/usage.ts'
import { type Workbench, withWorkbench } from '../../workbench/workbench.ts'
import { type InFlightPlan, measureInFlight, type Round } from './inFlightRun.ts'

const networkMs = 5_000

/** The simulated network executes a payout to this number, and answers only after its time. */
const slowNumber = '256770990474'

const plan: InFlightPlan = {
  inFlight: 2_000,
  networkMs,
  lookUpsPerSecond: 100,
  warmUpMs: 10_000,
  rounds: 3,
  idleMs: 20_000,
  measuredMs: 60_000,
}

/** The cost of many payouts that wait for a slow network. */
export const inFlightArm: Arm = {
  name: 'inflight',
  summary: '2,000 payouts in flight on a network that takes five seconds',
  run: (options) => {
    const { parentFolder } = options
    return withWorkbench({ parentFolder, silentMs: networkMs, phoneNumber: slowNumber }, (bench) => run(bench, options))
  },
}

async function run(bench: Workbench, { progress }: ArmOptions) {
  const server = await bench.server('sente', { name: 'sente', accounts: 100 })
  const seen = await measureInFlight(server, { ...plan, progress })
  progress(`checking what ${server.name} did`)
  const doubts = [
    ...seen.rounds.flatMap(({ busy, inFlight, idleLookUps, lookUps }) => [
      ...bottleneckDoubts(server.name, busy, { mayWait: true }),
      ...statusDoubts('look-ups', [idleLookUps, lookUps], 200),
      ...(inFlight < plan.inFlight * 0.95 ? [`only ${inFlight} payouts were in flight`] : []),
    ]),
    ...(await countDoubts(server, seen.total)),
  ]
  return { findings: findings(seen.rounds), doubts, details: seen }
}

/** Medians over the rounds. */
function findings(rounds: readonly Round[]): Finding[] {
  const over = (of: (round: Round) => number) => median(rounds.map(of))
  const each = (part: keyof Memory) =>
    over(({ before, during, inFlight }) => (during[part] - before[part]) / inFlight / 1000)
  const idleMs = over(({ idleLookUps }) => idleLookUps.p99Ms)
  const lookUpMs = over(({ lookUps }) => lookUps.p99Ms)
  const lateMs = (which: 'p50Ms' | 'p99Ms') => over(({ payouts }) => payouts[which] - networkMs)
  return [
    { what: 'payouts in flight', value: over(({ inFlight }) => inFlight), unit: '' },
    { what: 'server busy', value: over(({ busy }) => busy.server), unit: 'of a processor' },
    { what: 'event-loop delay p99', value: over(({ server }) => server.loopDelayP99Ms), unit: 'ms' },
    { what: 'flush p99', value: over(({ server }) => server.flushP99Ms), unit: 'ms' },
    { what: "latency p50, beyond the network's", value: lateMs('p50Ms'), unit: 'ms' },
    { what: "latency p99, beyond the network's", value: lateMs('p99Ms'), unit: 'ms', target: { atMost: 25 } },
    { what: 'look-up p99, when idle', value: idleMs, unit: 'ms' },
    { what: 'look-up p99, payouts in flight', value: lookUpMs, unit: 'ms' },
    { what: 'look-up p99, as a multiple of that when idle', value: lookUpMs / idleMs, unit: '', target: { atMost: 2 } },
    { what: 'heap for each in flight', value: each('heap'), unit: 'KB', target: { atMost: 40 } },
    { what: 'resident for each in flight', value: each('resident'), unit: 'KB' },
  ]
}
