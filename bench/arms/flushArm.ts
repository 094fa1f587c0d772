import { compare } from '../comparison/comparison.ts'
import { answering, committing, ratios } from '../comparison/findings.ts'
import type { Arm } from '../figures/arm.ts'
import { withWorkbench } from '../workbench/workbench.ts'

const flushDelayMs = 2
const accounts = 100

/** The cost of a slower disk. */
export const flushArm: Arm = {
  name: 'flush',
  summary: 'each flush 2 ms slower, against the same server without that, 256 in flight',
  run: (options) =>
    withWorkbench(options, async (bench) => {
      const baseline = await bench.server('sente', { name: 'sente', accounts })
      const measured = await bench.server('sente', { name: 'sente, flushes 2 ms slower', accounts, flushDelayMs })
      const against = await compare([baseline, measured], { ...options, inFlight: 256, mayWait: true })
      return {
        findings: [
          ...answering(against.baseline),
          ...answering(against.measured),
          ...ratios(against, { rate: 0.85 }),
          ...committing(against.measured, { commitsPerFlush: 32 }),
        ],
        doubts: against.doubts,
        details: { against },
      }
    }),
}
