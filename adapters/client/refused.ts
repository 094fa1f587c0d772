import type { ErrorCode, Problem, RefusedLine } from './apiTypes.ts'

/** What the API, or the way to it, refused. */
export type Refused = {
  /** The API's code; `no_answer` when nobody answered in time, `unreadable_answer` for an answer that is not the API's. */
  readonly refused: ErrorCode | 'no_answer' | 'unreadable_answer'
  readonly message: string
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null
  /** The transaction that was recorded, or that has used the reference. */
  readonly transactionId?: string
  /** The batch that has used the reference. */
  readonly batchId?: string
  /** The lines that a batch is refused for. */
  readonly lines?: readonly RefusedLine[]
  /** Of a used reference: whether it was used by the same payment. */
  readonly isSamePayment?: boolean
  /**
   * Of a payment, always: true when it was recorded, or may have been, by this call or, as `isSamePayment` tells, by an
   * earlier one. Another reference is safe only when it is false.
   */
  readonly mayHaveArrived?: boolean
  /** Whether the request has moved money, whether its reference is used up, and how to send it again, as the API says. */
  readonly moneyMoved?: Problem['money_moved']
  readonly referenceUsed?: Problem['reference_used']
  readonly retry?: Problem['retry']
  /** After how many seconds to send it again, where `Retry-After` says so. */
  readonly retryAfterS?: number
  /** By which the operator finds the request. */
  readonly requestId?: string
}

/** A refusal where a call cannot return one. */
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
