import type { Way } from '../../model/transaction.ts'
import type { Acting } from './actions.ts'

/**
 * Where the operator's own money can be: at the bank, in the float of a network or of one of its products, in fees that
 * were paid, or where nobody has found out yet. What the operator puts in or takes out comes from, or goes to, `capital`.
 */
export type OperatorAccount = 'bank' | 'capital' | 'fees_paid' | 'suspense' | `float:${string}`

/** A move of the operator's own money from one account to another. */
export type OperatorMove = {
  /** 1 to 100 visible ASCII characters; no two moves have the same. */
  readonly reference: string
  readonly kind: 'top_up' | 'liquidate' | 'adjust'
  readonly currency: string
  readonly from: OperatorAccount
  readonly to: OperatorAccount
  /** Above zero. */
  readonly amountMinor: bigint
  readonly by: string
  readonly because: string | null
  readonly atMs: number
  /** The comparison that has the row it was made from, by its id; absent where it was made from none. */
  readonly runId?: string
}

/** What moves have brought into an account of the operator, less what they took out of it. */
export type MovedSum = { readonly currency: string; readonly account: OperatorAccount; readonly minor: bigint }

/** What payments over a network came to: those of one way that have succeeded, in one currency. */
export type PaidSum = {
  readonly network: string
  readonly currency: string
  readonly kind: Way
  readonly minor: bigint
  /** Of these the ones since a moment, from the beginning of its hour. */
  readonly recentMinor: bigint
}

/**
 * What merchants have put in, less what was paid back to them, what all of them have, held money included, and what they
 * have paid in fees, less what refunds have given back of these.
 */
export type MerchantSum = {
  readonly currency: string
  readonly fundedMinor: bigint
  readonly balanceMinor: bigint
  readonly feesMinor: bigint
}

/** What a network told of a float, to be compared with the books; the latest of each. */
export type FloatReport = {
  readonly currency: string
  readonly account: `float:${string}`
  readonly minor: bigint
  /** What payments had brought into it by then, by the books, less what they took out. */
  readonly paidMinor: bigint
  readonly atMs: number
}

/** What an operator's own accounts are made of, each of about one moment. */
export interface OperatorMoney {
  /**
   * Adds a move, unless one with its reference is there; resolves with the one that is there then. An action, where one
   * is given, is told that one and whether it was added, and written in the same step.
   */
  move(move: OperatorMove, acting?: Acting<[standing: OperatorMove, isAdded: boolean]>): Promise<OperatorMove>
  /** A move by its reference. */
  byReference(reference: string): Promise<OperatorMove | undefined>
  /** The latest moves, the latest first. */
  moves(query: { readonly limit: number }): Promise<readonly OperatorMove[]>
  /** What moves came to, by account; nothing for what has none. */
  moved(): Promise<readonly MovedSum[]>
  /** What payments came to, with those since a moment. */
  paid(query: { readonly sinceMs: number }): Promise<readonly PaidSum[]>
  /** What merchants have put in, have, and have paid in fees, by currency. */
  merchants(): Promise<readonly MerchantSum[]>
  /**
   * Adds up some payments by the hour, so that `paid` need not read them one by one; resolves with whether any were left to
   * add up. It changes no sum, and two at once count nothing twice.
   */
  gather(): Promise<boolean>
  /** Keeps what networks told, each instead of what was told of the same float before. */
  keepReports(reports: readonly FloatReport[]): Promise<void>
  /** What networks told last, of every float of which one did. */
  reports(): Promise<readonly FloatReport[]>
  /** Whether it is somebody's turn to ask the networks: once in so many milliseconds over all processes. */
  takeTurn(turn: { readonly nowMs: number; readonly everyMs: number }): Promise<boolean>
}
