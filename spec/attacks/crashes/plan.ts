import fc from 'fast-check'
import { type KillPoint, killPoints } from './fused/killPoints.ts'

/** A payment that a merchant will request. */
export type Order = {
  readonly kind: 'payout' | 'collection'
  readonly network: 'MTN' | 'AIRTEL'
  /** The last six digits of the phone number, which decide what the network does. */
  readonly number: string
  /** Whose it is, as an index in the list of accounts. */
  readonly account: number
  readonly flaw: 'none' | 'network' | 'amount'
}

/** When a server is killed: some time after its first request or after it began to start, or at a named point. */
export type Kill =
  | { readonly at: 'moment' | 'start'; readonly afterMs: number }
  | { readonly at: KillPoint; readonly passage: number }

/** Where a server is killed. */
export type KillPlace = Kill['at']

/** Every place. */
export const killPlaces: readonly KillPlace[] = ['moment', 'start', ...killPoints]

/** Whether it is killed before it gets any request. */
export function whileStarting(at: KillPlace): boolean {
  return /^(start|resume|migration)\b/.test(at)
}

/** One life of a server: the requests that it gets, and how it ends. */
export type Strike = { readonly orders: readonly Order[]; readonly kill: Kill }

/** How many requests a server gets at most before it dies. */
const ordersInStrike = 24

/** Draws so many strikes from a seed; a larger number begins with the same ones as a smaller. */
export function strikesOf({ seed, count, at }: { seed: number; count: number; at?: KillPlace }): readonly Strike[] {
  return fc.sample(fc.noBias(strikeAt(at)), { seed, numRuns: count })
}

const ending = (from: number, to: number) => fc.integer({ min: from, max: to }).map((digits) => String(digits))

const order: fc.Arbitrary<Order> = fc.record({
  kind: fc.constantFrom('payout', 'collection'),
  network: fc.constantFrom('MTN', 'AIRTEL'),
  number: fc.oneof(
    { weight: 5, arbitrary: ending(990_470, 990_478) },
    { weight: 2, arbitrary: ending(990_450, 990_463) },
    { weight: 3, arbitrary: ending(100_000, 100_009) },
  ),
  account: fc.oneof({ weight: 12, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.constant(4) }),
  flaw: fc.oneof(
    { weight: 12, arbitrary: fc.constant('none') },
    { weight: 1, arbitrary: fc.constantFrom('network', 'amount') },
  ),
})

function strikeAt(at: KillPlace | undefined): fc.Arbitrary<Strike> {
  const random = [killAt('moment'), killAt('moment'), killAt('start')]
  const named = killPoints.map(killAt)
  const anywhere = fc.oneof({ weight: 1, arbitrary: fc.oneof(...random) }, { weight: 3, arbitrary: fc.oneof(...named) })
  return fc.record({
    orders: fc.array(order, { minLength: ordersInStrike, maxLength: ordersInStrike }),
    kill: at === undefined ? anywhere : killAt(at),
  })
}

function killAt(at: KillPlace): fc.Arbitrary<Kill> {
  if (at === 'moment') return fc.record({ at: fc.constant(at), afterMs: fc.nat(400) })
  if (at === 'start') return fc.record({ at: fc.constant(at), afterMs: fc.nat(250) })
  return fc.record({ at: fc.constant(at), passage: passageOf(at) })
}

/** As many passages as a server is certain to reach. */
function passageOf(point: KillPoint): fc.Arbitrary<number> {
  const most = passages.find(([pattern]) => pattern.test(point))?.[1] ?? 1
  return fc.integer({ min: 1, max: most })
}

const passages: readonly (readonly [RegExp, number])[] = [
  [/^(open|note)-(before|after)/, 16],
  [/^(open|note)-/, 8],
  [/^submission-/, 16],
  [/^enquiry-/, 5],
  [/^(callback|sweep)-/, 3],
  [/^resume-/, 2],
  [/^checkpoint-begun/, 2],
]
