import type { Kind, State, Transaction } from '../../model/transaction.ts'

/** The query for transactions. An absent filter admits all. */
export type TransactionQuery = {
  readonly accountId?: string
  readonly reference?: string
  readonly states?: readonly State[]
  readonly kind?: Kind
  readonly currency?: string
  readonly network?: string
  /** Without an account, this and a reference are searched for in one account after the other. */
  readonly phoneNumber?: string
  /** Only phone numbers that end with these digits, three or more. It is searched for like a whole one. */
  readonly phoneEnding?: string
  /** Only amounts between these two, which are included, in minor units. */
  readonly amountsMinor?: { readonly from: bigint; readonly to: bigint }
  /** Only those with this text in their reference or their description. Capital letters from A to Z count as small. */
  readonly part?: string
  /** Only the refunds of this collection, by its id. */
  readonly refundOf?: string
  /** Only the payments through this payment link, by its id. */
  readonly linkId?: string
  /** The id under which it was sent to its network. */
  readonly providerId?: string
  /** The network's own id of it. */
  readonly providerRef?: string
  /** The number of its customer's receipt. */
  readonly networkReceipt?: string
  /** The network's own reason for its failure. */
  readonly networkReason?: string
  /** Only those opened at this moment or later, by the time in their ids, in milliseconds since the Unix epoch. */
  readonly createdFromMs?: number
  /** Only those opened before this moment. */
  readonly createdToMs?: number
  /** Only those that need the attention of an operator. */
  readonly attention?: true
  /** Continues after a page: its `next`, or any transaction's id. */
  readonly before?: string
  /** The most that are returned. */
  readonly limit: number
}

/**
 * A page of transactions, newest first; `next` is the id of the last one, to continue after it, and null at the end. A
 * long search by an amount or a part of a text may end before its page is full: then `next` is the id that it has come to.
 */
export type TransactionPage = { readonly transactions: readonly Transaction[]; readonly next: string | null }

/** A fact about a transaction beyond its state: a network's statement, or an operator's decision. */
export type Annotation = {
  readonly transactionId: string
  readonly kind: 'mismatch' | 'contradiction' | 'evidence' | 'withdrawn' | 'resolution' | 'erasure'
  readonly text: string
  /** The operator who made it; null for the gateway. */
  readonly by: string | null
  readonly atMs: number
  /** The comparison with a network's file behind it, by its id; absent if there is none. */
  readonly runId?: string
}

/** A transaction with its annotations, oldest first. */
export type AnnotatedTransaction = { readonly transaction: Transaction; readonly annotations: readonly Annotation[] }
