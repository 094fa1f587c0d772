import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { makeDataset } from '../../datasets/dataset.ts'
import type { Arm, ArmOptions, Finding } from '../../figures/arm.ts'
import { median } from '../../figures/median.ts'
import { type Child, startInstrument } from '../../processes/child.ts'
import { type Server, withWorkbench } from '../../workbench/workbench.ts'
import { worstBodies } from './bodies.ts'
import type { NoiseDuties } from './burstProcess.ts'
import { worstForms } from './forms.ts'
import { type Kind, kindsOf } from './kinds.ts'
import { pageKinds } from './pageKinds.ts'
import { addEndpoints, targetsOf } from './targets.ts'

/** As many payments in each account as a busy merchant makes in a year. */
const [transactions, accounts] = [200_000, 20]

/** The number of requests of one account at once. */
const atOnce = 1_000

const [rounds, ms, perSecond] = [3, 1_500, 100]
const target = { atMost: 25 }

/** The cost of one account’s requests to another’s payments. */
export const neighboursArm: Arm = {
  name: 'neighbours',
  summary:
    'payments of one account while another, or a stranger, sends 1,000 of its most expensive requests at once, again and again',
  async run(options) {
    const ready = await history(options)
    const noise = startInstrument<NoiseDuties>('arms/neighbours/burstProcess')
    try {
      return await withWorkbench(options, async (bench) => {
        const making = { name: 'sente', ready, senders: 1, endpoints: { hanging: 0 }, people: true }
        const server = await bench.server('sente', making)
        const { url, cookies } = server
        const noisy = ready.merchants[1]
        if (!noisy || !cookies) throw new Error('there is no second merchant')
        const { kinds: parts = [''] } = options
        const [{ host }, targets] = [new URL(url), await targetsOf(url, noisy)]
        const all = [...kindsOf(host, noisy, targets), ...pageKinds(host, cookies, targets)]
        const kinds = all.filter(({ name }) => parts.some((part) => name.includes(part)))
        await server.load.ask('beginPayouts', { perSecond, most: perSecond })
        await server.load.ask('measurePayouts', ms)
        const details = []
        for (const kind of kinds) {
          const detail = await measured(kind, { url, server, noise })
          options.progress(`${kind.name}: ${detail.idleMs} ms idle, ${detail.noisyMs} ms beside it`)
          details.push(detail)
        }
        await server.load.ask('endPayouts')
        return {
          findings: [...worstBodies(), ...(await worstForms()), ...details.flatMap(findingsOf)],
          doubts: details.flatMap(({ doubts }) => doubts),
          details,
        }
      })
    } finally {
      await noise.stop()
    }
  },
}

async function history({ datasets, progress }: ArmOptions) {
  mkdirSync(datasets, { recursive: true, mode: 0o700 })
  const path = join(datasets, 'neighbours.db')
  const ready = await makeDataset({ path, transactions, accounts, onProgress: progress })
  addEndpoints(path)
  return ready
}

type Measuring = { readonly url: string; readonly server: Server; readonly noise: Child<NoiseDuties> }

/** Measures idle and noisy times in turn, so that the machine's other work affects both. */
async function measured({ name, connections = atOnce, ...kind }: Kind, { url, server, noise }: Measuring) {
  const [idle, noisy]: [Slice[], Slice[]] = [[], []]
  const sums = []
  for (let round = 0; round < rounds; round++) {
    idle.push(await server.load.ask('measurePayouts', ms))
    await noise.ask('begin', { ...kind, url, connections })
    noisy.push(await server.load.ask('measurePayouts', ms))
    sums.push(await noise.ask('end'))
    await setTimeout(100)
  }
  const doubts = [...idle, ...noisy].flatMap(({ statuses }) =>
    Object.keys(statuses).some((status) => status !== '201')
      ? [`${name}: payments got ${JSON.stringify(statuses)}`]
      : [],
  )
  const p99 = (slices: readonly Slice[]) => median(slices.map(({ p99Ms }) => p99Ms))
  return { name, idleMs: p99(idle), noisyMs: p99(noisy), idle, noisy, sums, doubts }
}

type Slice = { readonly statuses: Readonly<Record<number, number>>; readonly p99Ms: number }

function findingsOf({ name, idleMs, noisyMs }: { name: string; idleMs: number; noisyMs: number }): Finding[] {
  return [{ what: `${name}: p99 over idle (${idleMs.toFixed(1)} ms)`, value: noisyMs - idleMs, unit: 'ms', target }]
}
