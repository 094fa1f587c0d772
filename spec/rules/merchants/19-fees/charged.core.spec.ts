import { expect } from 'chai'
import { auditBooks, type FeeSchedule, isRefusal, listFloat } from '../../../../core/sente.ts'
import { manualClock } from '../../../contracts/kit/manualClock.ts'
import { testSecrets } from '../../../contracts/kit/merchant.ts'
import { openCore } from '../../../fixtures/core.ts'
import { aSchedule, aTier } from '../../../fixtures/fees.ts'
import { rule, table } from '../../../rule.ts'

const [aPercent, flat] = [aTier(), aTier({ flatMinor: 200n, percentE4: 0n })]

/** An account with UGX 100,000; payouts cost 1 %, and collections UGX 200. */
async function openCharged(schedules: readonly FeeSchedule[] = bothKinds) {
  const core = await openCore({}, { fees: { schedules, cashOuts: [] } })
  const kindsOf = async () => {
    const page = await core.ports.books.statement({ accountId: core.account.id, currency: 'UGX', limit: 99 })
    return page?.postings.map(({ posting: { from, to, amountMinor } }) => `${amountMinor} ${from} ${to}`).slice(1)
  }
  return {
    ...core,
    moves: kindsOf,
    async collectFrom(behaviour: Parameters<typeof core.pay>[0], amount = 5_000) {
      core.network.behaves(behaviour)
      const request = { ...core.request, reference: `c ${amount} ${behaviour}`, amount }
      const opened = await core.collect({ caller: await core.caller(), request })
      if (isRefusal(opened)) throw new Error(opened.refused)
      await opened.outcome
      return opened.transaction
    },
    async isSound() {
      const { balances, owed, earned } = await listFloat(core.ports)()
      const sum = (all: readonly { minor: bigint }[]) => all.reduce((minor, one) => minor + one.minor, 0n)
      expect(sum(balances)).to.equal(sum(owed) + sum(earned))
      expect((await auditBooks({ ...core.ports, secrets: testSecrets })()).broken).to.deep.equal([])
      return sum(earned)
    },
  }
}

const bothKinds = [aSchedule({ tiers: [aPercent] }), aSchedule({ kind: 'collection', tiers: [flat] })]

describe('19 Fees', () => {
  rule('19.1', 'a payout holds its amount and its fee, and pays the fee when it has succeeded', {
    'an open one': async () => {
      const { pay, moves, balance, isSound } = await openCharged()
      const { stored } = await pay('accepts')
      expect((await stored()).feeMinor).to.equal(50n)
      expect(await balance()).to.deep.equal({ available: 94_950n, held: 5_050n })
      expect(await moves()).to.deep.equal(['5050 available held'])
      expect(await isSound()).to.equal(0n)
    },
    'a successful one': async () => {
      const { pay, moves, balance, isSound } = await openCharged()
      await pay('succeeds')
      expect(await balance()).to.deep.equal({ available: 94_950n, held: 0n })
      expect(await moves()).to.deep.equal(['5050 available held', '5000 held float:MTN', '50 held fees'])
      expect(await isSound()).to.equal(50n)
    },
  })

  rule('19.2', 'a payout that fails gives back its amount and its fee', async () => {
    const { pay, moves, balance, isSound } = await openCharged()
    await pay('declines')
    expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
    expect(await moves()).to.deep.equal(['5050 available held', '5050 held available'])
    expect(await isSound()).to.equal(0n)
  })

  rule(
    '19.3',
    'a payout is refused unless the balance is enough for its amount and its fee',
    table(
      ['amount', 'answer', 'left'],
      [
        [99_008, 'opened', 2n],
        [99_010, 'opened', 0n],
        [99_011, 'insufficient_balance', 100_000n],
      ],
      async (amount, answer, left) => {
        const { send, payout, caller, balance } = await openCharged()
        const opened = await send({ caller: await caller(), request: { ...payout, amount } })
        expect(isRefusal(opened) ? opened.refused : 'opened').to.equal(answer)
        expect((await balance()).available).to.equal(left)
      },
    ),
  )

  rule('19.4', 'a collection is credited, and its fee is taken from the credit; a failed one costs nothing', {
    'a successful one': async () => {
      const { collectFrom, moves, balance, isSound } = await openCharged()
      expect((await collectFrom('succeeds')).feeMinor).to.equal(200n)
      expect(await balance()).to.deep.equal({ available: 104_800n, held: 0n })
      expect(await moves()).to.deep.equal(['5000 float:MTN available', '200 available fees'])
      expect(await isSound()).to.equal(200n)
    },
    'a failed one': async () => {
      const { collectFrom, moves, isSound } = await openCharged()
      await collectFrom('declines')
      expect(await moves()).to.deep.equal([])
      expect(await isSound()).to.equal(0n)
    },
  })

  rule('19.5', 'a payment without a schedule costs nothing, and its postings are the same as before', async () => {
    const { pay, collectFrom, moves, isSound } = await openCharged([aSchedule({ network: 'AIRTEL' })])
    await pay('succeeds')
    await collectFrom('succeeds')
    expect(await moves()).to.deep.equal(['5000 available held', '5000 held float:MTN', '5000 float:MTN available'])
    expect(await isSound()).to.equal(0n)
  })

  rule('19.6', 'a fee is fixed when a payment is opened, whatever a schedule says when it ends', async () => {
    const fromMs = manualClock().nowMs() + 1_000
    const { clock, pay, balance, isSound } = await openCharged([aSchedule(), aSchedule({ fromMs, tiers: [flat] })])
    const before = await pay('accepts')
    clock.forwardMs(1_000)
    const after = await pay('accepts', { reference: 'later' })
    expect([(await before.stored()).feeMinor, (await after.stored()).feeMinor]).to.deep.equal([50n, 200n])
    await before.afterAnswer({ outcome: 'succeeded', providerRef: null, seen: {} })
    expect(await balance()).to.deep.equal({ available: 89_750n, held: 0n })
    expect(await isSound()).to.equal(250n)
  })
})
