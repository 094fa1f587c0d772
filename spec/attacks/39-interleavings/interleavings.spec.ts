import { expect } from 'chai'
import type { Books, Transaction } from '../../../core/sente.ts'
import { rule } from '../../rule.ts'
import { modelStores } from '../38-model/stores.ts'
import { failureOf, prove } from '../prove.ts'
import { interleavings, type Play } from './interleaving.ts'
import { type PlayName, plays } from './plays.ts'

/** States what a play shows, in a hundred orders of its steps over books in memory and in ten over SQLite. */
function shows(number: string, sentence: string, played: Record<string, PlayName>): void {
  const examples = Object.entries(played).flatMap(([name, play]) =>
    [['memory', 100] as const, ['sqlite', 10] as const].map(([books, orders]) => {
      const tally = { sequences: 0, steps: 0, faults: 0 }
      const scene: Play = plays[play]
      const command = `interleavings --play ${play} --books ${books}`
      const example = () => prove(interleavings(scene, modelStores[books], tally), orders, command)
      return [[name, books].filter(Boolean).join(', '), example] as const
    }),
  )
  rule(number, sentence, Object.fromEntries(examples))
}

describe('39 Interleavings', () => {
  shows('39.1', 'of requests under one reference at once one is opened', { '': 'oneReference' })
  shows('39.2', 'payouts and a withdrawal at once never take more than there is', { '': 'oneBalance' })
  shows('39.3', 'wrong PINs at once are counted one by one, and lock the PIN', { '': 'wrongPins' })
  shows('39.4', 'sweeps and callbacks of two workers on one transaction move its money once', {
    'a payout is settled': 'settledOnce',
    'a payout is released': 'releasedOnce',
    'a collection is credited': 'creditedOnce',
    'a collection is not credited': 'creditedNever',
  })
  shows('39.5', 'a callback before the answer, or amid an enquiry, settles once', { '': 'callbackFirst' })
  shows('39.6', 'a success after doubt settles, whenever the network speaks again', { '': 'successAfterDoubt' })
  shows('39.7', 'a process that stalls and wakes after another has given its payment up sends nothing', {
    '': 'stalled',
  })
  shows('39.8', 'a decision amid sweeps, callbacks and another decision releases once', { '': 'decided' })
  shows('39.9', 'a request amid changes of its account is judged by the account as it is when it is opened', {
    '': 'changed',
  })
  shows('39.10', 'what a crash cuts off between any two steps is followed up, and repeated requests pay once', {
    '': 'crashed',
  })

  rule('39.11', 'books whose steps see what was there before the last one are found', async () => {
    const property = interleavings(plays.settledOnce, staleBooks, { sequences: 0, steps: 0, faults: 0 })
    expect(await failureOf(property, { sequences: 100, seed: 1 }, 'interleavings')).to.match(/below zero/)
  })
})

function staleBooks() {
  const store = modelStores.memory()
  const before = new Map<string, Transaction>()
  const atomically: Books['atomically'] = (scope, step) =>
    store.books.atomically(scope, (work) => {
      const now = work.transaction(scope.transaction ?? '')
      const result = step({ ...work, transaction: (id) => before.get(id) ?? now })
      if (now) before.set(now.id, now)
      return result
    })
  return { ...store, books: { ...store.books, atomically } }
}
