import type { Arm } from './arms.ts'
import { dataset } from './datasetArm.ts'
import { measureRestart } from './restart.ts'

/** The cost of a kill for the start after it. */
export const restartArm: Arm = {
  name: 'restart',
  summary: 'a start after kill -9, with 2,000 payments in flight and 10 million transactions',
  async run(options) {
    const { parentFolder, progress } = options
    const figures = await measureRestart({
      dataset: await dataset(options, 10_000_000),
      parentFolder,
      onProgress: progress,
    })
    const { cleanMs, killedMs, ratio, askedMs, classifiedMs } = figures
    return {
      findings: [
        { what: 'first payment after a clean stop', value: cleanMs, unit: 'ms' },
        { what: 'first payment after kill -9', value: killedMs, unit: 'ms' },
        { what: 'the same, as a multiple of that after a clean stop', value: ratio, unit: '', target: { atMost: 1.2 } },
        { what: 'until all in doubt were asked about', value: askedMs, unit: 'ms', target: { atMost: 5_000 } },
        { what: 'until none was in doubt', value: classifiedMs, unit: 'ms', target: { atMost: 5_000 } },
      ],
      doubts: [],
      details: figures,
    }
  },
}
