import type { IncomingMessage } from 'node:http'
import { refusedLineData, repeatData } from '../../../formats/refusals.ts'
import { helpOn, retryOf } from './help.ts'
import type { Known, Retry } from './helpForm.ts'
import { type ErrorCode, errorsPath, type HttpRefusal, isParticular, messageOf, statusOf } from './refusals.ts'

/** The media type of errors by RFC 9457. */
export const problemType = 'application/problem+json'

/** An error in the form of RFC 9457, with its effect on money and reference for programs. */
export type Problem = {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ErrorCode
  readonly transaction_id: string | null
  readonly money_moved: Known
  readonly reference_used: Known
  readonly retry: Retry
  /** The refused lines of a batch. */
  readonly lines?: readonly object[]
  /** The lines of a batch that need a confirmation. */
  readonly warnings?: readonly object[]
}

/** The known parts of an answered request; fewer if it could not be read. */
export type RequestHead = Pick<IncomingMessage, 'method'> & {
  readonly headers: { readonly accept?: string | undefined }
}

/** An error in the form of RFC 9457. */
export function problemOf(refusal: HttpRefusal, { method = '' }: Pick<RequestHead, 'method'> = {}): Problem {
  const { title, happened, moneyMoved, referenceUsed } = helpOn(refusal.refused)
  const isLookUp = ['GET', 'HEAD'].includes(method)
  return {
    type: `${errorsPath}/${refusal.refused}`,
    title,
    status: statusOf(refusal),
    detail: isParticular(refusal) ? messageOf(refusal) : happened,
    code: refusal.refused,
    transaction_id: 'transactionId' in refusal ? refusal.transactionId : null,
    money_moved: isLookUp ? 'no' : moneyMoved,
    reference_used: isLookUp ? 'no' : referenceUsed,
    retry: retryOf(refusal),
    ...batchProblem(refusal),
  }
}

/** The lines of a batch in an error about them. */
export function batchProblem(refusal: HttpRefusal): Pick<Problem, 'lines' | 'warnings'> {
  if (refusal.refused === 'batch_refused') return { lines: refusal.lines.map(refusedLineData) }
  return refusal.refused === 'repeats_unconfirmed' ? { warnings: refusal.repeats.map(repeatData) } : {}
}

/**
 * Whether a client wants errors in the form of RFC 9457: its header `Accept`, by RFC 9110, names the type and does not
 * prefer plain JSON. A range with an asterisk means plain JSON.
 */
export function wantsProblem({ headers: { accept = '' } }: RequestHead): boolean {
  const weights = new Map(accept.toLowerCase().split(',').map(weighed))
  const json = ['application/json', 'application/*', '*/*'].find((range) => weights.has(range)) ?? ''
  const weight = weights.get(problemType) ?? 0
  return weight > 0 && weight >= (weights.get(json) ?? 0)
}

/** A range of media types and its weight, from 0 to 1; a malformed one weighs 0. */
function weighed(range: string): [type: string, weight: number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [type, weight === undefined ? 1 : Number(weight.slice(2))]
}
