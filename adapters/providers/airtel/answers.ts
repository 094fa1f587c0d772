import type { AnswerContent, NetworkAnswer } from '../transport/exchange.ts'
import { shownCode } from '../transport/http/readBody.ts'
import { type ReleaseOn, type ReleasePair, whyNoProof } from '../transport/releaseOn.ts'
import type { TokenRefusal } from '../transport/tokens/sendWithToken.ts'
import {
  agreedRefusals,
  allNotFound,
  allSuccess,
  codesOf,
  noRefusals,
  ofFormIn4xx,
  platformNotFound,
  platformSuccess,
  troubled,
} from './codes.ts'
import { type AirtelContent, contentOf } from './envelope.ts'
import { isFailure } from './reasons.ts'

/** The operations of Airtel's API. */
export type Operation = 'payment' | 'disbursement' | 'paymentEnquiry' | 'disbursementEnquiry'

/** The meaning of an answer. `doubt` is any answer without a definite meaning; `mismatch` names another payment. */
export type Meaning =
  | 'accepted'
  | 'released'
  | 'pending'
  | 'succeeded'
  | 'failed'
  | 'expired'
  | 'reversed'
  | 'notFound'
  | 'mismatch'
  | 'doubt'

/** Classifies every answer by all of its codes. A code that contradicts the others makes it doubt. */
export function airtelAnswers(releaseOn: ReleaseOn = agreedRefusals) {
  const releases = releaseOn.filter((pair) => airtelNoProof(pair) === undefined)

  function submissionMeans(operation: 'payment' | 'disbursement', status: number, content: AirtelContent): Meaning {
    const { success, processing } = codesOf[operation]
    if (status === 200 && operation === 'disbursement' && content.state === 'TS') {
      return has(content, [success]) && only(content, [success, platformSuccess]) ? 'succeeded' : 'doubt'
    }
    // The customer has been asked. The message about the collection itself is "Success." or similar.
    const mayStand = operation === 'payment' || content.state === null || ['TI', 'TIP'].includes(content.state)
    if (status === 200 && mayStand && has(content, [processing]) && only(content, [processing, platformSuccess])) {
      return 'accepted'
    }
    return content.state === null && isReleased(status, content) ? 'released' : 'doubt'
  }

  /** Whether an answer releases: its own code refuses, or all codes do. A general code beside them changes nothing. */
  function isReleased(status: number, { codes, responseCode }: AirtelContent): boolean {
    const listed = releases.filter(([listed]) => listed === status).map(([, code]) => code)
    if (codes.length === 0) return listed.includes(null)
    const isItself = responseCode !== null && listed.includes(responseCode)
    return codes.every((code) => listed.includes(code) || (isItself && isGeneral(code)))
  }

  return function meaningOf(operation: Operation, { status, body }: AnswerContent, id: string): Meaning {
    const content = contentOf(body)
    if (!content) return 'doubt'
    const isSubmission = operation === 'payment' || operation === 'disbursement'
    if (content.id !== null && content.id !== id) return isSubmission ? 'doubt' : 'mismatch'
    return isSubmission ? submissionMeans(operation, status, content) : enquiryMeans(operation, status, content)
  }
}

/** Airtel's refusal of a token: a 401 in any form, or a 403 with that meaning alone. */
export function tokenRefusal({ status, body }: AnswerContent): TokenRefusal | undefined {
  if (status !== 401 && status !== 403) return undefined
  const content = contentOf(body)
  const isOwn = content?.state === null && has(content, ['invalid_token']) && only(content, ['invalid_token'])
  if (isOwn || status === 403) return isOwn ? 'own' : undefined
  return content && (content.state !== null || has(content, noRefusals)) ? 'contradicted' : 'other'
}

/**
 * Whether a code means nothing for the payment: it is not a code of transactions (`DP`) or of the router, and not a
 * word of success.
 */
function isGeneral(code: string): boolean {
  return !/^(DP|ROUTER)/.test(code) && !noRefusals.includes(code)
}

/**
 * The reason why an answer with this status and code can't prove that Airtel executed nothing; undefined when it can.
 */
export function airtelNoProof(pair: ReleasePair): string | undefined {
  const [status, code] = pair
  const isForm = status >= 400 && status < 500
  if (code !== null && !isForm && ofFormIn4xx.includes(code)) return 'with that status the code has other meanings'
  return whyNoProof(pair, noRefusals)
}

/**
 * Whether a refusal proves that this submission was not executed. Without a code, only a fresh connection shows that
 * the answer belongs to the request.
 */
export function isProof({ body, connection }: NetworkAnswer): boolean {
  return connection === 'fresh' || (connection === 'checked' && contentOf(body)?.codes.length !== 0)
}

/** Whether an answer names its payment. */
export function namesPayment({ body }: AnswerContent): boolean {
  return (contentOf(body)?.id ?? null) !== null
}

/**
 * Whether an answer has any information about a payment: its id, its state, or its outcome in a code of the product.
 */
export function speaksOfPayment({ body }: AnswerContent): boolean {
  const content = contentOf(body)
  if (!content) return false
  const isAnswered = content.codes.some((code) => /^DP00[89]/.test(code) && !allNotFound.includes(code))
  return content.id !== null || content.state !== null || isAnswered
}

/** Describes an answer to operators by its codes, and nothing else from it. */
export function describe({ status, body }: AnswerContent): string {
  const content = contentOf(body)
  if (!content) return `the network answered ${status} with a body that can't be read`
  if (content.codes.length === 0) return `the network answered ${status} without a code`
  return `the network answered ${status} with ${content.codes.map(shownCode).join(' and ')}`
}

/**
 * The meaning of an answer to an enquiry. The state decides, because samples have codes that disagree with it; but not
 * against a code with the opposite meaning. A code that only means ambiguous or in process does not contradict a final
 * state.
 */
function enquiryMeans(
  operation: 'paymentEnquiry' | 'disbursementEnquiry',
  status: number,
  content: AirtelContent,
): Meaning {
  const { notFound } = codesOf[operation === 'paymentEnquiry' ? 'payment' : 'disbursement']
  if (content.state === null) {
    const isAbsent = has(content, [notFound, platformNotFound]) && only(content, [notFound, platformNotFound])
    return isAbsent && [200, 400, 404].includes(status) ? 'notFound' : 'doubt'
  }
  if (status !== 200 || has(content, allNotFound)) return 'doubt'
  switch (content.state) {
    case 'TS':
      return content.codes.some(isFailure) || has(content, troubled) ? 'doubt' : 'succeeded'
    case 'TF':
      return has(content, allSuccess) ? 'doubt' : 'failed'
    case 'TE':
      if (has(content, allSuccess)) return 'doubt'
      return operation === 'paymentEnquiry' ? 'expired' : 'failed'
    case 'TR':
      return 'reversed'
    case 'TI':
    case 'TIP':
    case 'TA':
    case 'TP':
      return 'pending'
    default:
      return 'doubt'
  }
}

function has({ codes }: AirtelContent, some: readonly string[]): boolean {
  return codes.some((code) => some.includes(code))
}

function only({ codes }: AirtelContent, these: readonly string[]): boolean {
  return codes.every((code) => these.includes(code))
}
