import { setTimeout } from 'node:timers/promises'
import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import {
  type Audit,
  auditBooks,
  type BalanceRow,
  type Books,
  type Store,
  type Transaction,
} from '../../../core/sente.ts'
import { allBatches, type CrashBatch } from '../../attacks/crashes/judges/books.ts'
import { patienceMs } from '../../fixtures/until.ts'

/** The contents of the books while nodes work on them. */
export type NodesBooks = NodesRows & { readonly audit: Audit }

/** The same before it is audited. */
export type NodesRows = {
  /** Per account, the newest first. */
  readonly transactions: readonly Transaction[]
  readonly balances: readonly BalanceRow[]
  /** With their lines. */
  readonly batches: readonly CrashBatch[]
}

/** The pause between two readings, in milliseconds. */
const restMs = 250

/**
 * Reads the transactions and balances of these accounts until they are as expected, or for a long while; resolves with
 * them, and an audit of all the books.
 */
export async function booksOnce(
  path: string,
  accountIds: readonly string[],
  isSo: (rows: NodesRows) => boolean,
): Promise<NodesBooks> {
  const store = await openPostgresStore({ path, purpose: 'live', migrate: false })
  try {
    for (const giveUpMs = performance.now() + patienceMs; ; await setTimeout(restMs)) {
      const rows = await rowsIn(store, accountIds)
      if (isSo(rows) || performance.now() > giveUpMs) return { ...rows, audit: await auditBooks(store)() }
    }
  } finally {
    await store.close()
  }
}

async function rowsIn(store: Store, accountIds: readonly string[]): Promise<NodesRows> {
  const transactions = await Promise.all(accountIds.map((id) => allTransactions(store.books, id)))
  const balances = await Promise.all(accountIds.map((id) => store.books.balances(id)))
  return { transactions: transactions.flat(), balances: balances.flat(), batches: await allBatches(store) }
}

async function allTransactions(books: Books, accountId: string): Promise<readonly Transaction[]> {
  const all: Transaction[] = []
  let before: string | null | undefined
  while (before !== null) {
    const { transactions, next } = await books.list({
      accountId,
      limit: 1_000,
      ...(before !== undefined && { before }),
    })
    all.push(...transactions)
    before = next
  }
  return all
}

/** The required balance of an account after these transactions: available, and held. */
export function balanceAfter(fundedMinor: bigint, transactions: readonly Transaction[]): [bigint, bigint] {
  let [available, held] = [fundedMinor, 0n]
  for (const { kind, state, amountMinor, feeMinor, feeBackMinor } of transactions) {
    const hasSucceeded = state === 'succeeded'
    if (kind === 'collection' && hasSucceeded) available += amountMinor - feeMinor
    if (kind === 'collection' || state === 'failed') continue
    available -= amountMinor + feeMinor
    if (!hasSucceeded) held += amountMinor + feeMinor
    if (kind === 'refund' && hasSucceeded) available += feeBackMinor
  }
  return [available, held]
}
