import type { Kind, Metadata } from '../../model/transaction.ts'
import type { Balance, Posting } from './ledger.ts'

/**
 * Which stretch of an account's postings in a currency to read, in the order in which they were made. Its ends are places
 * in that order: whatever the clocks did, stretches that follow one another have each posting once.
 */
export type StatementQuery = {
  readonly accountId: string
  readonly currency: string
  /** Begins with the first posting made at this moment or later, in milliseconds since the Unix epoch. */
  readonly fromMs?: number
  /** Ends before the first posting made at this moment or later. */
  readonly toMs?: number
  /** Continues after a page: its `next`, which matches `statementPlacePattern`. */
  readonly after?: string
  /** How many postings at most. */
  readonly limit: number
}

/** A posting with what the merchant or the operator calls what moved the money. */
export type ReferredPosting = {
  readonly posting: Posting
  readonly reference: string
  /** The payment's; null for fundings and withdrawals. */
  readonly paymentKind: Kind | null
  /** The payment's; null for fundings and withdrawals. */
  readonly description: string | null
  /** The payment's; empty for fundings and withdrawals. */
  readonly metadata: Metadata
  /** The number of the payment's receipt at its network, once that is known; null for fundings and withdrawals. */
  readonly networkReceipt: string | null
  /** The network's own word for why the payment failed; null where it has not failed. */
  readonly networkReason: string | null
}

/** A stretch of postings, oldest first; `next` is the place of its last one, to continue after; null at the end. */
export type StatementRows = {
  /** The balance before the first of them. */
  readonly opening: Balance
  readonly postings: readonly ReferredPosting[]
  readonly next: string | null
}
