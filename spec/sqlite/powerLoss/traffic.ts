import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { Behaviour } from '../../../adapters/memory/memory.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { auditBooks, isRefusal, noRiskLimits, type Store, type Transaction } from '../../../core/sente.ts'
import { openCore } from '../../fixtures/core.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { type LogLength, type Picture, powerDisk } from './disk.ts'

/** An answer about a payment: opened, or its state after the network's answer; or about an account's balance. */
export type Answered =
  | { readonly transaction: Transaction }
  | { readonly accountId: string; readonly availableAtMost: bigint }

/** A moment during traffic: the disk after a power loss, and the answers by then. */
export type Moment = { readonly picture: Picture; readonly answered: readonly Answered[] }

type Core = Awaited<ReturnType<typeof openCore>>

const behaviours: readonly Behaviour[] = ['accepts', 'succeeds', 'declines', 'losesAnswer', 'losesRequest']

/** Some frames of the log. */
const enoughBytes = 20_000

/** The moments to check, and the amount of traffic. */
type Watch = {
  /** The numbers of the flushes about to end, of those with enough to lose and, if the log is copied, after its restart. */
  readonly atFlushes: readonly number[]
  /** The number of payments of each account at once. */
  readonly atOnce: number
  /** The size in bytes at which the log is copied and restarted; never by default. */
  readonly copyAt?: number
}

/** Serves a database to two paying accounts, and checks moments of it afterwards. */
export async function momentsOf(watch: Watch, look: (moment: Moment) => Promise<void>): Promise<void> {
  await inFolder(async ({ database: path }) => {
    const answered: Answered[] = []
    const moments: Moment[] = []
    const isDue = dueMoments(watch)
    let isPaying = false
    const disk = powerDisk(path, 4, (log) => {
      if (isPaying && isDue(log)) moments.push({ picture: disk.picture(), answered: [...answered] })
    })
    const serving = { flush: disk.flush, onLost: fail, copyAt: watch.copyAt ?? Number.POSITIVE_INFINITY }
    // Created first, so that the log begins with the traffic.
    await openSqliteStore({ path, purpose: 'sandbox', migrate: true }).close()
    const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true, serving })
    try {
      const ports = { ...store, riskLimits: noRiskLimits }
      const [payer, trader] = [await openCore({}, ports), await openCore({}, ports)]
      isPaying = true
      const trading: Trading = {
        ...{ payer, trader, add: (one) => answered.push(one) },
        goesOn: () => moments.length < watch.atFlushes.length,
      }
      await Promise.all(Array.from({ length: watch.atOnce }, (_, index) => trade(trading, index)))
    } finally {
      await store.close()
    }
    for (const moment of moments) await look(moment)
  })
}

/** Counts the flushes with enough to lose; with `copyAt` only after the log's restart and before its next copy. */
function dueMoments({ atFlushes, copyAt }: Watch): (log: LogLength) => boolean {
  let [largest, flushes] = [0, 0]
  return ({ bytes, unflushedBytes }) => {
    largest = Math.max(largest, bytes)
    const isQuiet = copyAt === undefined || (bytes < largest && bytes < copyAt)
    if (!isQuiet || unflushedBytes < enoughBytes) return false
    flushes += 1
    return atFlushes.includes(flushes)
  }
}

function fail(error: unknown) {
  throw error
}

type Trading = { payer: Core; trader: Core; add(answered: Answered): void; goesOn(): boolean }

/** Pays and collects; the first shop only pays, and its network declines nothing, so that its balance only falls. */
async function trade({ payer, trader, add, goesOn }: Trading, index: number) {
  await pause(index)
  payer.network.behaves('succeeds')
  for (let round = 0; goesOn(); round += 1) {
    trader.network.behaves(behaviours[(index + round) % behaviours.length] ?? 'accepts')
    const name = `${index}-${round}`
    const pay = async ({ send, caller, payout }: Core, reference: string) =>
      follow(await send({ caller: await caller(), request: { ...payout, amount: 500, reference } }), add)
    const collect = async ({ collect, caller, request }: Core, reference: string) =>
      follow(await collect({ caller: await caller(), request: { ...request, reference } }), add)
    await Promise.all([pay(payer, `order-${name}`), pay(trader, `out-${name}`), collect(trader, `in-${name}`)])
    add({ accountId: payer.account.id, availableAtMost: (await payer.balance()).available })
  }
}

async function follow(opened: Awaited<ReturnType<Core['send']>>, add: Trading['add']) {
  if (isRefusal(opened)) throw new Error(opened.refused)
  add({ transaction: opened.transaction })
  const outcome = await opened.outcome
  if ('transaction' in outcome) add({ transaction: outcome.transaction })
  else if (outcome.refused === 'provider_unavailable') add({ transaction: { ...opened.transaction, state: 'failed' } })
}

const rank = { submitting: 0, pending: 1, succeeded: 2, failed: 2 }

/** Answers that are missing or no longer true, and the findings of the audit. */
export async function missing({ books }: Store, answered: readonly Answered[]): Promise<string[]> {
  const { transactions } = await books.list({ limit: 10_000 })
  const stored = new Map(transactions.map((transaction) => [transaction.id, transaction]))
  const lost = answered.flatMap((one) => {
    if (!('transaction' in one)) return []
    const { id, reference, state } = one.transaction
    const found = stored.get(id)
    const isLater = found && (rank[found.state] > rank[state] || found.state === state)
    return isLater && found.reference === reference ? [] : [`${reference}: ${state}, ${found?.state}`]
  })
  const payer = answered.flatMap((one) => ('accountId' in one ? [one] : []))
  const [balance] = await books.balances(payer[0]?.accountId ?? '')
  const risen = payer.filter(({ availableAtMost }) => (balance?.availableMinor ?? 0n) > availableAtMost)
  const { broken } = await auditBooks({ books })()
  const untrue = risen.map(({ availableAtMost }) => `no longer ${availableAtMost}`)
  return [...lost, ...untrue, ...broken.map((one) => inspect(one))]
}
