import type { Reason, Transaction } from '../../model/transaction.ts'
import type { AccountEvent } from './events.ts'
import type { Posting } from './ledger.ts'

/**
 * A network's answer to one question, or its callback, in the form that is stored with the payment. It contains no PIN,
 * token or person, and no phone number but the transaction's own.
 */
export type Exchange = {
  readonly question: 'submission' | 'enquiry' | 'callback'
  /** The time of the answer, or of giving it up. */
  readonly atMs: number
  readonly tookMs: number
  /** The HTTP status; null without an answer. */
  readonly status: number | null
  /** All of the network's codes in the answer. */
  readonly codes: readonly string[]
  /** The beginning of the answer, at most 2,048 bytes. */
  readonly answer: string
  /** The reason why there is no answer; null if there is one. */
  readonly problem: string | null
}

/** Called with each exchange of a question when it is over; more than once if a token was refused. */
export type OnExchange = (exchange: Exchange) => void

/** The meaning of a network's answer, by the outcomes of `Submitted` and `Enquired`. */
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

/** A stored exchange with a network, with the process that made it and the meaning of the answer. */
export type KeptExchange = Exchange & {
  /** The process that asked, or received the callback. */
  readonly node: string
  /** The meaning of the answer; null for a callback, and for an answer after which the question was asked again. */
  readonly outcome: AnswerOutcome | null
  /** The reason why the payment failed, if the answer has one. */
  readonly reason: Reason | null
  /** The interpretation of the answer, in words. */
  readonly because: string | null
}

/** An exchange to be stored, and its number among those of its transaction, from 0. */
export type NumberedExchange = {
  readonly transactionId: string
  readonly n: number
  readonly exchange: KeptExchange
}

/**
 * Exchanges in the form of a store's row: at place 0 the first ten of a transaction, at the places from 1 to 30 one
 * each of the last thirty. So no transaction has more than 31 rows, and most have one.
 */
export type ExchangeRow = {
  readonly transactionId: string
  readonly place: number
  /** The number of the last exchange in the row. */
  readonly last: number
  /** The time of the last exchange. */
  readonly atMs: number
  /** Oldest first. */
  readonly exchanges: readonly KeptExchange[]
}

/** The postings of a transaction, oldest first, and the event of its end, if it has ended. */
export type Movements = { readonly postings: readonly Posting[]; readonly events: readonly AccountEvent[] }

/** The records about a payment beside the payment itself. Steps write them with their results. */
export interface PaymentCases {
  /** The rows of a transaction's exchanges, in any order. */
  exchanges(transactionId: string): Promise<readonly ExchangeRow[]>
  /** A transaction's postings and events. */
  movements(transaction: Transaction): Promise<Movements>
  /**
   * Removes rows of transactions that were opened before a moment and whose last exchange was, too, oldest first and
   * `limit` rows at most. Resolves with the number of removed rows.
   */
  forgetExchanges(before: { readonly beforeMs: number; readonly limit: number }): Promise<number>
}
