import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Arm, ArmOptions } from './arms.ts'
import { compare } from './comparison.ts'
import { type Dataset, makeDataset } from './dataset.ts'
import { answering, ratios } from './findings.ts'
import { readThrough } from './readThrough.ts'
import { withWorkbench } from './workbench.ts'

const million = 1_000_000

const target = { atMost: 1.05 }

/** What a long history costs. */
export const datasetArm: Arm = {
  name: 'dataset',
  summary: 'a database of 10 million transactions against one of 10 thousand, 64 in flight',
  async run(options) {
    const small = await dataset(options, million / 100)
    const large = await dataset(options, 10 * million)
    // The question is what a long history costs, not what the disk costs.
    options.progress('reading both databases into memory')
    for (const { path } of [small, large]) await readThrough(path)
    return withWorkbench(options, async (bench) => {
      const baseline = await bench.server('sente', { name: 'sente, 10 thousand rows', ready: small })
      const measured = await bench.server('sente', { name: 'sente, 10 million rows', ready: large })
      // The question is CPU time; copying the log into the larger database keeps the disk busier, and flushes wait for it.
      const against = await compare([baseline, measured], { ...options, inFlight: 64, mayWait: true })
      return {
        findings: [
          ...answering(against.baseline),
          ...answering(against.measured),
          ...ratios(against, {}),
          { what: 'CPU time a request, as a part of the small one’s', value: 1 / against.cpuRatio, unit: '', target },
        ],
        doubts: against.doubts,
        details: { against },
      }
    })
  },
}

/** A database with a history, made once and kept where the user wants it. */
export function dataset({ datasets, progress }: ArmOptions, transactions: number): Promise<Dataset> {
  mkdirSync(datasets, { recursive: true, mode: 0o700 })
  return makeDataset({ path: join(datasets, `payments-${transactions}.db`), transactions, onProgress: progress })
}
