/**
 * Where money can be: what a merchant can spend, what is held for its open payouts and its batches, the operator's funding
 * account, what merchants have paid to the operator for payments, a network's float. Only available and held have a stored
 * balance; the others are the sums of their postings.
 */
export type LedgerAccount = 'available' | 'held' | 'funding' | 'fees' | `float:${string}`

/** One movement of one account's money. */
export type Posting = {
  readonly accountId: string
  readonly currency: string
  readonly from: LedgerAccount
  readonly to: LedgerAccount
  /** Above zero. */
  readonly amountMinor: bigint
  /** What moved it: a transaction's id, the reference of a funding, or a batch's id. */
  readonly cause: { readonly transaction: string } | { readonly funding: string } | { readonly batch: string }
  readonly atMs: number
}

/** What a posting adds to one ledger account; negative if it takes from it. */
export function changeOf({ from, to, amountMinor }: Posting, account: LedgerAccount): bigint {
  return (to === account ? amountMinor : 0n) - (from === account ? amountMinor : 0n)
}

/** An account's stored balance in one currency; neither part is ever below zero. */
export type Balance = { readonly availableMinor: bigint; readonly heldMinor: bigint }

/** A balance as a step finds it, with the time of its last posting, before which no other is dated. */
export type PostedBalance = Balance & { readonly postedAtMs: number }

/** The balance before anything was moved. */
export const emptyBalance: Balance = { availableMinor: 0n, heldMinor: 0n }

/** A balance after a posting. */
export function moved({ availableMinor, heldMinor }: Balance, posting: Posting): Balance {
  return {
    availableMinor: availableMinor + changeOf(posting, 'available'),
    heldMinor: heldMinor + changeOf(posting, 'held'),
  }
}

/** Balances and postings, in double entry: each posting moves money from one ledger account to another. */
export interface Ledger {
  /** The balance, with everything that this step has moved. */
  balance(accountId: string, currency: string): Balance
  /**
   * Moves money; throws when the amount is not above zero or a stored balance would fall below zero. A time before that of
   * the last posting of its balance, by a clock that was put back, counts as that.
   */
  post(posting: Posting): void
}
