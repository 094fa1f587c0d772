import type { AnswerContent, NetworkAnswer } from '../transport/exchange.ts'
import { isCode, shownCode } from '../transport/http/readBody.ts'
import { type ReleaseOn, type ReleasePair, whyNoProof } from '../transport/releaseOn.ts'
import type { TokenRefusal } from '../transport/tokens/sendWithToken.ts'

/** The meaning of an answer. `payment` contains the payment; `doubt` is everything else. */
type Meaning = 'accepted' | 'released' | 'payment' | 'notFound' | 'doubt'

/**
 * Classifies every answer. MTN refuses form and configuration before any execution, so these refusals release. Business
 * codes, 409 and the errors of its platform do not. An unreadable answer is doubt.
 */
export function mtnAnswers(releaseOn: ReleaseOn = documentedRefusals) {
  const rows: readonly Row[] = [
    ['submission', 202, null, 'accepted'],
    ...releaseOn
      .filter((pair) => !mtnNoProof(pair))
      .map(([status, code]): Row => ['submission', status, code, 'released']),
    ['enquiry', 200, null, 'payment'],
    ['enquiry', 404, 'RESOURCE_NOT_FOUND', 'notFound'],
  ]
  return function meaningOf(operation: Operation, { status, body }: AnswerContent): Meaning {
    const code = codeOf(body)
    const row = rows.find((row) => row[0] === operation && row[1] === status && row[2] === code)
    return row ? row[3] : 'doubt'
  }
}

/** MTN's refusal of a token: a 401, with a JSON body or none. A 401 with a web page may come from any proxy. */
export function tokenRefusal({ status, body }: AnswerContent): TokenRefusal | undefined {
  if (status !== 401) return undefined
  const code = codeOf(body)
  if (typeof code === 'string' && mtnNoProof([status, code]) !== undefined) return 'contradicted'
  return code === undefined ? 'other' : 'own'
}

/**
 * Whether a refusal proves that this submission was not executed. Without a code, only a fresh connection shows that
 * the refusal belongs to it.
 */
export function isProof({ body, connection }: NetworkAnswer): boolean {
  return connection === 'fresh' || (connection === 'checked' && codeOf(body) !== null)
}

/** The reason why an answer with this status and code can't prove that MTN executed nothing; undefined when it can. */
export function mtnNoProof(pair: ReleasePair): string | undefined {
  const isTaken = pair[0] < 300 ? 'MTN accepts payments with such a status' : undefined
  return whyNoProof(pair, ['RESOURCE_ALREADY_EXIST', 'INTERNAL_PROCESSING_ERROR', 'SERVICE_UNAVAILABLE']) ?? isTaken
}

/** The code in a body, null when there is none; undefined when the body or its code is unreadable. */
export function codeOf(body: AnswerContent['body']): string | null | undefined {
  if (body === 'unreadable') return undefined
  if (body === 'empty') return null
  const { code = null } = body
  return typeof code === 'string' || code === null ? code : undefined
}

/** The word with which an answer to a submission refuses the payment; null if it leaves the outcome open. */
export function refusalIn({ status, body }: AnswerContent): string | null {
  const code = codeOf(body)
  return typeof code === 'string' && isCode(code) && mtnNoProof([status, code]) === undefined ? code : null
}

/** The fault that a refusal shows in our access or configuration, rather than in the payment. */
export function faultIn({ status, body }: AnswerContent): { fault?: 'access_refused' } {
  const isRefused = status === 401 || status === 403 || ofConfiguration.includes(codeOf(body) ?? '')
  return isRefused ? { fault: 'access_refused' } : {}
}

const ofConfiguration: readonly string[] = [
  'NOT_ALLOWED_TARGET_ENVIRONMENT',
  'INVALID_CALLBACK_URL_HOST',
  'INVALID_CURRENCY',
]

/** Describes an answer to operators by its code, and nothing else from it. */
export function describe({ status, body }: AnswerContent): string {
  const code = codeOf(body)
  if (code === undefined) return `the network answered ${status} with a body that can't be read`
  if (code === null) return `the network answered ${status} without a code`
  return `the network answered ${status} with ${shownCode(code)}`
}

type Operation = 'submission' | 'enquiry'

type Row = readonly [operation: Operation, status: number, code: string | null, meaning: Meaning]

/**
 * Source: MTN's pages of common errors. A 401 is final here: a fresh token, if there was one, has been tried by then.
 */
const documentedRefusals: ReleaseOn = [
  [400, null],
  [401, null],
  [403, null],
  [404, 'RESOURCE_NOT_FOUND'],
  [500, 'NOT_ALLOWED'],
  [500, 'NOT_ALLOWED_TARGET_ENVIRONMENT'],
  [500, 'INVALID_CALLBACK_URL_HOST'],
  [500, 'INVALID_CURRENCY'],
]
