import { expect } from 'chai'
import type { Books, Transaction } from '../../../core/sente.ts'
import { isTurn, times } from '../../night.ts'
import { test } from '../../rule.ts'
import { noTally } from '../model/sequences.ts'
import { modelStores } from '../model/stores.ts'
import { failureOf, prove } from '../prove.ts'
import { interleavings, type Play } from './interleaving.ts'
import { type PlayName, plays } from './plays.ts'

/** The number of orders of a play on each of the books; by day one play in five is tried on those in SQL. */
const trials = () => [
  ['memory', times({ night: 36, day: 3 })] as const,
  ...(isTurn()
    ? [['sqlite', times({ night: 5, day: 1 })] as const, ['postgres', times({ night: 2, day: 1 })] as const]
    : []),
]

/** States the fact that a play shows. */
function shows(sentence: string, played: Record<string, PlayName>): void {
  const examples = Object.entries(played).flatMap(([name, play]) =>
    trials().map(([books, orders]) => {
      const scene: Play = plays[play]
      const command = `interleavings --play ${play} --books ${books}`
      const example = () => prove(interleavings(scene, modelStores[books], noTally()), orders, command)
      return [[name, books].filter(Boolean).join(', '), example] as const
    }),
  )
  test(sentence, Object.fromEntries(examples))
}

describe('Interleavings', () => {
  // Only a hang reaches it.
  shows('exactly one of simultaneous requests with the same reference is opened', { '': 'oneReference' })
  shows('simultaneous payouts and a withdrawal never take more than the balance', { '': 'oneBalance' })
  shows('simultaneous wrong PINs are counted one by one, and lock the PIN', { '': 'wrongPins' })
  shows('sweeps and callbacks of two workers on one transaction move its money once', {
    'a payout is settled': 'settledOnce',
    'a payout is released': 'releasedOnce',
    'a collection is credited': 'creditedOnce',
    'a collection is not credited': 'creditedNever',
  })
  shows('a callback before the answer, or during an enquiry, settles once', { '': 'callbackFirst' })
  shows('a success after doubt settles, whenever the network answers again', { '': 'successAfterDoubt' })
  shows('a process that stalls and wakes after another process has given up its payment sends nothing', {
    '': 'stalled',
  })
  shows('a decision during sweeps, callbacks and another decision releases once', { '': 'decided' })
  shows('a request during changes of its account is checked against the account at the moment of the opening', {
    '': 'changed',
  })
  shows('simultaneous refunds never exceed their collection', { '': 'refundedAtOnce' })
  shows(
    'customers who pay at once through a link for one payment, while it is ended and its account closed, pay once',
    {
      '': 'oneLink',
    },
  )
  shows('a batch that two workers pay while it is paused, resumed and cancelled opens each line once', {
    '': 'sharedBatch',
  })
  shows('payments that a crash interrupts between any two steps are followed up, and repeated requests pay once', {
    '': 'crashed',
  })

  test('books whose steps see the state before the previous step are found', async () => {
    const property = interleavings(plays.settledOnce, staleBooks, noTally())
    expect(await failureOf(property, { sequences: 100, seed: 1 }, 'interleavings')).to.match(/below zero/)
  })
})

function staleBooks() {
  const store = modelStores.memory()
  const before = new Map<string, Transaction>()
  const atomically: Books['atomically'] = (scope, step) =>
    store.books.atomically(scope, (work) => {
      const now = scope.transaction === undefined ? undefined : work.transaction(scope.transaction)
      const result = step({ ...work, transaction: (id) => before.get(id) ?? now })
      if (now) before.set(now.id, now)
      return result
    })
  return { ...store, books: { ...store.books, atomically } }
}
