import type { Kind, State, Transaction } from '../../model/transaction.ts'

/** Which transactions to list; a filter that is absent admits all. */
export type TransactionQuery = {
  readonly accountId?: string
  readonly reference?: string
  readonly states?: readonly State[]
  readonly kind?: Kind
  readonly currency?: string
  readonly network?: string
  /** Without an account, this and a reference are looked up in one account after the other. */
  readonly phoneNumber?: string
  /** Only the refunds of this collection, by its id. */
  readonly refundOf?: string
  /** Only what was made through this payment link, by its id. */
  readonly linkId?: string
  /** The id under which it was sent to its network. */
  readonly providerId?: string
  /** The id that its network gave it. */
  readonly providerRef?: string
  /** The number of its customer's receipt. */
  readonly networkReceipt?: string
  /** The network's own word for why it failed. */
  readonly networkReason?: string
  /** Those opened at this moment or later, by the time in their ids, in milliseconds since the Unix epoch. */
  readonly createdFromMs?: number
  /** Those opened before this moment. */
  readonly createdToMs?: number
  /** Only those that an operator has to look at. */
  readonly attention?: true
  /** Continues after a page: its `next`, or any transaction's id. */
  readonly before?: string
  /** How many at most. */
  readonly limit: number
}

/** A page of transactions, newest first; `next` is the id of the last one, to continue after it, and null at the end. */
export type TransactionPage = { readonly transactions: readonly Transaction[]; readonly next: string | null }

/** Something about a transaction that its state does not show: what a network said, or what an operator decided. */
export type Annotation = {
  readonly transactionId: string
  readonly kind: 'mismatch' | 'contradiction' | 'evidence' | 'withdrawn' | 'resolution' | 'erasure'
  readonly text: string
  /** The operator who made it; null when the gateway did. */
  readonly by: string | null
  readonly atMs: number
  /** The comparison with a network's file that it comes of, by its id; absent where it comes of none. */
  readonly runId?: string
}

/** A transaction with its annotations, oldest first. */
export type AnnotatedTransaction = { readonly transaction: Transaction; readonly annotations: readonly Annotation[] }
