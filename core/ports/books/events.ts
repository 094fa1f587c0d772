import type { AccountKey } from '../../model/account.ts'
import type { Transaction } from '../../model/transaction.ts'
import type { Batch } from './batches.ts'
import type { Funding } from './fundings.ts'
import type { Posting } from './ledger.ts'

/** The types of events, in the order in which merchants meet them. */
export const eventTypes = [
  'payout.succeeded',
  'payout.failed',
  'collection.succeeded',
  'collection.failed',
  'refund.succeeded',
  'refund.failed',
  'balance.funded',
  'balance.withdrawn',
  'batch.completed',
  'key.expiring',
] as const

/** The type of an event. */
export type EventType = (typeof eventTypes)[number]

/**
 * Notifies an account that a transaction or a batch has ended, that the operator has funded its balance or withdrawn
 * from it, or that one of its keys expires soon.
 */
export type AccountEvent = {
  readonly accountId: string
  /** Counts the account's events: 1, 2, 3 and so on, without a gap. */
  readonly sequence: number
  /** Its subject: a transaction's id, the reference of a funding or withdrawal, a batch's id, or a key's. */
  readonly cause: Posting['cause'] | { readonly key: string }
  readonly atMs: number
}

/** An event with its subject, whose reported values never change again. */
export type EventRows =
  | { readonly event: AccountEvent; readonly transaction: Transaction }
  | { readonly event: AccountEvent; readonly funding: Funding }
  | { readonly event: AccountEvent; readonly batch: Batch }
  | { readonly event: AccountEvent; readonly key: AccountKey }

/** A stretch of an account's events, or of one type of them, oldest first, and the sequence of the last event. */
export type EventStretch = {
  readonly events: readonly EventRows[]
  /** The sequence of the account's last event; 0 if there is none. */
  readonly last: number
}

/** The query for events. */
export type EventQuery = {
  readonly accountId: string
  /** Only events after this sequence; 0 for all. */
  readonly after: number
  /** Only events of this type, found at the cost of a page, however many others there are. */
  readonly type?: EventType
  /** The most that are returned. */
  readonly limit: number
}
