import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import { auditBooks } from '../../../core/sente.ts'
import { writeHistory } from '../../datasets/postgresHistory.ts'
import type { Arm, ArmOptions } from '../../figures/arm.ts'
import { median } from '../../figures/median.ts'
import { inTurns } from '../../figures/turns.ts'
import { measuredSettings, onDatabase, startDatabase } from '../../instruments/postgresServer.ts'
import { keepPaying, payOut } from './steps/payouts.ts'

const few = 10_000
const many = 10_000_000
const accounts = 10_000

const warmUpMs = 120_000

type Slice = { readonly rate: number; readonly nodeMicros: number; readonly serverMicros: number }

/** The cost of a long history in PostgreSQL. */
export const growthArm: Arm = {
  name: 'growth',
  summary: 'PostgreSQL with 10 million payments against 10 thousand, 64 in flight; makes them first: 25 GB, 15 minutes',
  async run(options) {
    const small = await openHistory(few, options)
    try {
      const large = await openHistory(many, options)
      try {
        return await measure(small, large, options)
      } finally {
        await large.close()
      }
    } finally {
      await small.close()
    }
  },
}

type Contender = Awaited<ReturnType<typeof openHistory>>

/** A server of its own, with a history, and a node's store over it. */
async function openHistory(payments: number, { progress, parentFolder }: ArmOptions) {
  const server = await startDatabase({ folder: parentFolder })
  try {
    const store = await openPostgresStore({ path: server.path, purpose: 'live', migrate: true })
    const accountIds = await writeHistory(server.url, { payments, accounts, progress })
    const slices: Slice[] = []
    const pay = async (ms: number) => 2 * (await keepPaying((id) => payOut(store.books.atomically, id), accountIds, ms))
    return {
      payments,
      slices,
      warmUp: () => pay(warmUpMs),
      async take(seconds: number) {
        const [node, ofServer, begun] = [process.cpuUsage(), server.cpuMs(), performance.now()]
        const steps = await pay(seconds * 1000)
        const { user, system } = process.cpuUsage(node)
        slices.push({
          rate: (steps * 1000) / (performance.now() - begun),
          nodeMicros: (user + system) / steps,
          serverMicros: ((server.cpuMs() - ofServer) * 1000) / steps,
        })
      },
      isWhole: async () => (await auditBooks(store)()).ok,
      megabytes: async () => Number((await onDatabase<{ bytes: string }>(server.url, sizeOf))[0]?.bytes) / 2 ** 20,
      version: async () => (await onDatabase<{ version: string }>(server.url, 'SELECT version()'))[0]?.version,
      async close() {
        await store.close()
        await server.close()
      },
    }
  } catch (error) {
    await server.close()
    throw error
  }
}

const sizeOf = 'SELECT pg_database_size(current_database()) AS bytes'

async function measure(small: Contender, large: Contender, { slices, seconds, progress }: ArmOptions) {
  for (const one of [small, large]) {
    progress(`paying from the database with ${one.payments} payments`)
    await one.warmUp()
  }
  for (const [round, turns] of inTurns([small, large], slices).entries()) {
    for (const one of turns) await one.take(seconds)
    progress(`slices ${round + 1}/${slices}`)
  }
  const cpuOf = ({ nodeMicros, serverMicros }: Slice) => nodeMicros + serverMicros
  const ratio = median(large.slices.map((slice, index) => cpuOf(slice) / cpuOf(small.slices[index] as Slice)))
  progress('auditing both')
  return {
    findings: [
      ...[small, large].flatMap((one) => findingsOf(one)),
      { what: 'size of the larger database', value: await large.megabytes(), unit: 'MiB' },
      { what: 'CPU time a step, as a part of the small one’s', value: ratio, unit: '', target: { atMost: 1.15 } },
    ],
    doubts: (await Promise.all([small, large].map((one) => one.isWhole()))).includes(false) ? ['the audit fails'] : [],
    details: { version: await large.version(), settings: measuredSettings, small: small.slices, large: large.slices },
  }
}

function findingsOf({ payments, slices }: Contender) {
  const over = (of: (slice: Slice) => number) => median(slices.map(of))
  return [
    { what: `${payments} payments: rate`, value: over(({ rate }) => rate), unit: 'steps/s' },
    { what: `${payments} payments: CPU time a step, in the node`, value: over((s) => s.nodeMicros), unit: 'µs' },
    { what: `${payments} payments: CPU time a step, in PostgreSQL`, value: over((s) => s.serverMicros), unit: 'µs' },
  ]
}
