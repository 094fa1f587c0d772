import { join } from 'node:path'
import { compare } from '../comparison/comparison.ts'
import type { Arm } from '../figures/arm.ts'
import { withWorkbench } from '../workbench/workbench.ts'

const accounts = 100

/** Two versions of sente, such as with and without an optimisation. */
export const versionsArm: Arm = {
  name: 'versions',
  summary: 'this sente against that of another --checkout: what a change costs or gains',
  async run(options) {
    const { checkout } = options
    if (checkout === undefined) throw new Error('name another checkout with --checkout')
    const build = join(checkout, 'dist-bench', 'bench')
    const { rateRatio, cpuRatio, doubts, ...details } = await withWorkbench(options, async (bench) => {
      const other = await bench.server('sente', { name: checkout, accounts, build })
      const measured = await bench.server('sente', { name: 'this one', accounts })
      return compare([other, measured], { ...options, inFlight: 64, mayWait: false })
    })
    const findings = [
      { what: "throughput, as a part of the other's", value: rateRatio, unit: '' },
      { what: "the other's CPU a payment, as a part of this one's", value: cpuRatio, unit: '' },
      { what: "the other's CPU a payment", value: details.baseline.cpuMicros, unit: 'us' },
      { what: 'CPU a payment', value: details.measured.cpuMicros, unit: 'us' },
    ]
    return { findings, doubts, details }
  },
}
