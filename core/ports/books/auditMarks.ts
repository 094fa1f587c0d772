import type { LedgerAccount, PostedBalance, Posting } from './ledger.ts'
import type { MoneyOfTransaction, Snapshot, Streamed } from './snapshot.ts'

/** The facts about a mark that only the audit knows. */
export type AuditMarkTimes = {
  /** The version of the audit's rules. */
  readonly rules: number
  /** When the audit began, in milliseconds since the Unix epoch. */
  readonly atMs: number
  /** When the last audit of everything began. */
  readonly fullAtMs: number
}

/** The numbers of rows. They reveal a row that nothing else names. */
export type AuditedCounts = {
  readonly transactions: number
  readonly fundings: number
  /** Completed batches. */
  readonly batches: number
}

/** The state of the books at an audit that has found nothing broken. */
export type AuditMark = AuditMarkTimes &
  AuditedCounts & {
    /** The number of transactions that were open. */
    readonly open: number
  }

/** Reads the state of books at this moment. The returned function stores it as their mark, instead of the one before. */
export type MarkBooks = (times: AuditMarkTimes) => Promise<() => Promise<void>>

/** The means of a store at the moment of a snapshot. */
export type SnapshotMoment = {
  /** Counts the postings, balances, events and transactions for a progress. */
  count(): Promise<number>
  /** Marks the books. A store that keeps no marks does not have it. */
  readonly mark?: MarkBooks | undefined
}

/** The number and the total of postings between two ledger accounts of a currency. */
export type PostedSum = Pick<Posting, 'currency'> & {
  readonly from: LedgerAccount
  readonly to: LedgerAccount
  readonly postings: bigint
  readonly minor: bigint
}

/**
 * The books since the last mark, at one moment. Postings and events are the new ones. Transactions, fundings and
 * batches are the ones that were open at the mark, are new, or have a new posting or event; fundings and transactions
 * have only their new postings. The rest is whole.
 */
export type ChangedBooks = Snapshot & {
  readonly mark: AuditMark
  /** The numbers of rows now. */
  counts(): Promise<AuditedCounts>
  /** Every balance at the mark. */
  markedBalances(): Streamed<PostedBalance & { readonly accountId: string; readonly currency: string }>
  /** The last event of each account at the mark. */
  markedEvents(): Streamed<{ readonly accountId: string; readonly sequence: number }>
  /** The ids of the transactions that were open at the mark. */
  markedTransactions(): Streamed<string>
  /** The totals of all postings up to the mark. */
  markedSums(): readonly PostedSum[]
  /** All refunds of changed collections and of the collections of changed refunds, with these collections. */
  refunded(): Streamed<MoneyOfTransaction>
  /** All transactions that their network contradicts. */
  contradicted(): Streamed<MoneyOfTransaction>
  /** The postings up to the mark that are dated at a moment or later. */
  datedAfter(ms: number): Streamed<Posting>
  /** All transactions that succeeded at a moment or later. */
  succeededSince(ms: number): Streamed<MoneyOfTransaction>
}
