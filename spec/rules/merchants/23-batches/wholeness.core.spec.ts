import { expect } from 'chai'
import { acceptBatch, pauseNetwork, tryBatch, uganda } from '../../../../core/sente.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { rule, table } from '../../../rule.ts'

/** A merchant with UGX 100,000 and RWF 9,000. */
function openTwo() {
  const fund = [
    { currency: 'UGX', amount: 100_000 },
    { currency: 'RWF', amount: 9_000 },
  ]
  const market = new Map(
    [...uganda].flatMap(([currency, one]) => [currency, 'RWF'].map((name) => [name, one] as const)),
  )
  return openBatches({ fund, activate: ['UGX', 'RWF'] }, { market })
}

describe('23 Many payouts at once: each amount once', () => {
  rule(
    '23.47',
    'a batch in two currencies holds the money of each by itself, and pays its payouts from it',
    async () => {
      const core = await openTwo()
      await pauseNetwork(core.ports)({ network: 'AIRTEL', by: 'amina', because: 'a test' })
      core.network.behaves('succeeds')
      const { id, sums } = await core.accepted([
        { amount: 1_000 },
        { amount: 2_000, currency: 'RWF', network: 'AIRTEL' },
      ])
      expect(sums).to.deep.equal([
        { currency: 'UGX', lines: 1, acceptedMinor: 1_000n, heldMinor: 1_000n },
        { currency: 'RWF', lines: 1, acceptedMinor: 2_000n, heldMinor: 2_000n },
      ])
      await core.pays()
      expect((await core.batch(id))?.sums.map(({ heldMinor }) => heldMinor)).to.deep.equal([0n, 2_000n])
      const balances = await core.ports.books.balances(core.account.id)
      expect(
        balances.map(({ currency, availableMinor, heldMinor }) => [currency, availableMinor, heldMinor]),
      ).to.have.deep.members([
        ['UGX', 99_000n, 0n],
        ['RWF', 7_000n, 2_000n],
      ])
      await core.agree()
    },
  )

  rule(
    '23.48',
    'a batch that lacks money in one of its currencies holds none in any',
    table(
      ['UGX', 'RWF', 'answer'],
      [
        [100_000, 9_000, 'accepted'],
        [100_001, 9_000, 'insufficient_balance'],
        [100_000, 9_001, 'insufficient_balance'],
      ] as const,
      async (amount, other, answer) => {
        const core = await openTwo()
        const lines = [{ amount }, { amount: other, currency: 'RWF' }]
        const request = core.requestOf(lines)
        const tried = await tryBatch(core.ports)({ caller: await core.caller(), request })
        const asked = await core.ask(lines)
        for (const one of [tried, asked]) expect('refused' in one ? one.refused : 'accepted').to.equal(answer)
        const held = answer === 'accepted' ? [100_000n, 9_000n] : [0n, 0n]
        const balances = await core.ports.books.balances(core.account.id)
        expect(balances.map(({ heldMinor }) => heldMinor)).to.have.deep.members(held)
        await core.agree()
      },
    ),
  )

  rule('23.49', 'an accepted batch is no longer a draft, and its money is held once', async () => {
    const core = await openBatches()
    const { books } = core.ports
    const twice: typeof books = {
      ...books,
      async atomically(scope, step) {
        await books.atomically(scope, step)
        return books.atomically(scope, step)
      },
    }
    const given = { caller: await core.caller(), request: core.requestOf([{}]) }
    const answer = await acceptBatch({ ...core.ports, books: twice })(given).catch((error: Error) => error.message)
    expect(answer).to.match(/^batch .* is not a draft$/)
    expect(await core.balance()).to.deep.equal({ available: 99_000n, held: 1_000n })
    await core.agree()
  })
})
