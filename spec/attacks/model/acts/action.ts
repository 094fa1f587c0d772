import fc from 'fast-check'
import { type BatchDecided, batchChanges } from '../../../../core/sente.ts'
import { type EnquiryMode, everyFate, type Fate } from '../stage/honestNetwork.ts'

/** A valid request, which gets all the turns that it needs. */
export const usualRequest: Extract<Action, { does: 'request' }> = {
  does: 'request',
  kind: 'payout',
  account: 0,
  reference: 'order-0',
  amount: 5_000,
  pin: '4071',
  network: 'MTN',
  fate: 'accepts',
  flaw: 'none',
  key: 0,
  from: 'office',
  times: 1,
  turns: 1_000,
}

/** How many turns an action gets at once, before the sequence goes on beside it. */
type Turns = { readonly turns: number }
/** A payment as it is requested, and what becomes of it at its network. */
export type Wish = {
  readonly kind: 'payout' | 'collection'
  readonly account: number
  readonly reference: string
  readonly amount: number
  readonly pin: string
  readonly network: string
  readonly fate: Fate
  readonly flaw: Flaw
  /** Which of the account's secret keys, and from where. */
  readonly key: number
  readonly from: 'office' | 'elsewhere'
  /** How often it is requested. */
  readonly times: number
}

/** A batch as it is requested, and what becomes of its lines. */
export type WishedBatch = Pick<Wish, 'account' | 'reference' | 'pin' | 'flaw' | 'key' | 'from' | 'times'> & {
  readonly isPartial: boolean
  readonly lines: readonly (Pick<Wish, 'reference' | 'amount' | 'network' | 'fate' | 'flaw'> & {
    /** Which of some phone numbers. */
    readonly number: number
  })[]
}

/** What may be wrong with a request apart from its amount and its PIN. */
type Flaw = 'none' | 'secretKey' | 'apikey' | 'currency' | 'network' | 'phoneNumber'

/** What an operator does to an account. */
export type Change = 'kyc' | 'apiAccess' | 'currency' | 'otherPin' | 'noPin' | 'close' | 'mend'

/** What an operator does to the keys of an account: `about` picks the one that is rotated or revoked. */
export type KeyChange = {
  readonly account: number
  readonly about: number
  readonly deed: 'create' | 'rotate' | 'revoke'
  readonly name: string
  readonly scopes: 'all' | 'pay' | 'collect'
  readonly lastsMs: number | null
  readonly isOfOffice: boolean
}

/** For what the newest key is used at once, and from where, how many turns that gets, and whether the key expires then. */
type NewestKeyUse = Turns & Pick<Wish, 'from'> & { readonly use: 'payout' | 'batch'; readonly isLate: boolean }

/** What lies between two sweeps of a follow-up: time, or something that one or both clocks take for it. */
export type Pause = 'time' | 'sleep' | 'jump' | 'jumpAndCrash'

/** One thing that happens in a sequence. `about` picks one of the transactions that exist. */
export type Action =
  | ({ readonly does: 'request' } & Wish & Turns)
  | ({ readonly does: 'refund'; readonly about: number; readonly isOfNew: boolean; readonly isByOther: boolean } & Pick<
      Wish,
      'reference' | 'amount' | 'pin' | 'fate' | 'key' | 'from' | 'times'
    > &
      Turns)
  | ({ readonly does: 'batch' } & WishedBatch & Turns)
  | ({ readonly does: 'payBatches'; readonly rounds: number } & Turns)
  | {
      readonly does: 'makeLink'
      readonly account: number
      readonly reference: string
      readonly amount: number
      readonly uses: number | null
      readonly lastsMs: number
    }
  | ({
      readonly does: 'payLink'
      readonly about: number
      /** Which of some forms is sent, and which of some phone numbers is asked. */
      readonly form: number
      readonly number: number
      readonly times: number
    } & Pick<Wish, 'network' | 'fate'> &
      Turns)
  | { readonly does: 'endLink'; readonly about: number }
  | {
      readonly does: 'changeBatch'
      readonly about: number
      readonly change: BatchDecided
      readonly isByOperator: boolean
      readonly key: number
    }
  | ({ readonly does: 'changeKeys' } & KeyChange & NewestKeyUse)
  | ({ readonly does: 'sweep' } & Turns)
  | ({ readonly does: 'hint'; readonly about: number } & Turns)
  | { readonly does: 'guess'; readonly account: number; readonly times: number; readonly rounds: number }
  | { readonly does: 'giveTurns'; readonly picks: readonly number[] }
  | { readonly does: 'giveAllTurns' }
  | { readonly does: 'followUp'; readonly rounds: number; readonly pauseMs: number; readonly after: Pause }
  | {
      readonly does: 'networkEnds'
      readonly about: number
      readonly end: 'executed' | 'declined' | 'forgotten'
      readonly calls: number
    }
  | { readonly does: 'networkAnswers'; readonly network: string; readonly mode: EnquiryMode }
  | { readonly does: 'timePasses'; readonly ms: number; readonly isAsleep: boolean }
  | { readonly does: 'clockJumps'; readonly ms: number }
  | { readonly does: 'crash'; readonly config: string }
  | { readonly does: 'startBeside' }
  | { readonly does: 'fund'; readonly account: number; readonly reference: string; readonly amount: number }
  | { readonly does: 'change'; readonly account: number; readonly change: Change }
  | { readonly does: 'decide'; readonly about: number }
  | { readonly does: 'decideLine'; readonly network: string; readonly decision: 'pause' | 'resume' }

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000]

const about = fc.nat(30)
const account = fc.nat(1)
const turns = fc.oneof({ weight: 3, arbitrary: fc.constant(1_000) }, { weight: 2, arbitrary: fc.nat(9) })
const network = fc.constantFrom('MTN', 'AIRTEL')
const often = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })

const key = fc.nat(3)
const from = often<Wish['from']>('office', 'elsewhere')

const request: fc.Arbitrary<Action> = fc.record({
  does: fc.constant('request'),
  kind: fc.constantFrom('payout', 'collection'),
  account: fc.constantFrom(0, 0, 0, 1),
  reference: fc.nat(11).map((number) => `order-${number}`),
  amount: fc.constantFrom(500, 1_000, 4_000, 12_000, 499, 5_000_000, 5_000_001, 700.5),
  pin: often('4071', '5309', '9999', 'no pin'),
  network,
  fate: fc.constantFrom(...everyFate),
  flaw: often<Flaw>('none', 'none', 'secretKey', 'apikey', 'currency', 'network', 'phoneNumber'),
  key,
  from,
  times: often(1, 2),
  turns,
})

const refund: fc.Arbitrary<Action> = fc.record({
  does: fc.constant('refund'),
  about,
  isOfNew: fc.boolean(),
  isByOther: often(false, true),
  reference: fc.nat(11).map((number) => `order-${number}`),
  amount: often(500, 1_000, 4_000, 499),
  pin: often('4071', '5309', '9999'),
  fate: fc.constantFrom(...everyFate),
  key,
  from,
  times: fc.integer({ min: 1, max: 4 }),
  turns,
})

const batch: fc.Arbitrary<Action> = fc.record({
  does: fc.constant('batch'),
  account: fc.constantFrom(0, 0, 0, 1),
  reference: fc.nat(5).map((number) => `batch-${number}`),
  pin: often('4071', '5309', '9999'),
  flaw: often<Flaw>('none', 'secretKey', 'apikey'),
  key,
  from,
  isPartial: fc.boolean(),
  lines: fc.array(
    fc.record({
      reference: fc.nat(15).map((number) => `order-${number}`),
      amount: often(500, 501, 1_000, 1_999, 499, 12_000, 700.5),
      network,
      number: fc.nat(3),
      fate: fc.constantFrom(...everyFate),
      flaw: often<Flaw>('none', 'none', 'none', 'network', 'phoneNumber'),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  times: often(1, 2),
  turns,
})

const weighted: [weight: number, action: fc.Arbitrary<Action>][] = [
  [8, request],
  [4, refund],
  [3, batch],
  [
    2,
    fc.record({
      does: fc.constant('makeLink'),
      account: fc.constantFrom(0, 0, 0, 1),
      reference: fc.nat(3).map((number) => `link-${number}`),
      amount: fc.constantFrom(500, 1_000),
      uses: fc.constantFrom(null, 1, 1, 2),
      lastsMs: fc.constantFrom(2 * minuteMs, 2 * hourMs, 100 * hourMs, 100 * hourMs),
    }),
  ],
  [
    5,
    fc.record({
      does: fc.constant('payLink'),
      about: fc.nat(3),
      form: fc.nat(4),
      number: fc.nat(2),
      network,
      fate: fc.constantFrom(...everyFate),
      times: fc.integer({ min: 1, max: 3 }),
      turns,
    }),
  ],
  [1, fc.record({ does: fc.constant('endLink'), about: fc.nat(3) })],
  [4, fc.record({ does: fc.constant('payBatches'), rounds: fc.integer({ min: 1, max: 3 }), turns })],
  [
    2,
    fc.record({
      does: fc.constant('changeBatch'),
      about,
      change: fc.constantFrom('resume', 'approve', 'approve', ...batchChanges),
      isByOperator: fc.boolean(),
      key,
    }),
  ],
  [
    2,
    fc.record({
      does: fc.constant('changeKeys'),
      account: fc.constantFrom(0, 0, 0, 1),
      about: key,
      deed: fc.constantFrom('create', 'create', 'rotate', 'revoke'),
      name: fc.constantFrom('till', 'office'),
      scopes: often<'all' | 'pay' | 'collect'>('all', 'pay', 'collect'),
      lastsMs: fc.constantFrom(null, null, 2 * secondMs, minuteMs, 2 * hourMs),
      isOfOffice: fc.boolean(),
      use: fc.constantFrom('payout', 'batch'),
      from: fc.constantFrom('office', 'elsewhere'),
      turns: fc.nat(9),
      isLate: fc.boolean(),
    }),
  ],
  [3, fc.record({ does: fc.constant('sweep'), turns })],
  [2, fc.record({ does: fc.constant('hint'), about, turns })],
  [3, fc.record({ does: fc.constant('giveTurns'), picks: fc.array(fc.nat(20), { minLength: 1, maxLength: 12 }) })],
  [2, fc.constant({ does: 'giveAllTurns' })],
  [
    3,
    fc.record({
      does: fc.constant('followUp'),
      rounds: fc.integer({ min: 1, max: 7 }),
      pauseMs: fc.constantFrom(5 * secondMs, minuteMs, 15 * minuteMs, 40 * minuteMs),
      after: often<Pause>('time', 'sleep', 'jump', 'jumpAndCrash'),
    }),
  ],
  [
    4,
    fc.record({
      does: fc.constant('networkEnds'),
      about,
      end: fc.constantFrom('executed', 'executed', 'declined', 'forgotten'),
      calls: fc.nat(2),
    }),
  ],
  [
    2,
    fc.record({
      does: fc.constant('networkAnswers'),
      network,
      mode: fc.constantFrom('truth', 'truth', 'silence', 'otherAmount', 'otherCurrency', 'otherNumber'),
    }),
  ],
  [
    3,
    fc.record({
      does: fc.constant('timePasses'),
      ms: fc.constantFrom(secondMs, 4 * secondMs, 6 * secondMs, 70 * secondMs, 16 * minuteMs, 2 * hourMs, 30 * hourMs),
      isAsleep: often(false, true),
    }),
  ],
  [
    2,
    fc.record({
      does: fc.constant('clockJumps'),
      ms: fc.constantFrom(-2 * hourMs, -minuteMs, 2 * minuteMs, 3 * hourMs),
    }),
  ],
  [2, fc.record({ does: fc.constant('crash'), config: often('A', 'B') })],
  [1, fc.constant({ does: 'startBeside' })],
  [
    2,
    fc.record({
      does: fc.constant('fund'),
      account,
      reference: fc.nat(5).map((number) => `funding-${number}`),
      amount: fc.constantFrom(500, 10_000, -500, -3_000, -10_000),
    }),
  ],
  [
    2,
    fc.record({
      does: fc.constant('change'),
      account,
      change: fc.constantFrom<Change>(
        'mend',
        'mend',
        'mend',
        'kyc',
        'apiAccess',
        'currency',
        'otherPin',
        'noPin',
        'close',
      ),
    }),
  ],
  [2, fc.record({ does: fc.constant('decide'), about })],
  [1, fc.record({ does: fc.constant('decideLine'), network, decision: fc.constantFrom('pause', 'resume', 'resume') })],
  [
    1,
    fc.record({
      does: fc.constant('guess'),
      account,
      times: fc.integer({ min: 3, max: 6 }),
      rounds: fc.integer({ min: 1, max: 4 }),
    }),
  ],
]

/** Everything that can happen; what matters most happens most often. */
export const anyAction: fc.Arbitrary<Action> = fc.oneof(
  ...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary })),
)
