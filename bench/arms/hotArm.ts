import { compare } from '../comparison/comparison.ts'
import { answering, ratios } from '../comparison/findings.ts'
import type { Arm } from '../figures/arm.ts'
import { withWorkbench } from '../workbench/workbench.ts'

const accounts = 10_000

/** The cost of having all payments in one account. */
export const hotArm: Arm = {
  name: 'hot',
  summary: 'every payment from one account, against 10,000 accounts, 64 in flight',
  run: (options) =>
    withWorkbench(options, async (bench) => {
      const baseline = await bench.server('sente', { name: 'sente, 10,000 accounts', accounts })
      const measured = await bench.server('sente', { name: 'sente, one of them', accounts, senders: 1 })
      const against = await compare([baseline, measured], { ...options, inFlight: 64, mayWait: false })
      return {
        findings: [...answering(against.baseline), ...answering(against.measured), ...ratios(against, { rate: 1 })],
        doubts: against.doubts,
        details: { against },
      }
    }),
}
