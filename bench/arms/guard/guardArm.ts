import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compare } from '../../comparison/comparison.ts'
import { keptDataset } from '../../datasets/dataset.ts'
import { writeExport } from '../../datasets/exportFile.ts'
import type { Arm, ArmOptions } from '../../figures/arm.ts'
import { median } from '../../figures/median.ts'
import { inTurns } from '../../figures/turns.ts'
import { type Child, inServer } from '../../processes/child.ts'
import type { CommandDuties } from '../../servers/commandProcess.ts'
import { withWorkbench } from '../../workbench/workbench.ts'
import { boundsOf, keepGuard, type Ratio } from './kept.ts'

const payments = 100_000

/** How often each command and its scan are measured. */
const turns = 3

/** The tables that an audit reads. */
const audited = [
  'accounts',
  'balances',
  'events',
  'fundings',
  'follow_ups',
  'postings',
  'transactions',
  'used_references',
]

/** The prices that must not rise: payouts against the pass-through, and long commands against a scan. */
export const guardArm: Arm = {
  name: 'guard',
  summary: 'the ratios that must not rise, compared with bench/guard.json and kept there: five minutes',
  mustMeet: true,
  async run(options) {
    const open = await payouts(options, { name: 'a payout that stays open', ends: false, inFlight: 64 })
    const ended = await payouts(options, { name: 'a payout that ends', ends: true, inFlight: 32 })
    const long = await commands(options)
    const ratios = [open.ratio, ended.ratio, ...long.ratios]
    const doubts = [...open.doubts, ...ended.doubts, ...long.doubts]
    const atMost = boundsOf(ratios)
    if (doubts.length === 0) keepGuard(ratios, atMost)
    return {
      findings: ratios.map(({ name, value }) => ({
        what: name,
        value,
        unit: '',
        target: { atMost: atMost.get(name) ?? value },
      })),
      doubts,
      details: { open, ended, long },
    }
  },
}

type Payouts = { readonly name: string; readonly ends: boolean; readonly inFlight: number }

/** CPU time of sente a payout, as a multiple of that of the pass-through. */
async function payouts(options: ArmOptions, { name, ends, inFlight }: Payouts) {
  const { cpuRatio, doubts } = await withWorkbench({ ...options, ends }, async (bench) => {
    const start = (kind: 'sente' | 'passThrough') => bench.server(kind, { name: `${kind}, ${name}`, accounts: 100 })
    return compare([await start('passThrough'), await start('sente')], { ...options, inFlight, mayWait: ends })
  })
  const ratio: Ratio = { name: `${name}, as a multiple of the pass-through`, value: 1 / cpuRatio }
  return { ratio, doubts }
}

/** CPU time of an audit and of a comparison, as multiples of that of a scan of the same rows. */
async function commands(options: ArmOptions) {
  const ready = await keptDataset(options, payments)
  const folder = mkdtempSync(join(options.parentFolder, 'sente-guard-'))
  try {
    const path = join(folder, 'sente.db')
    cpSync(ready.path, path)
    const written = writeExport({ path, file: join(folder, 'export.csv'), differsOnceIn: 10_000 })
    const arms = {
      scan: () => measured((child) => child.ask('scan', { path, tables: audited })),
      audit: () => measured((child) => child.ask('audit', path)),
      'scan of payments': () => measured((child) => child.ask('scan', { path, tables: ['transactions'] })),
      // On a copy, because a file is compared once.
      reconcile: async () => {
        const copy = join(folder, 'compared.db')
        cpSync(path, copy)
        const { cpuMs, buckets } = await measured((child) => child.ask('compare', { path: copy, ...written }))
        rmSync(copy)
        if (buckets.missing_there !== written.left) doubts.push(`it found ${JSON.stringify(buckets)}`)
        return cpuMs
      },
    }
    const doubts: string[] = []
    const taken = new Map(Object.keys(arms).map((name) => [name, [] as number[]]))
    for (const [round, order] of inTurns(Object.entries(arms), turns).entries()) {
      for (const [name, measure] of order) taken.get(name)?.push(await measure())
      options.progress(`commands and scans: ${round + 1} of ${turns}`)
    }
    const over = (name: keyof typeof arms) => median(taken.get(name) ?? [])
    const ratios: Ratio[] = [
      { name: 'an audit, as a multiple of a scan of the same rows', value: over('audit') / over('scan') },
      {
        name: 'a comparison with a network’s file, as a multiple of a scan of the payments',
        value: over('reconcile') / over('scan of payments'),
      },
    ]
    return { ratios, doubts, taken: Object.fromEntries(taken) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a duty in a process of its own, as a command is. */
function measured<T>(ask: (child: Child<CommandDuties>) => Promise<T>): Promise<T> {
  return inServer('servers/commandProcess', ask)
}
