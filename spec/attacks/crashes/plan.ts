import fc from 'fast-check'

/**
 * A committed step: of the request, of a callback, of a sweep, of a resumption by a restart, of accepting a batch,
 * opening one of its lines, recording the network's answer about it, or completing it.
 */
export type Commit = (typeof commits)[number]

/** A call of a network: the submission, and the enquiries of the request, of a callback and of a sweep; and the submission of a line. */
export type Call = (typeof calls)[number]

/** A moment to kill a server, by its name. */
export type KillPoint =
  | `${Commit}-${(typeof momentsOfCommit)[number]}`
  | `${Call}-${(typeof momentsOfCall)[number]}`
  | (typeof occasions)[number]

/** A named point, and the passage of it that kills the server, from 1. */
export type NamedKill = { readonly at: KillPoint; readonly passage: number }

const commits = [
  ...(['open', 'note', 'callback-note', 'sweep-note', 'resume'] as const),
  ...(['accept', 'line', 'line-note', 'complete'] as const),
] as const
const calls = ['submission', 'enquiry', 'callback-enquiry', 'sweep-enquiry', 'line-submission'] as const

/** The rows are written and not committed; committed and not flushed; flushed, before anything is answered. */
const momentsOfCommit = ['within', 'committed', 'after'] as const
const momentsOfCall = ['before', 'after'] as const

const occasions = [
  // Nothing is written yet; a call, or a restart, comes before any other commit. The lines of a batch that is not
  // accepted.
  ...(['open-before', 'draft-written', 'callback-received', 'sweep-begun'] as const),
  // The thread is asked to copy the log; it writes to the database; it has copied; the log starts from its beginning.
  ...(['checkpoint-begun', 'checkpoint-copying', 'checkpoint-copied', 'checkpoint-ended'] as const),
  // The transaction that makes the tables has begun; its statements have run; it is committed.
  ...(['migration-before', 'migration-within', 'migration-committed'] as const),
] as const

/** Every named point, in the order of a payment's life. */
const killPoints: readonly KillPoint[] = [
  ...commits.flatMap((commit) => momentsOfCommit.map((moment) => `${commit}-${moment}` as const)),
  ...calls.flatMap((call) => momentsOfCall.map((moment) => `${call}-${moment}` as const)),
  ...occasions,
]

/** A payment that a merchant, or two customers of a link, will request. */
export type Order = {
  readonly kind: 'payout' | 'collection' | 'refund'
  readonly network: 'MTN' | 'AIRTEL'
  /** The last six digits of the phone number, which decide the network's behaviour. */
  readonly number: string
  /** Its account, as an index in the list of accounts. */
  readonly account: number
  /** With `scope`, its key may only look things up; with `revoked`, it is no longer valid. */
  readonly flaw: 'none' | 'network' | 'amount' | 'scope' | 'revoked'
  readonly isThroughLink?: boolean
  /** The collection of a refund, by its place among the existing ones. */
  readonly of?: number
}

/** A batch that a merchant will request, and its merchant's acts on it. */
export type BatchOrder = {
  readonly account: number
  readonly lines: readonly Pick<Order, 'network' | 'number'>[]
  /** Whether one of its lines can't be paid. */
  readonly isFlawed: boolean
  /** With `leave`, nobody approves it before the end. */
  readonly deed: 'none' | 'pause' | 'cancel' | 'leave'
}

/** The moment to kill a server: some time after its first request or after it began to start, or at a named point. */
export type Kill = { readonly at: 'moment' | 'start'; readonly afterMs: number } | NamedKill

/** The place of a kill. */
export type KillPlace = Kill['at']

/** Every place. */
export const killPlaces: readonly KillPlace[] = ['moment', 'start', ...killPoints]

/** Whether the kill comes before any request. */
export function whileStarting(at: KillPlace): boolean {
  return /^(start|resume|migration)\b/.test(at)
}

/** Whether the network executes the payment of an order as soon as it can. */
export function isPaidSoon(number: string): boolean {
  return number.startsWith('1000')
}

/** One life of a server: its requests and batches, and its end. */
export type Strike = {
  readonly orders: readonly Order[]
  readonly batches: readonly BatchOrder[]
  /** A network that is paused before the requests, and resumed among them. */
  readonly pause: { readonly network: Order['network']; readonly until: number }
  /** The account that gets another key for its collections meanwhile. */
  readonly rotates: number
  readonly kill: Kill
}

/** The most requests that a server gets before it dies. */
const ordersInStrike = 23

/** Draws this many strikes from a seed; a larger number begins with the same ones as a smaller. */
export function strikesOf({ seed, count, at }: { seed: number; count: number; at?: KillPlace }): readonly Strike[] {
  return fc.sample(fc.noBias(strikeAt(at)), { seed, numRuns: count })
}

const ending = (from: number, to: number) => fc.integer({ min: from, max: to }).map((digits) => String(digits))

const soon = ending(100_000, 100_009)

const network = fc.constantFrom('MTN' as const, 'AIRTEL' as const)

const number = fc.oneof(
  { weight: 5, arbitrary: ending(990_470, 990_478) },
  { weight: 2, arbitrary: ending(990_450, 990_463) },
  { weight: 3, arbitrary: soon },
)

/** Mostly the first: n times in n + 1. */
const mostly = <T>(weight: number, usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: odd })

const account = mostly(12, fc.nat(3), fc.constant(4))

const anyOrder: fc.Arbitrary<Order> = fc.record({
  kind: fc.constantFrom('payout', 'collection', 'refund'),
  network,
  number,
  account,
  flaw: mostly<Order['flaw']>(12, fc.constant('none'), fc.constantFrom('network', 'amount', 'scope', 'revoked')),
  of: fc.nat(1_000),
})

/** One that can be refunded soon, whole and by a merchant who knows the PIN. */
const goodCollection: fc.Arbitrary<Order> = fc.record({
  kind: fc.constant('collection'),
  network,
  number: soon,
  account: fc.nat(2),
  flaw: fc.constant('none'),
  isThroughLink: fc.boolean(),
})

const order = mostly(3, anyOrder, goodCollection)

/** One that is paid soon, so that its server reaches the place of its kill. */
const goodBatch: fc.Arbitrary<BatchOrder> = fc.record({
  account: fc.nat(2),
  lines: linesOf(soon, 4),
  isFlawed: fc.constant(false),
  deed: fc.constant('none'),
})

const anyBatch: fc.Arbitrary<BatchOrder> = fc.record({
  account,
  lines: linesOf(number, 6),
  isFlawed: mostly(9, fc.constant(false), fc.constant(true)),
  deed: fc.constantFrom('none', 'none', 'none', 'pause', 'cancel', 'leave'),
})

/** No two of them have the same phone number, since one that never ends would delay the other. */
function linesOf(numbers: fc.Arbitrary<string>, maxLength: number) {
  const selector = (line: Pick<Order, 'network' | 'number'>) => `${line.network} ${line.number}`
  return fc.uniqueArray(fc.record({ network, number: numbers }), { minLength: 3, maxLength, selector })
}

function strikeAt(at: KillPlace | undefined): fc.Arbitrary<Strike> {
  const random = [killAt('moment'), killAt('moment'), killAt('start')]
  const named = killPoints.map(killAt)
  const anywhere = fc.oneof({ weight: 1, arbitrary: fc.oneof(...random) }, { weight: 3, arbitrary: fc.oneof(...named) })
  return fc.record({
    orders: fc.array(order, { minLength: ordersInStrike, maxLength: ordersInStrike }),
    batches: fc.tuple(goodBatch, anyBatch),
    // Short, since most servers die early, and the others must reach the place of their kill.
    pause: fc.record({ network, until: fc.integer({ min: 6, max: 9 }) }),
    rotates: fc.nat(4),
    kill: at === undefined ? anywhere : killAt(at),
  })
}

function killAt(at: KillPlace): fc.Arbitrary<Kill> {
  if (at === 'moment') return fc.record({ at: fc.constant(at), afterMs: fc.nat(400) })
  if (at === 'start') return fc.record({ at: fc.constant(at), afterMs: fc.nat(250) })
  const most = passages.find(([pattern]) => pattern.test(at))?.[1] ?? 1
  return fc.record({ at: fc.constant(at), passage: fc.integer({ min: 1, max: most }) })
}

/** As many passages as a server is certain to reach; one for any other point. */
const passages: readonly (readonly [RegExp, number])[] = [
  [/^(open|note)-(before|after)/, 12],
  [/^(open|note)-/, 6],
  [/^submission-/, 12],
  [/^enquiry-/, 5],
  [/^(callback|sweep)-/, 3],
  [/^line-(submission|note)-/, 3],
  [/^line-/, 2],
  [/^resume-after/, 2],
  [/^checkpoint-begun/, 2],
]
