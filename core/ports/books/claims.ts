import type { Transaction } from '../../model/transaction.ts'

/** For how long what is claimed is claimed, and the time by the caller's clock, in milliseconds since the Unix epoch. */
export type Claim = { readonly nowMs: number; readonly leaseMs: number }

/** The latest moments for which an enquiry can be planned: about a transaction that is open, and about one that has ended. */
export type LatestPlans = { readonly openMs: number; readonly endedMs: number }

/** Which transactions to claim: of which network and currency, due now or planned for later than can be. */
export type DueClaim = Claim & {
  readonly network: string
  readonly currency: string
  /** Without it, nothing is claimed before its time. */
  readonly latest?: LatestPlans
  /** How many at most. */
  readonly limit: number
}

/**
 * Claimed transactions, and when that was: by the store's own clock if several machines share the store, otherwise by the
 * caller's.
 */
export type Claimed = { readonly atMs: number; readonly transactions: readonly Transaction[] }

/** How many open transactions there are of a network and currency. */
export type AwaitedCount = { readonly network: string; readonly currency: string; readonly transactions: number }
