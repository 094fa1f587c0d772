import type { Enquired, KeyScope, State } from '../../../core/sente.ts'
import { compareRecomputed } from '../../attacks/together/recomputed/recomputed.ts'
import { times } from '../../night.ts'
import { test } from '../../rule.ts'
import { seeded } from './commits.ts'
import {
  type Act,
  actInEach,
  allBatches,
  batching,
  changing,
  changingBatch,
  hinting,
  listing,
  moving,
  onThreeBooks,
  paying,
  payingBatch,
  refunding,
  sweeping,
  wholeBooks,
} from './differences.ts'
import {
  approving,
  creatingKey,
  lookingUp,
  revokingKey,
  rotatingKey,
  tellingOfKeys,
  usingKey,
} from './differencesOfKeys.ts'

const answers: readonly [Enquired, ...Enquired[]] = [
  { outcome: 'notFound' },
  { outcome: 'pending', seen: {} },
  { outcome: 'succeeded', providerRef: 'late', networkReceipt: 'MP1', seen: {} },
  { outcome: 'succeeded', providerRef: 'late', seen: { amountMinor: 1n } },
  { outcome: 'declined', reason: 'limit_reached', networkReason: 'TOO_MUCH', seen: {} },
  { outcome: 'inDoubt', because: 'an unknown status' },
  { outcome: 'inDoubt', because: 'it contradicts itself', networkReason: 'LOW_FLOAT', providerRef: 'early' },
  { outcome: 'unanswered', because: 'silence' },
]

/** The next act of a history; most payments are right, so that there is something to follow up. */
function anyAct(random: () => number): Act {
  const number = (most: number) => Math.floor(random() * most)
  const pick = <One>(...of: readonly [One, ...One[]]): One => of[number(of.length)] ?? of[0]
  const reference = `order-${number(60)}`
  const network = pick('MTN', 'AIRTEL')
  const behaviour = pick('accepts', 'succeeds', 'declines', 'unreachable', 'losesAnswer', 'losesRequest')
  const said = pick({}, {}, { customerMessage: `Order ${reference}` })
  const states = pick<State[] | undefined>(undefined, ['pending'], ['failed', 'succeeded'], ['submitting', 'pending'])
  const acts: readonly [() => Act, ...(() => Act)[]] = [
    () =>
      paying('send', { reference, network, amount: 500 + number(9_000), pin: pick('4071', '4071', '0000') }, behaviour),
    () => paying('send', { ...said, reference, network, amount: 500 + number(90_000) }, behaviour),
    () => paying('collect', { reference, network, amount: 500 + number(9_000) }, behaviour),
    () => paying('collect', { ...said, reference, network, amount: 500 + number(9_000) }, 'succeeds'),
    () => refunding(number(20), { reference, ...(random() < 0.7 && { amount: 500 + number(2_000) }) }, behaviour),
    () => {
      const lines = Array.from({ length: 1 + number(5) }, () => ({
        reference: `order-${number(90)}`,
        amount: 450 + number(900),
      }))
      return batching(`batch-${number(30)}`, lines, { acceptPartial: random() < 0.6 })
    },
    () => payingBatch(behaviour),
    () => payingBatch('succeeds'),
    () => changingBatch(number(5), pick('pause', 'resume', 'resume', 'cancel')),
    () => approving(number(5)),
    () => allBatches,
    () =>
      creatingKey(
        pick('till', 'office', 'van'),
        pick<KeyScope | undefined>(undefined, 'pay'),
        pick(undefined, 9_000_000),
      ),
    () => pick(rotatingKey, revokingKey)(number(9)),
    () => usingKey(number(9), pick('pay', 'read'), random() < 0.8),
    () => pick(tellingOfKeys, lookingUp(random() < 0.7)),
    () => sweeping(number(3_600_000), pick(...answers)),
    () => hinting(number(60)),
    () => moving(pick('fund', 'withdraw'), `float-${number(20)}`, 1 + number(50_000)),
    () => changing({ kyc: pick('complete', 'complete', 'incomplete'), apiAccess: pick(true, true, false) }),
    () => changing({ kyc: 'complete', apiAccess: true }),
    () => listing({ limit: 1 + number(7), ...(states && { states }), ...(random() < 0.3 && { attention: true }) }),
  ]
  return pick(...acts)()
}

describe('PostgreSQL: beside the other stores', () => {
  test('the same random history has the same answers and the same books in memory, SQLite and PostgreSQL, as the pages say', async () => {
    for (const seed of [1, 2, 6].slice(0, times({ night: 3, day: 1 }))) {
      const random = seeded(seed)
      await onThreeBooks(async (cores) => {
        for (let acts = 0; acts < times({ night: 200, day: 100 }); acts += 1) await actInEach(cores, anyAct(random))
        await actInEach(cores, wholeBooks)
        for (const { ports } of cores) await compareRecomputed(ports)
      })
    }
  })
})
