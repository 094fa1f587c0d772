import { compare } from '../comparison/comparison.ts'
import { answering, ratios } from '../comparison/findings.ts'
import type { Arm } from '../figures/arm.ts'
import { withWorkbench } from '../workbench/workbench.ts'

const accounts = 100

/** The cost of counting payouts for limits of accounts. */
export const limitsArm: Arm = {
  name: 'limits',
  summary: 'payouts of accounts with limits of a payout and of a day, against the same without, 256 in flight',
  async run(options) {
    options.progress('limits against none')
    const compared = await withWorkbench(options, async (bench) => {
      const without = await bench.server('sente', { name: 'sente', accounts })
      const limited = await bench.server('sente', { name: 'sente, with limits', accounts, limits: true })
      return compare([without, limited], { ...options, inFlight: 256, mayWait: true })
    })
    return {
      findings: [...answering(compared.baseline), ...answering(compared.measured), ...ratios(compared, { rate: 0.97 })],
      doubts: compared.doubts,
      details: compared,
    }
  },
}
