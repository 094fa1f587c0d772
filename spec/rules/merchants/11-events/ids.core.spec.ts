import { expect } from 'chai'
import { eventIdOf } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'

const account = '0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8d'
const another = '0198c5d2-7b1e-7c3a-9f00-3d2a5e6b7c8e'
const atMs = Date.UTC(2026, 0, 2, 8)

const idOf = (accountId: string, sequence: number, atMs: number, funding = 'float-1') =>
  eventIdOf({ accountId, sequence, atMs, cause: { funding } })

describe('11 Events: ids', () => {
  rule('11.14', 'the id of an event is made from its account, sequence and time, and is the same in every release', {
    '': table(
      ['account', 'sequence', 'time', 'id'],
      [
        [account, 1, atMs, '019b7db8-7800-7000-8000-07f95e2ce58b'],
        [account, 2, atMs, '019b7db8-7800-7000-8000-0bf95e2ce58b'],
        [another, 1, atMs, '019b7db8-7800-7000-8000-07facc5e349a'],
        ['a', 2 ** 32 - 1, 0, '00000000-0000-7fff-bfff-fc40be1049a4'],
        ['', 0, 2 ** 48 - 1, 'ffffffff-ffff-7000-8000-00003271e995'],
      ] as const,
      (accountId, sequence, time, id) => expect(idOf(accountId, sequence, time)).to.equal(id),
    ),
    'its cause does not count': () => expect(idOf(account, 1, atMs, 'a')).to.equal(idOf(account, 1, atMs, 'b')),
    '20,000 events of a hundred accounts in one millisecond have as many ids': () => {
      const ids = new Set<string>()
      for (let place = 0; place < 20_000; place += 1)
        ids.add(idOf(`account-${place % 100}`, Math.floor(place / 100), atMs))
      expect(ids.size).to.equal(20_000)
    },
  })
})
