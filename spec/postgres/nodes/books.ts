import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import { type Audit, auditBooks, type BalanceRow, type Books, type Transaction } from '../../../core/sente.ts'
import { allBatches, type CrashBatch } from '../../attacks/crashes/judges/books.ts'

/** What the books hold while nodes work on them. */
export type NodesBooks = {
  readonly audit: Audit
  /** Of each account the newest first. */
  readonly transactions: readonly Transaction[]
  readonly balances: readonly BalanceRow[]
  /** With their lines. */
  readonly batches: readonly CrashBatch[]
}

/** Audits all of the books, and reads the transactions and balances of these accounts. */
export async function readBooks(path: string, ...accountIds: readonly string[]): Promise<NodesBooks> {
  const store = await openPostgresStore({ path, purpose: 'live', migrate: false })
  try {
    const audit = await auditBooks(store)()
    const transactions = await Promise.all(accountIds.map((id) => allTransactions(store.books, id)))
    const balances = await Promise.all(accountIds.map((id) => store.books.balances(id)))
    const batches = await allBatches(store)
    return { audit, transactions: transactions.flat(), balances: balances.flat(), batches }
  } finally {
    await store.close()
  }
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

/** The balance that an account has to have after these transactions: available, and held. */
export function balanceAfter(fundedMinor: bigint, transactions: readonly Transaction[]): [bigint, bigint] {
  let [available, held] = [fundedMinor, 0n]
  for (const { kind, state, amountMinor } of transactions) {
    if (kind === 'collection' && state === 'succeeded') available += amountMinor
    if (kind === 'collection' || state === 'failed') continue
    available -= amountMinor
    if (state !== 'succeeded') held += amountMinor
  }
  return [available, held]
}
