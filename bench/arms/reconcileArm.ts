import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { keptDataset } from '../datasets/dataset.ts'
import { writeExport } from '../datasets/exportFile.ts'
import type { Arm } from '../figures/arm.ts'
import { type Child, inServer } from '../processes/child.ts'
import type { CommandDuties } from '../servers/commandProcess.ts'

/** How many payments a database needs for a row: two of three are over MTN, and 97 of 100 of them have succeeded. */
const paymentsForRow = 1.56

/** One in so many rows is left out of the file, and another one in so many has another payer. */
const differsOnceIn = 10_000

const inCommand = <Found>(ask: (child: Child<CommandDuties>) => Promise<Found>) =>
  inServer('servers/commandProcess', ask)

/** The speed of comparing a network's file, its price and its memory. */
export const reconcileArm: Arm = {
  name: 'reconcile',
  summary: 'a network’s file without ids, of --rows, compared with the payments',
  async run(options) {
    const ready = await keptDataset(options, Math.ceil(options.rows * paymentsForRow))
    const folder = mkdtempSync(join(options.parentFolder, 'sente-reconcile-'))
    try {
      const path = join(folder, 'sente.db')
      cpSync(ready.path, path)
      options.progress('writing the file of the network')
      const file = join(folder, 'export.csv')
      const written = writeExport({ path, file, differsOnceIn, rows: options.rows })
      options.progress('comparing')
      const compared = await inCommand((child) => child.ask('compare', { path, ...written }))
      const scanMs = await inCommand((child) => child.ask('scan', { path, tables: ['transactions'] }))
      const { readMs, comparedMs, cpuMs, peakBytes, buckets } = compared
      const { missing_there = 0, missing_here = 0, expected = 0 } = buckets
      // A payment that the file leaves out at its very end may still come.
      const isRight = missing_there + expected === written.left && missing_here === written.added
      return {
        findings: [
          { what: 'rows of the file', value: written.rows, unit: '' },
          { what: 'reading it', value: readMs / 1_000, unit: 's' },
          { what: 'comparing it', value: comparedMs / 1_000, unit: 's' },
          { what: 'rows a second, all in all', value: (written.rows * 1_000) / (readMs + comparedMs), unit: '/s' },
          { what: 'CPU a row', value: (cpuMs * 1_000) / written.rows, unit: 'µs' },
          { what: 'CPU, as a multiple of a scan of the payments', value: cpuMs / scanMs, unit: '' },
          { what: 'the most memory', value: peakBytes / 1e6, unit: 'MB', target: { atMost: 300 } },
        ],
        doubts: isRight
          ? []
          : [`it found ${JSON.stringify(buckets)}, and the file lacks ${written.left} and has ${written.added} more`],
        details: { written, compared, scanMs },
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
