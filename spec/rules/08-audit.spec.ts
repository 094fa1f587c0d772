import { expect } from 'chai'
import { memoryStore } from '../../adapters/memory/memory.ts'
import { audit, type BalanceRow, type Books, type Entry, isRefusal } from '../../core/sente.ts'
import { openCounter } from '../counter.ts'
import { rule } from '../rule.ts'

/** Books of which only the snapshot is looked at, with rows as an accident might have left them. */
function booksOf(balances: BalanceRow[], entries: Entry[]): Books {
  const { books } = memoryStore()
  return { ...books, snapshot: (read) => read({ balances: () => balances, entries: () => entries }) }
}

const funded: Entry = {
  accountId: 'a',
  currency: 'UGX',
  from: 'funding',
  to: 'available',
  amountMinor: 100n,
  cause: { funding: 'f' },
  atMs: 0,
}
const held: Entry = { ...funded, from: 'available', to: 'held', amountMinor: 30n, cause: { transaction: 't' } }

describe('8 The audit', () => {
  rule('8.1', 'books that only the use cases have written are in order', async () => {
    const { ports, send, caller, payout, network } = await openCounter()
    for (const [index, behaviour] of (['accepts', 'succeeds', 'declines', 'losesRequest'] as const).entries()) {
      network.behaves(behaviour)
      const answer = await send(await caller(), { ...payout, reference: `order-${index}` })
      if (!isRefusal(answer)) await answer.outcome
    }
    // one funding, four holds, one settlement, one release; one balance
    expect(await audit(ports.books)).to.deep.equal({ ok: true, checked: 8, broken: [] })
  })

  rule('8.2', 'a stored balance that is not the sum of its entries is named', {
    available: async () => {
      const row = { accountId: 'a', currency: 'UGX', availableMinor: 71n, heldMinor: 30n }
      expect(await audit(booksOf([row], [funded, held]))).to.deep.equal({
        ok: false,
        checked: 3,
        broken: [{ rule: 'balance_is_sum', row: 'a UGX', problem: 'available is 71, entries make 70' }],
      })
    },
    held: async () => {
      const row = { accountId: 'a', currency: 'UGX', availableMinor: 70n, heldMinor: 29n }
      const { ok, broken } = await audit(booksOf([row], [funded, held]))
      expect({ ok, problem: broken[0]?.problem }).to.deep.equal({ ok: false, problem: 'held is 29, entries make 30' })
    },
  })

  rule('8.3', 'a balance without entries and entries without a balance are named', async () => {
    const row = { accountId: 'b', currency: 'UGX', availableMinor: 1n, heldMinor: 0n }
    const { ok, broken } = await audit(booksOf([row], [funded]))
    expect(ok).to.equal(false)
    expect(broken.map(({ row: named }) => named)).to.deep.equal(['b UGX', 'a UGX'])
  })

  rule('8.4', 'a balance below zero is named, also when its entries agree', async () => {
    const row = { accountId: 'a', currency: 'UGX', availableMinor: -30n, heldMinor: 30n }
    const { broken } = await audit(booksOf([row], [held]))
    expect(broken).to.deep.equal([{ rule: 'balance_not_negative', row: 'a UGX', problem: 'available is -30' }])
  })
})
