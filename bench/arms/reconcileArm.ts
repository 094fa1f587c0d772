import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { keptDataset } from '../datasets/dataset.ts'
import { writeExport } from '../datasets/exportFile.ts'
import type { Arm } from '../figures/arm.ts'
import { startServer } from '../processes/child.ts'
import type { CommandDuties } from '../servers/commandProcess.ts'

const payments = 1_000_000

/** One in so many rows is left out of the file, and another one in so many has another payer. */
const differsOnceIn = 10_000

/** The speed of comparing a network's file, and its memory. */
export const reconcileArm: Arm = {
  name: 'reconcile',
  summary: 'a network’s file without ids compared with a million payments',
  async run(options) {
    const ready = await keptDataset(options, payments)
    const folder = mkdtempSync(join(options.parentFolder, 'sente-reconcile-'))
    const child = startServer<CommandDuties>('servers/commandProcess')
    try {
      const path = join(folder, 'sente.db')
      cpSync(ready.path, path)
      options.progress('writing the file of the network')
      const written = writeExport({ path, file: join(folder, 'export.csv'), differsOnceIn })
      options.progress('comparing')
      const compared = await child.ask('compare', { path, ...written })
      const { checkedMs, comparedMs, peakBytes, buckets } = compared
      const found = { missing_there: written.left, missing_here: written.added }
      const isRight = Object.entries(found).every(([bucket, rows]) => buckets[bucket] === rows)
      return {
        findings: [
          { what: 'rows of the file', value: written.rows, unit: '' },
          { what: 'reading it for the first time', value: checkedMs / 1_000, unit: 's' },
          { what: 'comparing it', value: comparedMs / 1_000, unit: 's' },
          { what: 'rows a second, all in all', value: (written.rows * 1_000) / (checkedMs + comparedMs), unit: '/s' },
          { what: 'the most memory', value: peakBytes / 2 ** 20, unit: 'MiB', target: { atMost: 400 } },
        ],
        doubts: isRight ? [] : [`it found ${JSON.stringify(buckets)} instead of ${JSON.stringify(found)}`],
        details: { written, compared },
      }
    } finally {
      await child.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
