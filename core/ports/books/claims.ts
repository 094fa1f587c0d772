import type { Transaction } from '../../model/transaction.ts'

/** The lease of a claim, and the time by the caller's clock, in milliseconds since the Unix epoch. */
export type Claim = { readonly nowMs: number; readonly leaseMs: number }

/** The latest moments for which an enquiry can be planned: for an open transaction, and for an ended one. */
export type LatestPlans = { readonly openMs: number; readonly endedMs: number }

/** The transactions to claim: by network and currency, due now or planned for later than is possible. */
export type DueClaim = Claim & {
  readonly network: string
  readonly currency: string
  /** Without it, nothing is claimed before its time. */
  readonly latest?: LatestPlans
  /** The most that are claimed. */
  readonly limit: number
}

/**
 * Claimed transactions, and the time of the claim: by the store's own clock if several machines share the store,
 * otherwise by the caller's.
 */
export type Claimed = { readonly atMs: number; readonly transactions: readonly Transaction[] }

/** The number of open transactions of a network and currency. */
export type AwaitedCount = { readonly network: string; readonly currency: string; readonly transactions: number }
