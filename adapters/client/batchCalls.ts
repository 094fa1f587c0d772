import type {
  AcceptedPayoutBatch,
  CheckedPayoutBatch,
  ListPayoutBatchLinesQuery,
  PayoutBatch,
  PayoutBatchLine,
  PayoutBatchLines,
  PayoutBatchRequest,
} from './apiTypes.ts'
import type { CallOptions, Exchange } from './exchange.ts'
import { eachOf } from './pages.ts'
import { isRefused, type Refused } from './refused.ts'

/** A request for a batch, without the public key, which the client knows. */
type Asked = Omit<PayoutBatchRequest, 'apikey'>

/** The options of a request for a batch. */
type BatchOptions = CallOptions & {
  /** Whether the remaining lines are accepted if some are refused. */
  readonly acceptPartial?: boolean
}

/** The options of sending it. */
type SendOptions = BatchOptions & {
  /** Whether lines are accepted that repeat a payment. */
  readonly confirmRepeats?: boolean
}

/** The calls about batches of payouts. A batch that is refused for its lines lists them in `lines`. */
export type BatchCalls = {
  /**
   * Requests many payouts at once. Repeats the request under the same reference until it is answered, so that nothing
   * is paid twice. Lines that repeat a payment are refused, and listed in `warnings`, until they are confirmed.
   */
  sendBatch(batch: Asked, options?: SendOptions): Promise<AcceptedPayoutBatch | PayoutBatch | Refused>
  /** Returns the sums that would be accepted, and changes nothing. */
  tryBatch(batch: Omit<Asked, 'pin'>, options?: BatchOptions): Promise<CheckedPayoutBatch | Refused>
  /** A batch by its id, with its progress. */
  batch(id: string, options?: CallOptions): Promise<PayoutBatch | Refused>
  /** A page of the lines of a batch, in their order. */
  batchLines(id: string, query?: ListPayoutBatchLinesQuery, options?: CallOptions): Promise<PayoutBatchLines | Refused>
  /** Every line of a batch, page by page; a refusal is thrown. */
  eachBatchLine(
    id: string,
    query?: ListPayoutBatchLinesQuery,
    options?: CallOptions,
  ): AsyncGenerator<PayoutBatchLine, void>
  /** Opens none of its waiting lines until it is resumed. */
  pauseBatch(id: string, options?: CallOptions): Promise<PayoutBatch | Refused>
  /** Resumes it. */
  resumeBatch(id: string, options?: CallOptions): Promise<PayoutBatch | Refused>
  /** Ends its waiting lines for good, and releases their money. */
  cancelBatch(id: string, options?: CallOptions): Promise<PayoutBatch | Refused>
  /**
   * Confirms that none of its waiting lines was paid, after the books were restored; it can then be resumed or
   * approved.
   */
  confirmBatch(id: string, options?: CallOptions): Promise<PayoutBatch | Refused>
  /** Approves a batch that another key has requested and that waits for a second person. */
  approveBatch(id: string, options?: CallOptions): Promise<PayoutBatch | Refused>
}

type Get = <Data extends object>(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
  options?: CallOptions,
) => Promise<Data | Refused>

/** Makes the calls. */
export function batchCalls(ask: Exchange, get: Get, publicKey: string): BatchCalls {
  const root = 'payout-batches'
  const pathOf = (id: string, rest = '') => `${root}/${encodeURIComponent(id)}${rest}`
  const lines: BatchCalls['batchLines'] = (id, query = {}, options) => get(pathOf(id, '/lines'), query, options)
  const batch: BatchCalls['batch'] = (id, options) => get(pathOf(id), {}, options)

  async function post<Data extends object>(path: string, body: object | undefined, options: CallOptions = {}) {
    const answered = await ask<Data>({ ...options, method: 'POST', path: `/api/v1/${path}`, ...(body && { body }) })
    const { answer, isInDoubt } = answered
    return { result: 'data' in answer ? answer.data : answer, isInDoubt }
  }

  async function change(id: string, name: string, options?: CallOptions): Promise<PayoutBatch | Refused> {
    return (await post<PayoutBatch>(pathOf(id, `/${name}`), undefined, options)).result
  }

  return {
    async sendBatch(asked, { acceptPartial = false, confirmRepeats = false, ...options } = {}) {
      const path = `${root}?accept_partial=${acceptPartial}&confirm_repeats=${confirmRepeats}`
      const { result, isInDoubt } = await post<AcceptedPayoutBatch>(path, { apikey: publicKey, ...asked }, options)
      if (!isRefused(result)) return result
      const { batchId, isSamePayment } = result
      // The first attempt had arrived, and only its answer was lost.
      if (batchId !== undefined && isSamePayment === true && isInDoubt) return batch(batchId, options)
      const isAnothers = batchId !== undefined && isSamePayment === false
      return { ...result, mayHaveArrived: !isAnothers && (batchId !== undefined || isInDoubt) }
    },
    async tryBatch(asked, { acceptPartial = false, ...options } = {}) {
      const path = `${root}?dry_run=true&accept_partial=${acceptPartial}`
      return (await post<CheckedPayoutBatch>(path, { apikey: publicKey, ...asked }, options)).result
    },
    batch,
    batchLines: lines,
    eachBatchLine: (id, { cursor: first, ...query } = {}, options) =>
      eachOf(
        (cursor) => lines(id, { limit: 100, ...query, cursor }, options),
        (page) => page.lines,
        first,
      ),
    pauseBatch: (id, options) => change(id, 'pause', options),
    resumeBatch: (id, options) => change(id, 'resume', options),
    cancelBatch: (id, options) => change(id, 'cancel', options),
    confirmBatch: (id, options) => change(id, 'confirm', options),
    approveBatch: (id, options) => change(id, 'approve', options),
  }
}
