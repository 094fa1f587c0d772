import { memoryStore } from '../../adapters/memory/memory.ts'
import {
  type Audit,
  audit,
  type BalanceRow,
  type Books,
  type Broken,
  type Entry,
  type FundingRows,
  type Transaction,
  type TransactionRows,
} from '../../core/sente.ts'
import { aPayout } from '../contracts/records.ts'

/** Rows as an accident might have left them. */
export type Planted = {
  balances?: BalanceRow[]
  entries?: Entry[]
  transactions?: TransactionRows[]
  fundings?: FundingRows[]
  strays?: string[]
}

/** Audits books that hold no more than what was planted. */
export function auditOf({
  balances = [],
  entries = [],
  transactions = [],
  fundings = [],
  strays = [],
}: Planted): Promise<Audit> {
  const rows = {
    balances: () => balances,
    entries: () => entries,
    transactions: () => transactions,
    fundings: () => fundings,
    strays: () => strays,
  }
  const books: Books = { ...memoryStore().books, snapshot: (read) => read(rows) }
  return audit(books)
}

/** What an audit of them finds broken. */
export async function brokenIn(planted: Planted): Promise<readonly Broken[]> {
  return (await auditOf(planted)).broken
}

/** A funding of UGX 100 of account `a`. */
export const funded: Entry = {
  accountId: 'a',
  currency: 'UGX',
  from: 'funding',
  to: 'available',
  amountMinor: 100n,
  cause: { funding: 'f' },
  atMs: 0,
}
/** The entries that move the UGX 30 of transaction `t`, each its own way. */
export const held: Entry = { ...funded, from: 'available', to: 'held', amountMinor: 30n, cause: { transaction: 't' } }
export const settled: Entry = { ...held, from: 'held', to: 'float:MTN' }
export const released: Entry = { ...held, from: 'held', to: 'available' }
export const credited: Entry = { ...held, from: 'float:MTN', to: 'available' }

/** The transaction `t`, of either kind and in three states. */
export const payout: Transaction = aPayout('a', { id: 't', amountMinor: 30n })
export const collection: Transaction = { ...payout, kind: 'collection' }
export const paid: Transaction = { ...payout, state: 'succeeded' }
export const failed: Transaction = { ...payout, state: 'failed', reason: 'not_sent' }

/** Rows of a transaction and its entries. */
export function rowsOf(transaction: Transaction, ...entries: Entry[]): TransactionRows {
  return { transaction, entries }
}
