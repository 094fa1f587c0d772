import { setTimeout } from 'node:timers/promises'
import type { CrashAccount } from '../load/accounts.ts'
import type { BatchRequest } from '../load/batches.ts'
import { crashFeeBackOf, crashFeeOf } from '../load/fees.ts'
import type { PaymentRequest } from '../load/merchant.ts'
import type { Decision } from '../load/operator.ts'
import { batchesGoneWrong } from './batches.ts'
import { readCrashBooks } from './books.ts'
import { endOf, violationsIn } from './checks.ts'
import { violationsInTheEnd } from './end.ts'
import type { Evidence } from './evidence.ts'
import { crashJournal } from './journal.ts'

/** What is inspected: a round's database and its networks' file, against what merchants were answered. */
type CrashScene = {
  readonly databasePath: string
  readonly networksFile: string
  readonly accounts: readonly CrashAccount[]
  readonly requests: readonly PaymentRequest[]
  readonly batches: readonly BatchRequest[]
  readonly decisions: readonly Decision[]
}

/** How long to wait for the end, and how often to look for it. */
const settlingMs = 60_000
const everyMs = 250

/** Looks for what is wrong. */
export function crashInspection({ databasePath, networksFile, accounts, requests, batches, decisions }: CrashScene) {
  const journal = crashJournal(networksFile)
  const final = new Map<string, string>()
  const told = new Map<string, readonly string[]>()
  let latest: Evidence | undefined

  async function gather(): Promise<Evidence> {
    const before = journal.read()
    const ids = accounts.map(({ id }) => id)
    const books = await readCrashBooks(databasePath, ids)
    const journals = { before, after: journal.read() }
    latest = {
      requests,
      batches,
      feeOf: crashFeeOf,
      feeBackOf: crashFeeBackOf,
      decisions,
      books,
      journal: journals,
      final: new Map(final),
      told: new Map(told),
    }
    for (const [id, events] of books.events) told.set(id, events)
    for (const transaction of books.transactions)
      if (transaction.state === 'succeeded' || transaction.state === 'failed')
        final.set(transaction.id, endOf(transaction))
    return latest
  }

  return {
    /** While a server works on what the previous one left open. */
    async afterRestart() {
      const evidence = await gather()
      return [...violationsIn(evidence), ...batchesGoneWrong(evidence)]
    },
    /** When no requests come any more: resolves as soon as nothing is wrong, or after a time. */
    async inTheEnd() {
      const giveUpMs = performance.now() + settlingMs
      for (;;) {
        const evidence = await gather()
        const open = violationsInTheEnd(evidence)
        if (open.length === 0 || performance.now() > giveUpMs)
          return [...violationsIn(evidence), ...batchesGoneWrong(evidence), ...open]
        await setTimeout(everyMs)
      }
    },
    /** How many transactions there were, of which kinds, and how many payments their networks executed. */
    figures: () => ({
      transactions: latest?.books.transactions.length ?? 0,
      refunds: latest?.books.transactions.filter(({ kind }) => kind === 'refund').length ?? 0,
      lines: latest?.books.batches.flatMap(({ rows }) => rows.filter((row) => row.transaction)).length ?? 0,
      executed: [...(latest?.journal.after.values() ?? [])].filter(({ executed }) => executed > 0).length,
    }),
  }
}
