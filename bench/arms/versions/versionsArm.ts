import { basename, resolve } from 'node:path'
import { statusDoubts } from '../../comparison/doubts.ts'
import type { Arm, ArmOptions, ArmResult, Finding } from '../../figures/arm.ts'
import { median } from '../../figures/median.ts'
import { inTurns } from '../../figures/turns.ts'
import type { ClosedLoop } from '../../instruments/closedLoop.ts'
import type { LoadDuties } from '../../instruments/loadProcess.ts'
import { startDatabase } from '../../instruments/postgresServer.ts'
import { type Child, startInstrument } from '../../processes/child.ts'
import { type BuiltSente, startBuilt } from './builtSente.ts'

const [warmUpMs, leadInMs] = [4_000, 300]

/** The measured checkout: the one from which the benchmark is run. */
const here = process.cwd()

/**
 * Kinds of payouts. The phone number decides the simulated network's answer and its time. A payout that ends is enquired
 * about at once, and sente has at most 32 such enquiries under way.
 */
const kinds = [
  { name: 'a payout that stays open', phoneNumber: '256770000001', inFlight: 64 },
  { name: 'a payout that ends', phoneNumber: '256770990472', inFlight: 32 },
] as const

const stores = ['SQLite', 'PostgreSQL'] as const

/** Builds of sente side by side, each only by its own program, its commands and HTTP. */
export const versionsArm: Arm = {
  name: 'versions',
  summary: 'this built checkout against others (--against): the CPU and the rate of payouts',
  async run(options) {
    const { against = [], kinds: parts = [''] } = options
    if (against.length === 0) throw new Error('name a built checkout with --against')
    const rows = stores.flatMap((store) => kinds.map((kind) => ({ store, kind, name: `${kind.name}, ${store}` })))
    const results: ArmResult[] = []
    for (const row of rows.filter(({ name }) => parts.some((part) => name.includes(part)))) {
      results.push(await measured(row, [here, ...against], options))
    }
    return {
      findings: results.flatMap(({ findings }) => findings),
      doubts: results.flatMap(({ doubts }) => doubts),
      details: results.map(({ details }) => details),
    }
  },
}

type Row = { readonly name: string; readonly store: (typeof stores)[number]; readonly kind: (typeof kinds)[number] }

type Running = { readonly name: string; readonly sente: BuiltSente; readonly load: Child<LoadDuties>; slices: Slice[] }

type Slice = { readonly cpuMicros: number; readonly rate: number; readonly loop: ClosedLoop }

/** Measures all builds in turns. The first one is compared with each of the others. */
async function measured(row: Row, checkouts: readonly string[], options: ArmOptions): Promise<ArmResult> {
  const closers: (() => Promise<unknown>)[] = []
  try {
    const running: Running[] = []
    for (const checkout of checkouts) {
      options.progress(`${row.name}: starting ${checkout}`)
      running.push(await started(row, checkout, { options, closers }))
    }
    for (const { load } of running) await load.ask('payOut', { inFlight: row.kind.inFlight, ms: warmUpMs })
    for (const [round, order] of inTurns(running, options.slices).entries()) {
      for (const one of order) one.slices.push(await sliceOf(one, row.kind, options.seconds))
      options.progress(`${row.name}: ${round + 1} of ${options.slices}`)
    }
    for (const { sente } of running) await sente.audit()
    const [own, ...others] = running
    const doubts = running.flatMap(({ name, slices }) =>
      statusDoubts(
        `${row.name}, ${name}`,
        slices.map(({ loop }) => loop),
        201,
      ),
    )
    const findings = own ? others.flatMap((other) => ratios(row.name, own, other)) : []
    return { findings, doubts, details: running.map(({ name, slices }) => ({ row: row.name, name, slices })) }
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

type Around = { readonly options: ArmOptions; readonly closers: (() => Promise<unknown>)[] }

async function started({ store, kind }: Row, checkout: string, { options, closers }: Around): Promise<Running> {
  const { parentFolder } = options
  const database = store === 'PostgreSQL' ? await startDatabase({ folder: parentFolder }) : undefined
  if (database) closers.push(() => database.close())
  const sente = await startBuilt(checkout, { parentFolder, database: database?.url })
  closers.push(() => sente.stop())
  const load = startInstrument<LoadDuties>('instruments/loadProcess')
  closers.push(() => load.stop())
  await load.ask('prepare', { url: sente.url, merchants: sente.merchants, phoneNumber: kind.phoneNumber })
  return { name: basename(resolve(checkout)), sente, load, slices: [] }
}

async function sliceOf({ sente, load }: Running, { inFlight }: Row['kind'], seconds: number): Promise<Slice> {
  await load.ask('payOut', { inFlight, ms: leadInMs })
  const before = sente.cpuMs()
  const loop = await load.ask('payOut', { inFlight, ms: seconds * 1_000 })
  const cpuMicros = ((sente.cpuMs() - before) * 1_000) / loop.answered
  return { cpuMicros, rate: loop.answeredInTime / seconds, loop }
}

function ratios(row: string, own: Running, other: Running): Finding[] {
  const over = (of: (slice: Slice) => number, { slices } = own) => median(slices.map(of))
  const ratio = (of: (slice: Slice) => number) =>
    median(own.slices.map((slice, round) => of(slice) / of(other.slices[round] as Slice)))
  return [
    { what: `${row}: CPU`, value: over(({ cpuMicros }) => cpuMicros), unit: 'µs' },
    { what: `${row}: CPU, as a part of that of ${other.name}`, value: ratio(({ cpuMicros }) => cpuMicros), unit: '' },
    { what: `${row}: rate, as a part of that of ${other.name}`, value: ratio(({ rate }) => rate), unit: '' },
  ]
}
