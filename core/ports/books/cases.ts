import type { Reason, Transaction } from '../../model/transaction.ts'
import type { AccountEvent } from './events.ts'
import type { Posting } from './ledger.ts'

/**
 * What a network said at one question, or in a callback, as it is kept with the payment. It names no PIN, token or person,
 * and no phone number but the transaction's own.
 */
export type Exchange = {
  readonly question: 'submission' | 'enquiry' | 'callback'
  /** When the answer came, or was given up. */
  readonly atMs: number
  readonly tookMs: number
  /** The HTTP status; null where nothing was answered. */
  readonly status: number | null
  /** All of the network's codes in the answer. */
  readonly codes: readonly string[]
  /** The beginning of the answer, at most 2,048 bytes. */
  readonly answer: string
  /** Why there is no answer; null where there is one. */
  readonly problem: string | null
}

/** Is told of each exchange of a question when it is over: of more than one where a token was refused. */
export type Hear = (exchange: Exchange) => void

/** How an answer of a network was understood, as `Submitted` and `Enquired` have it. */
export type AnswerOutcome =
  | 'accepted'
  | 'succeeded'
  | 'declined'
  | 'inDoubt'
  | 'pending'
  | 'reversed'
  | 'notFound'
  | 'mismatch'
  | 'unanswered'

/** An exchange with a network as it is kept: with the process that made it, and what was understood. */
export type KeptExchange = Exchange & {
  /** The process that asked, or got the callback. */
  readonly node: string
  /** How the answer was understood; null for a callback, and for an answer after which the question was asked again. */
  readonly outcome: AnswerOutcome | null
  /** Why the payment failed, where the answer says so. */
  readonly reason: Reason | null
  /** What the answer was taken for, in words. */
  readonly because: string | null
}

/** An exchange that is to be kept, and its number among those of its transaction, from 0. */
export type NumberedExchange = {
  readonly transactionId: string
  readonly n: number
  readonly exchange: KeptExchange
}

/**
 * Exchanges as a store keeps them, in one row: at place 0 the first ten of a transaction, at the places from 1 to 30 one
 * each of the last thirty. So no transaction has more than 31 rows, and most have one.
 */
export type ExchangeRow = {
  readonly transactionId: string
  readonly place: number
  /** The number of the last one in the row. */
  readonly last: number
  /** When the last one was. */
  readonly atMs: number
  /** Oldest first. */
  readonly exchanges: readonly KeptExchange[]
}

/** What moved a transaction's money, oldest first, and the event of its end, if it has ended. */
export type Movements = { readonly postings: readonly Posting[]; readonly events: readonly AccountEvent[] }

/** What belongs to the case of a payment beside the payment itself; steps write it, with what they record. */
export interface PaymentCases {
  /** The rows of a transaction's exchanges, in any order. */
  exchanges(transactionId: string): Promise<readonly ExchangeRow[]>
  /** A transaction's postings and events. */
  movements(transaction: Transaction): Promise<Movements>
  /**
   * Removes rows of transactions that were opened before a moment and whose last exchange was, the oldest first and `limit`
   * rows at most; resolves with how many it removed.
   */
  forgetExchanges(before: { readonly beforeMs: number; readonly limit: number }): Promise<number>
}
