import { isAirtelCode } from './airtelReasons.ts'
import { type Told, toldIn } from './airtelTold.ts'
import type { Answer } from './exchange.ts'
import type { ReleaseOn } from './releaseOn.ts'

/** What can be asked of Airtel. */
export type Operation = 'payment' | 'disbursement' | 'paymentEnquiry' | 'disbursementEnquiry'

/** What an answer means; `doubt` is everything that no row names. */
export type Meaning = 'accepted' | 'released' | 'pending' | 'succeeded' | 'failed' | 'expired' | 'notFound' | 'doubt'

/** Sorts every answer by the first row that fits it; an answer that names another id than ours is in no row. */
export function airtelAnswers(releaseOn: ReleaseOn = agreedRefusals) {
  const rows = [...submissionRows(releaseOn), ...enquiryRows]
  return function meaningOf(operation: Operation, { status, body }: Answer, id: string): Meaning {
    const told = toldIn(body)
    if (!told || (told.id !== null && told.id !== id)) return 'doubt'
    return rows.find((row) => row[0] === operation && fits(row, status, told))?.[4] ?? 'doubt'
  }
}

/** Whether this is Airtel's word that the token is not good: live answers have it with either status. */
export function isTokenRefused({ status, body }: Answer): boolean {
  return (status === 401 || status === 403) && toldIn(body)?.codes[0] === 'invalid_token'
}

/** Describes an answer to operators, without anything in it but documented codes. */
export function describe({ status, body }: Answer): string {
  const told = toldIn(body)
  if (!told) return `the network answered ${status} with a body that can't be read`
  if (told.codes.length === 0) return `the network answered ${status} without a code`
  return `the network answered ${status} with ${told.codes.filter(isAirtelCode).join(' and ') || 'an unknown code'}`
}

/** Fits whatever is told, or nothing. A symbol, since it must not be found in settings or answers. */
const any = Symbol('any')

/** Null stands for nothing told; a code may be any of those told. */
type Row = readonly [
  operation: Operation,
  status: number | typeof any,
  code: string | null | typeof any,
  standing: string | null | typeof any,
  meaning: Meaning,
]

function fits([, status, code, standing]: Row, toldStatus: number, told: Told): boolean {
  const isCode = code === any || (code === null ? told.codes.length === 0 : told.codes.includes(code))
  return isCode && [any, toldStatus].includes(status) && [any, told.standing].includes(standing)
}

const submissions = ['payment', 'disbursement'] as const

/** Ambiguous, timed out, or the id was used before. Whatever else is said, only an enquiry tells what happened. */
const unclear = [
  ...['DP00800001000', 'DP00800001024', 'DP00900001000', 'DP00900001011', 'DP00900001014', 'DP00900001017'],
  ...['ROUTER117', 'ESB000001', 'ESB000004', 'ESB000014', 'ESB000041'],
]

function submissionRows(releaseOn: ReleaseOn): readonly Row[] {
  return [
    ...submissions.flatMap((operation) => unclear.map((code): Row => [operation, any, code, any, 'doubt'])),
    // The customer has been asked; what is said of the payment itself is "Success." or the like.
    ['payment', 200, 'DP00800001006', any, 'accepted'],
    ['disbursement', 200, 'DP00900001001', 'TS', 'succeeded'],
    ['disbursement', 200, 'DP00900001006', 'TIP', 'accepted'],
    ['disbursement', 200, 'DP00900001006', null, 'accepted'],
    ...submissions.flatMap((operation) =>
      releaseOn.map(([status, code]): Row => [operation, status, code, null, 'released']),
    ),
  ]
}

/** The standing counts before the codes, which samples have at odds with it; a failure must not be contradicted. */
const enquiryRows: readonly Row[] = [
  ['paymentEnquiry', 200, 'DP00800001000', 'TF', 'doubt'],
  ['paymentEnquiry', 200, 'DP00800001000', 'TE', 'doubt'],
  ['paymentEnquiry', 200, 'DP00800001001', 'TF', 'doubt'],
  ['paymentEnquiry', 200, 'DP00800001001', 'TE', 'doubt'],
  ['paymentEnquiry', 200, any, 'TS', 'succeeded'],
  ['paymentEnquiry', 200, any, 'TF', 'failed'],
  ['paymentEnquiry', 200, any, 'TE', 'expired'],
  ['paymentEnquiry', 200, any, 'TIP', 'pending'],
  ['paymentEnquiry', 200, any, 'TA', 'pending'],
  ['paymentEnquiry', 200, any, 'TP', 'pending'],
  ['disbursementEnquiry', 200, 'DP00900001000', 'TF', 'doubt'],
  ['disbursementEnquiry', 200, 'DP00900001000', 'TE', 'doubt'],
  ['disbursementEnquiry', 200, 'DP00900001001', 'TF', 'doubt'],
  ['disbursementEnquiry', 200, 'DP00900001001', 'TE', 'doubt'],
  ['disbursementEnquiry', 200, any, 'TS', 'succeeded'],
  ['disbursementEnquiry', 200, any, 'TF', 'failed'],
  ['disbursementEnquiry', 200, any, 'TE', 'failed'],
  ['disbursementEnquiry', 200, any, 'TIP', 'pending'],
  ['disbursementEnquiry', 200, any, 'TA', 'pending'],
  ['disbursementEnquiry', 200, any, 'TP', 'pending'],
  // No source has the HTTP status of these.
  ...[200, 400, 404].flatMap((status): Row[] => [
    ['paymentEnquiry', status, 'DP00800001025', null, 'notFound'],
    ['paymentEnquiry', status, 'ESB000045', null, 'notFound'],
    ['disbursementEnquiry', status, 'DP00900001015', null, 'notFound'],
    ['disbursementEnquiry', status, 'ESB000045', null, 'notFound'],
  ]),
]

/**
 * Refusals of form, access and configuration that all sources take for definite and that come before anything is
 * executed, with the two HTTP statuses that Airtel gives refusals. Not in it: business codes; 1013 and 1008, of which the
 * lists only say "refused"; and ESB000008, which some documents call ambiguous. What follows a fresh token, if there
 * could be one, is a final refusal of it.
 */
const agreedRefusals: ReleaseOn = [
  [401, 'invalid_token'],
  [403, 'invalid_token'],
  // With other statuses this code means other things.
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
