import type { AnswerContent, NetworkAnswer } from '../transport/exchange.ts'
import { type ReleaseOn, type ReleasePair, whyNoProof } from '../transport/releaseOn.ts'
import { type AirtelContent, contentOf } from './envelope.ts'
import { isAirtelCode, isFailure } from './reasons.ts'

/** The requests that Airtel answers. */
export type Operation = 'payment' | 'disbursement' | 'paymentEnquiry' | 'disbursementEnquiry'

/** What an answer means; `doubt` is any answer without a definite meaning, `mismatch` names another payment. */
export type Meaning =
  | 'accepted'
  | 'released'
  | 'pending'
  | 'succeeded'
  | 'failed'
  | 'expired'
  | 'notFound'
  | 'mismatch'
  | 'doubt'

/** Classifies every answer by all of its codes: one that contradicts the meaning of the others makes it doubt. */
export function airtelAnswers(releaseOn: ReleaseOn = agreedRefusals) {
  const releases = releaseOn.filter((pair) => airtelNoProof(pair) === undefined)

  function submissionMeans(operation: 'payment' | 'disbursement', status: number, content: AirtelContent): Meaning {
    const { success, processing } = codesOf[operation]
    if (status === 200 && operation === 'disbursement' && content.state === 'TS') {
      return has(content, [success]) && only(content, [success, platformSuccess]) ? 'succeeded' : 'doubt'
    }
    // The customer has been asked; the message about the collection itself is "Success." or similar.
    const mayStand = operation === 'payment' || content.state === null || content.state === 'TIP'
    if (status === 200 && mayStand && has(content, [processing]) && only(content, [processing, platformSuccess])) {
      return 'accepted'
    }
    return content.state === null && isReleased(status, content) ? 'released' : 'doubt'
  }

  function isReleased(status: number, { codes }: AirtelContent): boolean {
    const listed = releases.filter(([listed]) => listed === status).map(([, code]) => code)
    if (codes.length === 0) return listed.includes(null)
    return codes.some((code) => listed.includes(code)) && codes.every((code) => [...listed, ...neutral].includes(code))
  }

  return function meaningOf(operation: Operation, { status, body }: AnswerContent, id: string): Meaning {
    const content = contentOf(body)
    if (!content) return 'doubt'
    const isSubmission = operation === 'payment' || operation === 'disbursement'
    if (content.id !== null && content.id !== id) return isSubmission ? 'doubt' : 'mismatch'
    return isSubmission ? submissionMeans(operation, status, content) : enquiryMeans(operation, status, content)
  }
}

/** Whether Airtel says that the token is invalid, and nothing else: live answers have it with either status. */
export function isTokenRefused({ status, body }: AnswerContent): boolean {
  const content = contentOf(body)
  if (!content || content.state !== null || !has(content, ['invalid_token'])) return false
  return (status === 401 || status === 403) && only(content, ['invalid_token'])
}

/** Why an answer with this status and code can't prove that Airtel executed nothing; undefined when it can. */
export function airtelNoProof(pair: ReleasePair): string | undefined {
  const [status, code] = pair
  const isForm = status >= 400 && status < 500
  if (code !== null && !isForm && ofFormIn4xx.includes(code)) return 'with that status the code means other things'
  return whyNoProof(pair, [...unclear, ...notRefusals])
}

/**
 * Whether a refusal is proof that this submission was not executed; without a code only a fresh connection shows which
 * request it answers.
 */
export function isProof({ body, connection }: NetworkAnswer): boolean {
  return connection === 'fresh' || (connection === 'checked' && contentOf(body)?.codes.length !== 0)
}

/** Whether an answer names the payment that it is about. */
export function namesPayment({ body }: AnswerContent): boolean {
  return (contentOf(body)?.id ?? null) !== null
}

/** Describes an answer to operators; quotes nothing of it but documented codes. */
export function describe({ status, body }: AnswerContent): string {
  const content = contentOf(body)
  if (!content) return `the network answered ${status} with a body that can't be read`
  if (content.codes.length === 0) return `the network answered ${status} without a code`
  return `the network answered ${status} with ${content.codes.filter(isAirtelCode).join(' and ') || 'an unknown code'}`
}

/** The codes that only an enquiry can resolve: ambiguous, timed out, or the id was used before. */
const unclear: readonly string[] = [
  ...['DP00800001000', 'DP00800001024', 'DP00900001000', 'DP00900001011', 'DP00900001014', 'DP00900001017'],
  ...['ROUTER117', 'ESB000001', 'ESB000004', 'ESB000014', 'ESB000041'],
]

/** The codes of success, of a payment in process and of an unknown payment, which prove no refusal. */
const notRefusals: readonly string[] = [
  ...['DP00800001001', 'DP00900001001', 'ESB000010', 'DP00800001006', 'DP00900001006'],
  ...['DP00800001025', 'DP00900001015', 'ESB000045'],
]

/**
 * The status decides, because samples have codes that disagree with it; but not against a code that says the opposite.
 */
function enquiryMeans(
  operation: 'paymentEnquiry' | 'disbursementEnquiry',
  status: number,
  content: AirtelContent,
): Meaning {
  const { success, ambiguous, notFound } = codesOf[operation === 'paymentEnquiry' ? 'payment' : 'disbursement']
  const isAbsent = has(content, allNotFound)
  if (content.state === null) {
    const isOnlyAbsent = has(content, [notFound, platformNotFound]) && only(content, [notFound, platformNotFound])
    return isOnlyAbsent && [200, 400, 404].includes(status) ? 'notFound' : 'doubt'
  }
  if (status !== 200 || isAbsent) return 'doubt'
  switch (content.state) {
    case 'TS':
      return content.codes.some(isFailure) || has(content, unclear) ? 'doubt' : 'succeeded'
    case 'TF':
      return has(content, [success, ambiguous]) ? 'doubt' : 'failed'
    case 'TE':
      if (has(content, [success, ambiguous])) return 'doubt'
      return operation === 'paymentEnquiry' ? 'expired' : 'failed'
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

const platformSuccess = 'ESB000010'
const platformNotFound = 'ESB000045'
const codesOf = {
  payment: {
    ambiguous: 'DP00800001000',
    success: 'DP00800001001',
    processing: 'DP00800001006',
    notFound: 'DP00800001025',
  },
  disbursement: {
    ambiguous: 'DP00900001000',
    success: 'DP00900001001',
    processing: 'DP00900001006',
    notFound: 'DP00900001015',
  },
}
const allNotFound = [codesOf.payment.notFound, codesOf.disbursement.notFound, platformNotFound]

/** Codes that refuse the form together with a 4xx status, and are ambiguous with any other. */
const ofFormIn4xx = ['DP00800001005', 'ESB000008']

/** Comes with a wrong number as well as with a duplicate; the code beside it says which. */
const neutral = ['521050']

/**
 * Refusals of form, access and configuration that all sources call definite and that come before anything is executed,
 * with the two HTTP statuses that Airtel gives refusals. Not in it: business codes; 1013 and 1008, of which the lists
 * only say "refused"; and ESB000008, which some documents call ambiguous. What follows a fresh token, if there could be
 * one, is a final refusal of it.
 */
const agreedRefusals: ReleaseOn = [
  [401, 'invalid_token'],
  [403, 'invalid_token'],
  // With other statuses this code has other meanings.
  [400, 'DP00800001005'],
  ...[200, 400].flatMap((status) =>
    [
      ...['DP00800001004', 'DP00800001026', 'DP00900001004', 'DP00900001012', 'DP00900001016'],
      ...['ROUTER001', 'ROUTER003', 'ROUTER005', 'ROUTER006', 'ROUTER007', 'ROUTER110'],
      ...['ROUTER112', 'ROUTER114', 'ROUTER115', 'ROUTER116', 'ROUTER119'],
      ...['ESB000033', 'ESB000034', 'ESB000035', 'ESB000036', 'ESB000039'],
    ].map((code) => [status, code] as const),
  ),
]
