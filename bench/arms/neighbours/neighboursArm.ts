import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { makeDataset } from '../../datasets/dataset.ts'
import type { Arm, ArmOptions, Finding } from '../../figures/arm.ts'
import { median } from '../../figures/median.ts'
import type { Tallied } from '../../figures/tally.ts'
import { type Child, startInstrument } from '../../processes/child.ts'
import type { PaymentCost } from '../../processes/paymentCosts.ts'
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
    const folder = mkdtempSync(join(options.parentFolder, 'sente-neighbours-'))
    const ready = await history(options, join(folder, 'sente.db'))
    const noise = startInstrument<NoiseDuties>('arms/neighbours/burstProcess')
    try {
      return await withWorkbench(options, async (bench) => {
        const making = { name: 'sente', ready, senders: 1, endpoints: { hanging: 0 }, people: true }
        const server = await bench.server('sente', making)
        const { url, cookies } = server
        const [, noisy, guessed] = ready.merchants
        if (!noisy || !guessed || !cookies) throw new Error('there is no third merchant')
        const { kinds: parts = [''] } = options
        const [{ host }, targets] = [new URL(url), await targetsOf(url, noisy)]
        const all = [...kindsOf(host, { merchant: noisy, guessed }, targets), ...pageKinds(host, cookies, targets)]
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
      rmSync(folder, { recursive: true })
    }
  },
}

/** Copies a kept database with endpoints to a path: some requests change an account or a user for good. */
async function history({ datasets, progress }: ArmOptions, path: string) {
  mkdirSync(datasets, { recursive: true, mode: 0o700 })
  const kept = join(datasets, 'neighbours.db')
  const ready = await makeDataset({ path: kept, transactions, accounts, onProgress: progress })
  addEndpoints(kept)
  cpSync(kept, path)
  return { ...ready, path }
}

type Measuring = { readonly url: string; readonly server: Server; readonly noise: Child<NoiseDuties> }

/** Measures idle and noisy times in turn, so that the machine's other work affects both. */
async function measured({ name, connections = atOnce, ...kind }: Kind, { url, server, noise }: Measuring) {
  const [idle, noisy]: [Slice[], Slice[]] = [[], []]
  const sums = []
  for (let round = 0; round < rounds; round++) {
    idle.push(await sliceOf(server))
    await noise.ask('begin', { ...kind, url, connections })
    noisy.push(await sliceOf(server))
    sums.push(await noise.ask('end'))
    await setTimeout(100)
  }
  const doubts = [...idle, ...noisy].flatMap(({ statuses }) =>
    Object.keys(statuses).some((status) => status !== '201')
      ? [`${name}: payments got ${JSON.stringify(statuses)}`]
      : [],
  )
  const of = (slices: readonly Slice[], figure: 'p99Ms' | 'cpuMs' | 'turns') =>
    median(slices.map((slice) => slice[figure]))
  const [idleMs, noisyMs, cpuMs, turns] = [
    of(idle, 'p99Ms'),
    of(noisy, 'p99Ms'),
    of(noisy, 'cpuMs'),
    of(noisy, 'turns'),
  ]
  return { name, idleMs, noisyMs, cpuMs, turns, idle, noisy, sums, doubts }
}

/** The payments of some time, with the processor time and the turns of the event loop that nine of ten need at most. */
type Slice = Tallied & PaymentCost

async function sliceOf({ child, load }: Server): Promise<Slice> {
  await child.ask('paymentCosts')
  const seen = await load.ask('measurePayouts', ms)
  const costs = await child.ask('paymentCosts')
  return {
    ...seen,
    cpuMs: ninthTenth(costs.map(({ cpuMs }) => cpuMs)),
    turns: ninthTenth(costs.map(({ turns }) => turns)),
  }
}

function ninthTenth(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.ceil(numbers.length * 0.9) - 1] ?? Number.NaN
}

type Detail = Readonly<Record<'idleMs' | 'noisyMs' | 'cpuMs' | 'turns', number>> & { readonly name: string }

function findingsOf({ name, idleMs, noisyMs, cpuMs, turns }: Detail): Finding[] {
  return [
    { what: `${name}: p99 over idle (${idleMs.toFixed(1)} ms)`, value: noisyMs - idleMs, unit: 'ms', target },
    { what: `${name}: CPU time beside a payment, p90 (${turns} turns of the event loop)`, value: cpuMs, unit: 'ms' },
  ]
}
