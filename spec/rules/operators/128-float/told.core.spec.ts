import { expect } from 'chai'
import { rule } from '../../../rule.ts'
import { openShort } from './short.ts'

describe('128 The operator’s own money: alerts about a short float', () => {
  rule('128.32', 'refused payouts are reported once, and again after the float was higher', async () => {
    const { payOut, topUp, floats, short } = await openShort()
    await topUp(100, 'r-a', 'AIRTEL')
    await topUp(100, 'r-b', 'MTN', 'RWF')
    await floats.look()
    const refusedFor = async (amount: number) => {
      expect(await payOut({ amount })).to.equal('network_unavailable')
      return [...short]
    }
    expect(await refusedFor(12_001)).to.deep.equal(['12001'])
    await floats.look()
    expect(await refusedFor(12_002), 'nothing has changed').to.deep.equal(['12001'])
    expect(await payOut({ amount: 1_000 })).to.equal('opened')
    await floats.look()
    expect(await refusedFor(12_003), 'there is less').to.deep.equal(['12001'])
    await topUp(1, 'r-1')
    await floats.look()
    expect(await refusedFor(12_004), 'there is more').to.deep.equal(['12001', '12004'])
  })

  rule('128.33', 'a payout during the look at the floats is subtracted from its own float', async () => {
    const { floats, network, topUp } = await openShort()
    await topUp(9_000, 'r-1', 'AIRTEL')
    await floats.look()
    const take = (amountMinor: bigint, over = 'MTN') => floats.take({ network: over, currency: 'UGX', amountMinor })
    expect(network.received).to.deep.equal([])
    const looking = floats.look()
    expect([take(5_000n), take(9_000n, 'AIRTEL')]).to.deep.equal([true, true])
    await looking
    expect([take(7_001n), take(7_000n), take(1n)]).to.deep.equal([false, true, false])
    expect(take(1n, 'AIRTEL')).to.equal(false)
    await floats.look()
    expect([take(12_001n), take(12_000n)], 'as the books have it').to.deep.equal([false, true])
  })
})
