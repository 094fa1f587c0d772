import type { Arm, ArmOptions, Finding } from './arms.ts'
import { bottleneckDoubts, countDoubts, statusDoubts } from './doubts.ts'
import { type InFlightPlan, type InFlightSeen, measureInFlight } from './inFlightRun.ts'
import type { Memory } from './usage.ts'
import { type Workbench, withWorkbench } from './workbench.ts'

const networkMs = 5_000

/** The simulated network executes a payout to this number, and answers only after its time. */
const slowNumber = '256770990474'

const plan: InFlightPlan = {
  inFlight: 2_000,
  networkMs,
  lookUpsPerSecond: 20,
  warmUpMs: 10_000,
  measuredMs: 30_000,
}

/** What many payouts that wait for a slow network cost. */
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
    ...bottleneckDoubts(server.name, seen.busy, { mayWait: true }),
    ...statusDoubts('look-ups', [seen.idleLookUps, seen.lookUps], 200),
    ...(await countDoubts(server, seen.total)),
  ]
  if (seen.inFlight < plan.inFlight * 0.95) doubts.push(`only ${seen.inFlight} payouts were in flight`)
  return { findings: findings(seen), doubts, details: seen }
}

function findings({ payouts, idleLookUps, lookUps, inFlight, server, busy, ...memory }: InFlightSeen): Finding[] {
  const each = (part: keyof Memory) => (memory.during[part] - memory.before[part]) / inFlight / 1000
  const ratio = lookUps.p99Ms / idleLookUps.p99Ms
  return [
    { what: 'payouts in flight', value: inFlight, unit: '' },
    { what: 'server busy', value: busy.server, unit: 'of a processor' },
    { what: 'event-loop delay p99', value: server.loopDelayP99Ms, unit: 'ms' },
    { what: 'flush p99', value: server.flushP99Ms, unit: 'ms' },
    { what: "latency p50, beyond the network's", value: payouts.p50Ms - networkMs, unit: 'ms' },
    { what: "latency p99, beyond the network's", value: payouts.p99Ms - networkMs, unit: 'ms', target: { atMost: 25 } },
    { what: 'look-up p99, when idle', value: idleLookUps.p99Ms, unit: 'ms' },
    { what: 'look-up p99, payouts in flight', value: lookUps.p99Ms, unit: 'ms' },
    { what: 'look-up p99, of that when idle', value: ratio, unit: '', target: { atMost: 2 } },
    { what: 'heap for each in flight', value: each('heap'), unit: 'KB', target: { atMost: 40 } },
    { what: 'resident for each in flight', value: each('resident'), unit: 'KB' },
  ]
}
