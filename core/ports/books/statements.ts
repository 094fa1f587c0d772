import type { Kind, Metadata } from '../../model/transaction.ts'
import type { Balance, Posting } from './ledger.ts'

/**
 * The query for a stretch of an account's postings in a currency, in the order of their making. Its ends are places in
 * that order: whatever the clocks did, consecutive stretches have each posting once.
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
  /** The end of the stretch, rather than its beginning: before a page, by its `previous`; or its last page, by null. */
  readonly before?: string | null
  /** The most postings that are returned. */
  readonly limit: number
}

/** A posting with the merchant's or the operator's own name for its cause. */
export type ReferredPosting = {
  readonly posting: Posting
  readonly reference: string
  /**
   * For money that a batch releases for a line that is opened: its payout, to which all of the following belongs. A
   * refused line has no payout, only its reference.
   */
  readonly opened?: string
  /** The payment's kind; null for fundings and withdrawals. */
  readonly paymentKind: Kind | null
  /** The phone number that was paid or has paid; null for fundings, withdrawals and batches. */
  readonly phoneNumber: string | null
  /** The payment's description; null for fundings and withdrawals. */
  readonly description: string | null
  /** The payment's metadata; empty for fundings and withdrawals. */
  readonly metadata: Metadata
  /** The number of the payment's receipt at its network, once that is known; null for fundings and withdrawals. */
  readonly networkReceipt: string | null
  /** The network's own reason why the payment failed; null if it has not failed. */
  readonly networkReason: string | null
}

/**
 * A page of a stretch of postings, oldest first; `next` is the place of its last one, to continue after, and `previous`
 * that of its first one, to continue before. They are null at the end and at the beginning of the stretch.
 */
export type StatementRows = {
  /** The balance before the first of them. */
  readonly opening: Balance
  readonly postings: readonly ReferredPosting[]
  readonly previous: string | null
  readonly next: string | null
}
