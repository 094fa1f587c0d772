import { join } from 'node:path'
import { sqlite } from '../../../../adapters/sqlite/sqlite.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { tokens } from '../../../../composition/tokens.ts'
import { auditBooks } from '../../../../core/sente.ts'
import { payoutOf, until } from '../../../fixtures/sandboxGateway.ts'
import { makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { answerOf, type DiskGateway, openDiskGateway } from '../gateway.ts'
import { disks } from './fullDisk.ts'
import './endsWithParent.ts'

/**
 * A day on a disk that fills up, in a process of its own: its arguments are the folder and the way in which the disk gets
 * full; it prints what happened as one line of JSON.
 */
const [folder = '', means = ''] = process.argv.slice(2)
const databasePath = join(folder, 'books.db')

const disk = disks(folder, `${databasePath}-wal`)[means === 'small' ? 'small' : 'limit']

/** Payments that can't be opened, and what is left of them afterwards. */
async function nothingOpens(gateway: DiskGateway, ask: Ask) {
  const sent = countPayouts(gateway)
  // Room for a small commit, but not for a payment: it must not be ready then.
  disk.fill(3 * 4_096)
  const refused = answerOf(await ask('send-money', payoutOf('first')))
  const collected = answerOf(await ask('collect-money', payoutOf('second')))
  const ready = [await gateway.ready(), await gateway.ready()]
  const found = await Promise.all(['transactions', 'balances'].map(async (path) => (await ask(path)).status))
  // About five sweeps.
  await new Promise((resolve) => setTimeout(resolve, 1_300))
  ready.push(await gateway.ready())
  const errors = gateway.logged('error', 'not ready: the database cannot be written')
  const sweepErrors = gateway.logged('error', 'sweep')
  const breakages = gateway.logged('error', 'breakage')
  const concerns = await sqlite.concerns(databasePath)
  disk.free()
  await until(async () => (await gateway.ready()) === 200)
  const again = answerOf(await ask('send-money', payoutOf('first'))).status
  const mended = gateway.lines('warn', 'the database can be written again').map((line) => line.requests_broken)
  const room = await sqlite.concerns(databasePath)
  return {
    refused,
    collected,
    ready,
    found,
    errors,
    sweepErrors,
    breakages,
    concerns,
    room,
    again,
    mended,
    sent: sent(),
  }
}

/** A payout that the network executes while the disk gets full, so that its outcome can't be recorded. */
async function outcomeIsNotRecorded(gateway: DiskGateway, ask: Ask) {
  const { airtel } = gateway
  const { payOut, enquire } = airtel
  let requests = 0
  Object.assign(airtel, {
    payOut: async (...given: Parameters<typeof payOut>) => {
      const answer = await payOut(...given)
      disk.fill()
      return answer
    },
    enquire(...given: Parameters<typeof enquire>) {
      requests += 1
      return enquire(...given)
    },
  })
  const unknown = answerOf(await ask('send-money', payoutOf('unrecorded')))
  Object.assign(airtel, { payOut })
  const state = async () => {
    const answer = await ask(unknown.location?.replace('/api/v1/', '') ?? '')
    return ((await answer.json()) as { data: { state: string } }).data.state
  }
  const held = [await state(), ...(await balancesOf(ask))]
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  const askedWhileFull = requests
  disk.free()
  await until(async () => (await state()) !== 'pending')
  return { unknown, held, askedWhileFull, ended: [await state(), ...(await balancesOf(ask))] }
}

/** A stop and a start on a full disk, and a start when there is room again. */
async function restarts(gateway: DiskGateway) {
  const opening = { path: databasePath, purpose: 'sandbox', migrate: true } as const
  disk.fill()
  const { list } = gateway.container.get(tokens.books)
  const before = (await list({ limit: 100 })).transactions.length
  await gateway.close()
  disk.fill()
  let refused = 'nothing'
  try {
    openSqliteStore({ ...opening, serving: { onLost: () => process.exit(74) } })
  } catch (error) {
    refused = String(error)
  }
  disk.free()
  const { books, close } = openSqliteStore(opening)
  const after = (await books.list({ limit: 100 })).transactions.length
  const { broken } = await auditBooks({ books })()
  await close()
  return { refused, isAllThere: before === after, broken: broken.length }
}

type Ask = ReturnType<DiskGateway['as']>

/** The available and held parts of the one balance. */
async function balancesOf(ask: Ask) {
  const { data } = (await (await ask('balances')).json()) as { data: { UGX: object } }
  return Object.values(data.UGX)
}

/** Counts the payouts sent to Airtel from now on. */
function countPayouts({ airtel }: DiskGateway): () => number {
  const { payOut } = airtel
  let count = 0
  Object.assign(airtel, {
    payOut(...given: Parameters<typeof payOut>) {
      count += 1
      return payOut(...given)
    },
  })
  return () => count
}

const networks = makeFolder()
const gateway = await openDiskGateway({ databasePath, networks: networks.path })
const ask = gateway.as(await gateway.openAccount())
const begin = [await gateway.ready(), (await ask('send-money', payoutOf('before'))).status]
const opens = await nothingOpens(gateway, ask)
const notes = await outcomeIsNotRecorded(gateway, ask)
const starts = await restarts(gateway)
networks.remove()
process.stdout.write(`${JSON.stringify({ begin, opens, notes, starts })}\n`, () => process.exit())
