import type { Reply } from './dialects.ts'
import { type Call, type Conduct, reply, type Trouble } from './network.ts'

/** The answer to the merchant. */
type Answered = '201' | '500 provider_unavailable' | '500 outcome_unknown'

/** A transaction's state, and the reason of its failure. */
type State =
  | 'pending'
  | 'succeeded'
  | `failed: ${'not_sent' | 'gateway_misconfigured' | 'limit_reached' | 'never_arrived'}`

/** The place of a payout's money; a collection's money moves only when it succeeds. */
type Money = 'held' | 'back' | 'moved'

/** A payment's state, and the place of its money. */
export type Result = readonly [State, Money]

/** The effects of a fault. */
export type Verdict = {
  readonly answer: Answered
  readonly result: Result
  /** The number of submissions that the network receives. */
  readonly sent: 0 | 1 | 2
  /** The end by the follow-up after the network has recovered; absent if the payment has ended before. */
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
/** A doubt that ends by absences, with the reason of the doubtful answer. */
const refusedAsListed: Verdict = { ...doubt, end: ['failed: gateway_misconfigured', 'back'] }

/** Performs the request, and then this. */
const does =
  (then: (call: Call, reply: Reply) => unknown): Conduct =>
  async (call) =>
    then(call, await call.perform())

/** Performs the request, sends the head of the answer and this much of its body, and resets the connection. */
const resetsAfter = (bytes: number) =>
  does(({ response, socket }, { status, body }) => {
    const whole = `${body} `
    response.writeHead(status, { 'content-length': whole.length }).flushHeaders()
    if (bytes !== 0) response.write(whole.slice(0, bytes))
    setTimeout(() => socket.resetAndDestroy(), 20)
  })

/** Reads the request, performs nothing and sends this answer. */
const says =
  (given: Reply | ((call: Call) => Reply)): Conduct =>
  async (call) => {
    await call.read()
    reply(call.response, typeof given === 'function' ? given(call) : given)
  }

/** A web page with this status, like the answer of a proxy in front of a network, or only the status. */
const page = (status: number): Reply => ({ status, body: '<html><title>Request Rejected</title></html>' })
const bare = (status: number): Reply => ({ status, body: '' })

const resetsAtOnce: Conduct = ({ socket }) => socket.resetAndDestroy()
const answers = does(({ response }, given) => reply(response, given))
const answersOther = (given: Reply) => does(({ response }) => reply(response, given))
/** Answers with a longer body than the gateway reads. */
const answersTooMuch = does(({ response }, { status, body }) =>
  reply(response, { status, body: body + ' '.repeat(70_000) }),
)
const answersUnderTooMuch = does(({ response }, { status, body }) =>
  response.writeHead(status, { 'x-notice': 'a'.repeat(20_000) }).end(body),
)
/** Closes the connection before the last chunk of the answer. */
const closesInTheBody = does(({ response, socket }, { status, body }) => {
  response.writeHead(status).write(`${body} `)
  setTimeout(() => socket.end(), 20)
})
/** Answers, then sends a space every ten milliseconds. */
const trickles = does(({ response, overdue }, { status, body }) => {
  response.writeHead(status).write(body)
  const trickle = setInterval(() => response.write(' '), 10)
  response.once('close', () => clearInterval(trickle))
  overdue()
})
const keepsSilent = does(({ overdue }) => overdue())
/** Answers after the gateway has stopped waiting. */
const answersTooLate = does(({ response, overdue }, given) => {
  response.once('close', () => reply(response, given))
  overdue()
})
const misplacedRefusal = says(({ dialect }) => dialect.misplacedRefusal)
const tokenStaysExpired = says(({ dialect }) => dialect.expiredToken)
const tokenExpires: Conduct = (call) => (call.nth === 1 ? tokenStaysExpired : answers)(call)
/** Tries the payment, and answers that it failed for business reasons. */
const failsAndSaysWhy: Conduct = async ({ dialect, kind, fail, response }) => {
  await fail()
  reply(response, dialect.businessRefusal(kind))
}

/** The same fault for submissions and enquiries. */
const always = (conduct: Conduct): Trouble => ({ submission: conduct, enquiry: conduct })

const down = says(bare(503))
const untilDeadline = (submission: Conduct): Trouble => ({ submission, enquiry: down, isLate: true })
const untilTokenDeadline = (token: Conduct): Trouble => ({ token, isLate: true })

/** Every fault of a network, and its effects. */
export const faults: readonly Fault[] = [
  // Nothing of the payment is written.
  ['the connection is refused', { way: 'refused' }, notSent],
  ['the name is not known', { way: 'unknownName' }, notSent],
  ['the certificate is not trusted', { way: 'untrusted' }, notSent],
  ['the certificate is for another name', { way: 'othersCertificate' }, notSent],
  ['the connection is reset during the TLS handshake', { way: 'cutBeforeTls' }, notSent],
  ['the credentials get no token', { token: says(({ dialect }) => dialect.deniesToken) }, notSent],
  ['the token endpoint is down', { token: says(page(503)) }, notSent],
  ['the token endpoint answers 200 with HTML', { token: says(page(200)) }, notSent],
  ['the token endpoint answers 429', { token: says(bare(429)) }, notSent],
  ['the token endpoint resets the connection', { token: resetsAtOnce }, notSent],
  ['the connection is reset in the middle of the token', { token: resetsAfter(-1) }, notSent],
  ['the token’s answer is longer than the gateway reads', { token: answersTooMuch }, notSent],
  ['the token endpoint does not answer before the deadline', untilTokenDeadline(keepsSilent), notSent],
  ['the token trickles in until the deadline', untilTokenDeadline(trickles), notSent],

  // The network itself says that it executed nothing.
  [
    'the answer is a documented refusal, from MTN with 500',
    { submission: says(({ dialect }) => dialect.finalRefusal) },
    refused,
  ],
  ['the token has expired', { submission: tokenExpires }, sentAgain],
  ['the token has expired, and so has the next', { submission: tokenStaysExpired }, refusedTwice],

  // The payment may have been executed, whatever the answer.
  ['the connection is reset after the head of the request', always(resetsAtOnce), neverArrived],
  ['the connection is reset after the whole request', always(does(resetsAtOnce)), executed],
  ['the connection is closed after the whole request', always(does(({ socket }) => socket.end())), executed],
  ['the connection is reset after the head of the answer', always(resetsAfter(0)), executed],
  ['the connection is reset in the middle of the answer’s body', always(resetsAfter(-1)), executed],
  ['the connection is closed in the middle of the answer’s body', always(closesInTheBody), executed],
  ['the answer trickles in', untilDeadline(trickles), executed],
  ['no answer comes', untilDeadline(keepsSilent), executed],
  ['the answer comes after the deadline', untilDeadline(answersTooLate), executed],
  ['the answer is longer than the gateway reads', always(answersTooMuch), executed],
  ['the answer’s headers are longer than the gateway reads', always(answersUnderTooMuch), executed],
  ['the answer is 200 with HTML', always(says(page(200))), neverArrived],
  ['the answer is 200 with HTML, but the payment was taken', always(answersOther(page(200))), executed],
  ['the answer is 500 without a meaning', always(answersOther(page(500))), executed],
  ['the answer is 500 for a business reason', { submission: failsAndSaysWhy, enquiry: down }, failed],
  [
    'the answer is a documented refusal with another status',
    { submission: misplacedRefusal, enquiry: down },
    refusedAsListed,
  ],
  ['the answer is 404 with HTML', always(says(page(404))), neverArrived],
  ['the answer is 404 and empty', always(says(bare(404))), neverArrived],
  ['the answer is 503', always(down), neverArrived],
  ['the answer is 429', always(says(bare(429))), neverArrived],
]
