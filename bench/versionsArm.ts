import { join } from 'node:path'
import type { Arm, ArmOptions, Finding } from './arms.ts'
import { compare } from './comparison.ts'
import { withWorkbench } from './workbench.ts'

const accounts = 100

/** Two versions of sente, such as with and without an optimisation. */
export const versionsArm: Arm = {
  name: 'versions',
  summary: 'this sente against that of another --checkout: what a change costs or gains',
  run: (options) => compareVersions(options, { inFlight: 64 }),
}

/** What a change costs payments that end: each writes an event, where the other version may write none. */
export const eventsArm: Arm = {
  name: 'events',
  summary: 'the same with payments that end: what the row of an event costs against a --checkout without events',
  // Fewer than the enquiries that requests may make at once.
  run: (options) => compareVersions({ ...options, ends: true }, { inFlight: 32, atLeast: 0.96 }),
}

async function compareVersions(
  options: ArmOptions & { readonly ends?: boolean },
  { inFlight, atLeast }: { readonly inFlight: number; readonly atLeast?: number },
) {
  const { checkout } = options
  if (checkout === undefined) throw new Error('name another checkout with --checkout')
  const build = join(checkout, 'dist-bench', 'bench')
  const { rateRatio, cpuRatio, doubts, ...details } = await withWorkbench(options, async (bench) => {
    const other = await bench.server('sente', { name: checkout, accounts, build })
    return compare([other, await bench.server('sente', { name: 'this one', accounts })], {
      ...options,
      inFlight,
      mayWait: false,
    })
  })
  const throughput = { what: "throughput, as a part of the other's", value: rateRatio, unit: '' }
  const findings: Finding[] = [
    atLeast === undefined ? throughput : { ...throughput, target: { atLeast } },
    { what: "the other's CPU a payment, as a part of this one's", value: cpuRatio, unit: '' },
    { what: "the other's CPU a payment", value: details.baseline.cpuMicros, unit: 'us' },
    { what: 'CPU a payment', value: details.measured.cpuMicros, unit: 'us' },
  ]
  return { findings, doubts, details }
}
