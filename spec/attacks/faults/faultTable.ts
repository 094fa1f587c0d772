import {
  answersTooLate,
  answersTooMuch,
  answersUnderTooMuch,
  bare,
  closesInTheBody,
  deniesToken,
  doesAndCloses,
  doesAndResets,
  doesAndSays,
  failsAndSaysWhy,
  keepsSilent,
  misplacedRefusal,
  page,
  refusal,
  resetsAfterTheHead,
  resetsAtOnce,
  resetsInTheBody,
  says,
  tokenExpires,
  tokenStaysExpired,
  trickles,
} from './conducts.ts'
import type { Conduct, Trouble } from './networkTrouble.ts'

/** What the merchant is answered. */
type Answered = '201' | '500 provider_unavailable' | '500 outcome_unknown'

/** A transaction's state, and why it failed. */
type State =
  | 'pending'
  | 'succeeded'
  | `failed: ${'not_sent' | 'gateway_misconfigured' | 'limit_reached' | 'never_arrived'}`

/** Where the money of a payout is; a collection's money moves only when it succeeds. */
export type Money = 'held' | 'back' | 'moved'

/** A payment's state, and where its money is. */
export type Result = readonly [State, Money]

/** What comes of a fault. */
export type Verdict = {
  readonly answer: Answered
  readonly result: Result
  /** How often the network receives the submission. */
  readonly sent: 0 | 1 | 2
  /** What the follow-up finds when the network has recovered; absent where the payment has ended before. */
  readonly end?: Result
}

/** A row of the table. */
export type Fault = readonly [fault: string, Trouble, Verdict]

const notSent: Verdict = { answer: '500 provider_unavailable', result: ['failed: not_sent', 'back'], sent: 0 }
const refused: Verdict = { ...notSent, result: ['failed: gateway_misconfigured', 'back'], sent: 1 }
const refusedTwice: Verdict = { ...refused, sent: 2 }
const sentAgain: Verdict = { answer: '201', result: ['pending', 'held'], sent: 2, end: ['succeeded', 'moved'] }
const doubt: Verdict = { answer: '500 outcome_unknown', result: ['pending', 'held'], sent: 1 }

/** In doubt, and the network has executed it. */
export const executed: Verdict = { ...doubt, end: ['succeeded', 'moved'] }

/** In doubt, and the network has tried and failed. */
export const failed: Verdict = { ...doubt, end: ['failed: limit_reached', 'back'] }

/** In doubt, and the network does not know of it. */
export const neverArrived: Verdict = { ...doubt, end: ['failed: never_arrived', 'back'] }
/** A doubt that absences end, with the reason that the doubtful answer gave. */
const refusedAsTold: Verdict = { ...doubt, end: ['failed: gateway_misconfigured', 'back'] }

/** The same fault for submissions and enquiries. */
const always = (conduct: Conduct): Trouble => ({ submission: conduct, enquiry: conduct })

const down = says(bare(503))
const misplaced: Trouble = { submission: misplacedRefusal, enquiry: down }

// Deadlines that have to pass are short.
const untilDeadline = (submission: Conduct): Trouble => ({ submission, enquiry: down, answerMs: 200 })
const untilTokenDeadline = (token: Conduct): Trouble => ({ token, submitWithinMs: 150 })

/** Every fault of a network, and what comes of it. */
export const faults: readonly Fault[] = [
  // Nothing of the payment is written.
  ['the connection is refused', { way: 'refused' }, notSent],
  ['the name is not known', { way: 'unknownName' }, notSent],
  ['the certificate is not trusted', { way: 'untrusted' }, notSent],
  ['the certificate is for another name', { way: 'othersCertificate' }, notSent],
  ['the connection is reset during the TLS handshake', { way: 'cutBeforeTls' }, notSent],
  ['the credentials get no token', { token: deniesToken }, notSent],
  ['the token endpoint is down', { token: says(page(503)) }, notSent],
  ['the token endpoint answers 200 with HTML', { token: says(page(200)) }, notSent],
  ['the token endpoint answers 429', { token: says(bare(429)) }, notSent],
  ['the token endpoint resets the connection', { token: resetsAtOnce }, notSent],
  ['the connection is reset in the middle of the token', { token: resetsInTheBody }, notSent],
  ['the token’s answer is longer than the gateway reads', { token: answersTooMuch }, notSent],
  ['the token endpoint does not answer before the deadline', untilTokenDeadline(keepsSilent), notSent],
  ['the token trickles in until the deadline', untilTokenDeadline(trickles), notSent],

  // The network itself says that it did nothing.
  ['the answer is a documented refusal, from MTN with 500', { submission: refusal }, refused],
  ['the token has expired', { submission: tokenExpires }, sentAgain],
  ['the token has expired, and so has the next', { submission: tokenStaysExpired }, refusedTwice],

  // The payment may have been executed, whatever is said.
  ['the connection is reset after the head of the request', always(resetsAtOnce), neverArrived],
  ['the connection is reset after the whole request', always(doesAndResets), executed],
  ['the connection is closed after the whole request', always(doesAndCloses), executed],
  ['the connection is reset after the head of the answer', always(resetsAfterTheHead), executed],
  ['the connection is reset in the middle of the answer’s body', always(resetsInTheBody), executed],
  ['the connection is closed in the middle of the answer’s body', always(closesInTheBody), executed],
  ['the answer trickles in', untilDeadline(trickles), executed],
  ['no answer comes', untilDeadline(keepsSilent), executed],
  ['the answer comes after the deadline', untilDeadline(answersTooLate), executed],
  ['the answer is longer than the gateway reads', always(answersTooMuch), executed],
  ['the answer’s headers are longer than the gateway reads', always(answersUnderTooMuch), executed],
  ['the answer is 200 with HTML', always(says(page(200))), neverArrived],
  ['the answer is 200 with HTML, but the payment was taken', always(doesAndSays(page(200))), executed],
  ['the answer is 500 without a meaning', always(doesAndSays(page(500))), executed],
  ['the answer is 500 for a business reason', { submission: failsAndSaysWhy, enquiry: down }, failed],
  ['the answer is a documented refusal with another status', misplaced, refusedAsTold],
  ['the answer is 404 with HTML', always(says(page(404))), neverArrived],
  ['the answer is 404 and empty', always(says(bare(404))), neverArrived],
  ['the answer is 503', always(down), neverArrived],
  ['the answer is 429', always(says(bare(429))), neverArrived],
]
