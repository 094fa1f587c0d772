import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sqlite } from '../../../../adapters/sqlite/sqlite.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { tokens } from '../../../../composition/tokens.ts'
import { auditBooks } from '../../../../core/sente.ts'
import { payoutOf } from '../../../fixtures/sandboxGateway.ts'
import { makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { until } from '../../../fixtures/until.ts'
import { answerOf, openDiskGateway } from '../gateway.ts'
import { disks } from './fullDisk.ts'

/**
 * A day on a disk that fills up, in a process of its own: its arguments are the folder and the means to fill the disk;
 * it prints the results as one line of JSON.
 */
const [folder = '', means = ''] = process.argv.slice(2)
const databasePath = join(folder, 'books.db')
const disk = disks(folder, `${databasePath}-wal`)[means === 'small' ? 'small' : 'limit']
process.stdin.resume().on('end', () => process.exit(1))

const networks = makeFolder()
const gateway = await openDiskGateway({ databasePath, networks: networks.path })
const ask = gateway.as(await gateway.openAccount())
const { airtel, container } = gateway
const books = container.get(tokens.books)

/** Counts the calls of the network from now on, and runs a function after each, before its answer is seen. */
function counted(name: 'payOut' | 'enquire', afterwards: () => Promise<void> = async () => {}) {
  const call = airtel[name] as (...given: unknown[]) => Promise<unknown>
  let count = 0
  async function counting(...given: unknown[]) {
    count += 1
    const answer = await call(...given)
    await afterwards()
    return answer
  }
  Object.assign(airtel, { [name]: counting })
  return { count: () => count, restore: () => void Object.assign(airtel, { [name]: call }) }
}

/**
 * Waits for this many sweeps, which begin every 250 ms by the timers of this process: when it is slow both are late.
 */
async function sweeps(count: number) {
  for (let nth = 0; nth < count; nth += 1) await setTimeout(250)
}

/** Payments that can't be opened, and their traces afterwards. */
async function nothingOpens() {
  const sent = counted('payOut')
  // Room for a small commit, but not for a payment: it must not be ready then.
  disk.fill(3 * 4_096)
  const refused = answerOf(await ask('send-money', payoutOf('first')))
  const collected = answerOf(await ask('collect-money', payoutOf('second')))
  const ready = [await gateway.ready(), await gateway.ready()]
  const found = await Promise.all(['transactions', 'balances'].map(async (path) => (await ask(path)).status))
  await sweeps(5)
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
  sent.restore()
  const answers = { refused, collected, ready, found, again, sent: sent.count() }
  return { ...answers, errors, sweepErrors, breakages, concerns, room, mended }
}

/** A payout that the network executes while the disk gets full, so that its outcome can't be recorded. */
async function outcomeIsNotRecorded() {
  let enquiries: ReturnType<typeof counted> | undefined
  const payouts = counted('payOut', async () => {
    disk.fill()
    // On a slow machine a sweep may already have recorded its enquiry.
    await sweeps(2)
    enquiries = counted('enquire')
  })
  const unknown = answerOf(await ask('send-money', payoutOf('unrecorded')))
  payouts.restore()
  const state = async () => {
    const answer = await ask(unknown.location?.replace('/api/v1/', '') ?? '')
    return ((await answer.json()) as { data: { state: string } }).data.state
  }
  const stateAndBalance = async () => {
    const { data } = (await (await ask('balances')).json()) as { data: { UGX: object } }
    return [await state(), ...Object.values(data.UGX)]
  }
  const held = await stateAndBalance()
  await sweeps(4)
  const askedWhileFull = enquiries?.count()
  disk.free()
  await until(async () => {
    // Slowly enough for the limit of an account's requests.
    await sweeps(1)
    return (await state()) !== 'pending'
  })
  return { unknown, held, askedWhileFull, ended: await stateAndBalance() }
}

/** A stop and a start on a full disk, and a start when there is room again. */
async function restarts() {
  const opening = { path: databasePath, purpose: 'sandbox', migrate: true } as const
  disk.fill()
  const before = (await books.list({ limit: 100 })).transactions.length
  await gateway.close()
  disk.fill()
  let refused = 'nothing'
  try {
    openSqliteStore({ ...opening, serving: { onLost: () => process.exit(74) } })
  } catch (error) {
    refused = String(error)
  }
  disk.free()
  const store = openSqliteStore(opening)
  const after = (await store.books.list({ limit: 100 })).transactions.length
  const { broken } = await auditBooks(store)()
  await store.close()
  return { refused, isAllThere: before === after, broken: broken.length }
}

const begin = [await gateway.ready(), (await ask('send-money', payoutOf('before'))).status]
const day = { begin, opens: await nothingOpens(), notes: await outcomeIsNotRecorded(), starts: await restarts() }
networks.remove()
process.stdout.write(`${JSON.stringify(day)}\n`, () => process.exit())
