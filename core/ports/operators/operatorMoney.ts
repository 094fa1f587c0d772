import type { Way } from '../../model/transaction.ts'
import type { Acting } from './actions.ts'

/**
 * The places of the operator's own money: the bank, the float of a network or of one of its products, paid fees, and
 * unexplained differences. Money that the operator puts in or takes out comes from, or goes to, `capital`.
 */
export type OperatorAccount = 'bank' | 'capital' | 'fees_paid' | 'suspense' | `float:${string}`

/** A movement of the operator's own money from one account to another. */
export type OperatorMove = {
  /** 1 to 100 visible ASCII characters, unique among all movements. */
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
  /** The comparison with the row behind it, by its id; absent if it was not made from a row. */
  readonly runId?: string
}

/** The net effect of all movements on an account of the operator. */
export type MovedSum = { readonly currency: string; readonly account: OperatorAccount; readonly minor: bigint }

/** The sum of payments over a network that have succeeded, in one direction and one currency. */
export type PaidSum = {
  readonly network: string
  readonly currency: string
  readonly kind: Way
  readonly minor: bigint
  /** The part since a moment, from the beginning of its hour. */
  readonly recentMinor: bigint
}

/** The same sum of the payments of one hour. */
export type PaidHour = Omit<PaidSum, 'recentMinor'> & {
  /** The beginning of the hour, in milliseconds since the Unix epoch. */
  readonly fromMs: number
}

/**
 * The money that merchants have put in, less repayments to them; the money that all of them have, held money included;
 * and the fees that they have paid, less those that refunds have returned.
 */
export type MerchantSum = {
  readonly currency: string
  readonly fundedMinor: bigint
  readonly balanceMinor: bigint
  readonly feesMinor: bigint
}

/** A network's latest report of a float, to be compared with the books. */
export type FloatReport = {
  readonly currency: string
  readonly account: `float:${string}`
  readonly minor: bigint
  /** The net effect of payments on it by then, by the books. */
  readonly paidMinor: bigint
  readonly atMs: number
}

/** The sources of an operator's own accounts, each of about one moment. */
export interface OperatorMoney {
  /**
   * Adds a movement, unless one with its reference exists. Resolves with the stored one. The action, if one is given,
   * receives that one and whether it was added, and is written in the same step.
   */
  move(move: OperatorMove, acting?: Acting<[standing: OperatorMove, isAdded: boolean]>): Promise<OperatorMove>
  /** A movement by its reference. */
  byReference(reference: string): Promise<OperatorMove | undefined>
  /** The latest movements, latest first. */
  moves(query: { readonly limit: number }): Promise<readonly OperatorMove[]>
  /** The sums of movements, by account; accounts without movements are left out. */
  moved(): Promise<readonly MovedSum[]>
  /** The sums of payments, with the part since a moment. */
  paid(query: { readonly sinceMs: number }): Promise<readonly PaidSum[]>
  /** The sums of payments by the hour, from the beginning of the hour of a moment. */
  paidHours(query: { readonly sinceMs: number }): Promise<readonly PaidHour[]>
  /** The merchants' deposits, money and paid fees, by currency. */
  merchants(): Promise<readonly MerchantSum[]>
  /**
   * Adds up some payments by the hour, so that `paid` need not read them one by one. Resolves with whether any were
   * left. It changes no sum, and two concurrent runs count nothing twice.
   */
  gather(): Promise<boolean>
  /** Stores reports of networks, each in place of the earlier one of the same float. */
  keepReports(reports: readonly FloatReport[]): Promise<void>
  /** The last report of every reported float. */
  reports(): Promise<readonly FloatReport[]>
  /** Whether it is the caller's turn to ask the networks: once in so many milliseconds over all processes. */
  takeTurn(turn: { readonly nowMs: number; readonly everyMs: number }): Promise<boolean>
}
