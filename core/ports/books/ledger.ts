/**
 * The places of money: the merchant's spendable money, the money held for its open payouts and its batches, the
 * operator's funding account, the merchants' fees, a network's float. Only available and held have a stored balance;
 * the others are the sums of their postings.
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
  /** Its cause: a transaction's id, the reference of a funding, or a batch's id. */
  readonly cause: { readonly transaction: string } | { readonly funding: string } | { readonly batch: string }
  /** The number of the one line of a batch whose money this is, if it is only of one. */
  readonly batchLine?: number
  readonly atMs: number
}

/** The effect of a posting on one ledger account; negative if it takes from it. */
export function changeOf(
  { from, to, amountMinor }: Pick<Posting, 'from' | 'to' | 'amountMinor'>,
  account: LedgerAccount,
): bigint {
  return (to === account ? amountMinor : 0n) - (from === account ? amountMinor : 0n)
}

/** An account's stored balance in one currency; neither part is ever below zero. */
export type Balance = { readonly availableMinor: bigint; readonly heldMinor: bigint }

/** A balance in a step, with the time of its last posting. No later posting has an earlier date. */
export type PostedBalance = Balance & { readonly postedAtMs: number }

/** The balance before any posting. */
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
  /** The balance, including all movements of this step. */
  balance(accountId: string, currency: string): Balance
  /**
   * Moves money. Throws when the amount is not above zero or a stored balance would fall below zero. A time before that
   * of the last posting of its balance, from a clock that was set back, is replaced by the latter.
   */
  post(posting: Posting): void
}
