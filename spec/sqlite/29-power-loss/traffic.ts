import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { Behaviour } from '../../../adapters/memory/memory.ts'
import { openSqliteStore, type SqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { audit, isRefusal, type Transaction } from '../../../core/sente.ts'
import { openCore } from '../../fixtures/core.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { type LogLength, type Picture, powerDisk } from './disk.ts'

/** What was told of a payment: opened, or its state after the network's answer; or of an account's balance. */
export type Told =
  | { readonly transaction: Transaction }
  | { readonly accountId: string; readonly availableAtMost: bigint }

/** A moment in the midst of traffic: what would be found after a power loss, and what was told by then. */
export type Moment = { readonly picture: Picture; readonly told: readonly Told[] }

type Core = Awaited<ReturnType<typeof openCore>>

const behaviours: readonly Behaviour[] = ['accepts', 'succeeds', 'declines', 'losesAnswer', 'losesRequest']

/** Some frames of the log. */
const enoughBytes = 20_000

const rank = { submitting: 0, pending: 1, succeeded: 2, failed: 2 }

/** Which moments are looked at, of how much traffic. */
export type Watch = {
  /** By the number of the flush that is about to end, among those with enough to lose after the log was begun anew, if it is. */
  readonly atFlushes: readonly number[]
  /** How many times each account pays at once. */
  readonly atOnce: number
  /** At how many bytes the log is copied and begun anew; never by default. */
  readonly copyAt?: number
}

/** Serves a database to two accounts that pay, and looks at moments of it afterwards. */
export async function momentsOf(watch: Watch, look: (moment: Moment) => Promise<void>): Promise<void> {
  await inFolder(async ({ database: path }) => {
    const told: Told[] = []
    const moments: Moment[] = []
    const isDue = dueMoments(watch)
    let isPaying = false
    const disk = powerDisk(path, 4, (log) => {
      if (isPaying && isDue(log)) moments.push({ picture: disk.picture(), told: [...told] })
    })
    const serving = { flush: disk.flush, onLost: fail, copyAt: watch.copyAt ?? Number.POSITIVE_INFINITY }
    // Made before, so that the log begins with the traffic.
    await openSqliteStore({ path, purpose: 'sandbox', migrate: true }).close()
    const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true, serving })
    try {
      const shops = [await openCore({}, store), await openCore({}, store)]
      isPaying = true
      const goesOn = () => moments.length < watch.atFlushes.length
      await Promise.all(
        range(watch.atOnce).map((index) => trade(shops, index, { tell: (one) => told.push(one), goesOn })),
      )
    } finally {
      await store.close()
    }
    for (const moment of moments) await look(moment)
  })
}

/** Counts the flushes with enough to lose, of a log that was begun anew if it is to be and is not being copied again. */
function dueMoments({ atFlushes, copyAt }: Watch): (log: LogLength) => boolean {
  let largest = 0
  let flushes = 0
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

type Trading = { tell(told: Told): void; goesOn(): boolean }

/** Pays and collects; the first shop pays only, and its network declines nothing, so that its balance only sinks. */
async function trade([payer, trader]: Core[], index: number, { tell, goesOn }: Trading) {
  if (!payer || !trader) return
  await pause(index)
  payer.network.behaves('succeeds')
  for (let round = 0; goesOn(); round += 1) {
    trader.network.behaves(behaviours[(index + round) % behaviours.length] ?? 'accepts')
    const name = `${index}-${round}`
    await Promise.all([
      follow(payer.send(await payer.caller(), { ...payer.payout, amount: 500, reference: `order-${name}` }), tell),
      follow(trader.send(await trader.caller(), { ...trader.payout, amount: 500, reference: `out-${name}` }), tell),
      follow(trader.collect(await trader.caller(), { ...trader.request, reference: `in-${name}` }), tell),
    ])
    tell({ accountId: payer.account.id, availableAtMost: (await payer.balance()).available })
  }
}

async function follow(answer: ReturnType<Core['send']>, tell: (told: Told) => void) {
  const opened = await answer
  if (isRefusal(opened)) throw new Error(opened.refused)
  tell({ transaction: opened.transaction })
  const outcome = await opened.outcome
  if ('transaction' in outcome) tell({ transaction: outcome.transaction })
  else if (outcome.refused === 'provider_unavailable') tell({ transaction: { ...opened.transaction, state: 'failed' } })
}

/** What of all that was told is not there, or no longer true; and what the audit finds. */
export async function missing({ books }: SqliteStore, told: readonly Told[]): Promise<string[]> {
  const { transactions } = await books.list({ limit: 10_000 })
  const stored = new Map(transactions.map((transaction) => [transaction.id, transaction]))
  const lost = told.flatMap((one) =>
    'transaction' in one ? lostOf(one.transaction, stored.get(one.transaction.id)) : [],
  )
  const payer = told.flatMap((one) => ('accountId' in one ? [one] : []))
  const [balance] = await books.balances(payer[0]?.accountId ?? '')
  const risen = payer.filter(({ availableAtMost }) => (balance?.availableMinor ?? 0n) > availableAtMost)
  const { broken } = await audit(books)
  return [...lost, ...risen.map((told) => `not ${told.availableAtMost} any more`), ...broken.map((one) => inspect(one))]
}

/** Says what a transaction has lost of what was told of it. */
function lostOf(told: Transaction, stored: Transaction | undefined): string[] {
  const isLater = stored && (rank[stored.state] > rank[told.state] || stored.state === told.state)
  return isLater && stored.reference === told.reference ? [] : [`${told.reference}: ${told.state}, ${stored?.state}`]
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}
