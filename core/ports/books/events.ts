import type { AccountKey } from '../../model/account.ts'
import type { Transaction } from '../../model/transaction.ts'
import type { Batch } from './batches.ts'
import type { Funding } from './fundings.ts'
import type { Posting } from './ledger.ts'

/** What can have happened, in the order in which merchants meet it. */
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

/** What has happened. */
export type EventType = (typeof eventTypes)[number]

/**
 * Tells an account that a transaction or a batch has ended, that the operator has funded its balance or withdrawn from it,
 * or that one of its keys expires soon.
 */
export type AccountEvent = {
  readonly accountId: string
  /** Counts the account's events: 1, 2, 3 and so on, without a gap. */
  readonly sequence: number
  /** What it is about: a transaction's id, the reference of a funding or withdrawal, a batch's id, or a key's. */
  readonly cause: Posting['cause'] | { readonly key: string }
  readonly atMs: number
}

/** An event with what it is about, which never changes again in what the event tells. */
export type EventRows =
  | { readonly event: AccountEvent; readonly transaction: Transaction }
  | { readonly event: AccountEvent; readonly funding: Funding }
  | { readonly event: AccountEvent; readonly batch: Batch }
  | { readonly event: AccountEvent; readonly key: AccountKey }

/** A stretch of an account's events, or of those of a type, oldest first, and how far its events go. */
export type EventStretch = {
  readonly events: readonly EventRows[]
  /** The sequence of the account's last event; 0 where there is none. */
  readonly last: number
}

/** Which events to list. */
export type EventQuery = {
  readonly accountId: string
  /** Those after this sequence; 0 for all. */
  readonly after: number
  /** Only those of a type, found at the cost of a page, however many others there are. */
  readonly type?: EventType
  /** How many at most. */
  readonly limit: number
}
