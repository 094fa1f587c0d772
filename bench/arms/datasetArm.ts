import { createReadStream } from 'node:fs'
import { compare } from '../comparison/comparison.ts'
import { answering, ratios } from '../comparison/findings.ts'
import { keptDataset } from '../datasets/dataset.ts'
import type { Arm } from '../figures/arm.ts'
import { withWorkbench } from '../workbench/workbench.ts'

const million = 1_000_000

const target = { atMost: 1.05 }

/** The cost of a long history. */
export const datasetArm: Arm = {
  name: 'dataset',
  summary: 'a database of 10 million transactions against one of 10 thousand, 64 in flight',
  async run(options) {
    const small = await keptDataset(options, million / 100)
    const large = await keptDataset(options, 10 * million)
    // The arm measures the cost of a long history, not of the disk.
    options.progress('reading both databases into memory')
    for (const { path } of [small, large]) await readThrough(path)
    return withWorkbench(options, async (bench) => {
      const baseline = await bench.server('sente', { name: 'sente, 10 thousand rows', ready: small })
      const measured = await bench.server('sente', { name: 'sente, 10 million rows', ready: large })
      // The arm compares CPU time. Copying the log into the larger database keeps the disk busier, and flushes wait for
      // it.
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

const bytesAtOnce = 2 ** 20

/** Reads a whole file, so that the system caches as much of it as fits. */
async function readThrough(path: string): Promise<void> {
  for await (const _ of createReadStream(path, { highWaterMark: bytesAtOnce }));
}
