import type { ErrorCode, Problem, RefusedLine } from './apiTypes.ts'

/** A warning about a batch, such as a line that repeats a payment. */
export type BatchWarning = {
  /** The number of the line, and its reference; null if it is about no line. */
  readonly line: number | null
  readonly reference: string | null
  readonly code: string
  readonly message: string
  /** The id of the repeated payout; null if there is none. */
  readonly transaction_id: string | null
}

/** A refusal by the API, or on the way to it. */
export type Refused = {
  /**
   * The API's code; `no_answer` when no answer came in time, `unreadable_answer` for an answer that is not the API's.
   */
  readonly refused: ErrorCode | 'no_answer' | 'unreadable_answer'
  readonly message: string
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null
  /** The transaction that was recorded, or that has used the reference. */
  readonly transactionId?: string
  /** The batch that has used the reference. */
  readonly batchId?: string
  /** The lines that caused the refusal of a batch. */
  readonly lines?: readonly RefusedLine[]
  /** The lines for which a batch needs a confirmation. */
  readonly warnings?: readonly BatchWarning[]
  /** For a used reference: whether the same payment has used it. */
  readonly isSamePayment?: boolean
  /**
   * Always present for a payment: true when it was recorded, or may have been, by this call or, if `isSamePayment` is
   * true, by an earlier one. Another reference is safe only when it is false.
   */
  readonly mayHaveArrived?: boolean
  /**
   * Whether the request has moved money, whether its reference is used up, and how to send it again, according to the
   * API.
   */
  readonly moneyMoved?: Problem['money_moved']
  readonly referenceUsed?: Problem['reference_used']
  readonly retry?: Problem['retry']
  /** After how many seconds to send it again, if there is a `Retry-After`. */
  readonly retryAfterS?: number
  /** The operator finds the request by this id. */
  readonly requestId?: string
}

/** A refusal in a call that cannot return one. */
export class RefusedError extends Error {
  readonly refusal: Refused

  constructor(refusal: Refused) {
    super(refusal.message)
    this.name = 'RefusedError'
    this.refusal = refusal
  }
}

/** Whether a call was refused. */
export function isRefused(result: object): result is Refused {
  return 'refused' in result
}
