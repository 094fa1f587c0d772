import { expect } from 'chai'
import { changeBatch, isRefusal, listBatches, listBatchLines, lookUpBatch } from '../../../../core/sente.ts'
import { openMerchant } from '../../../contracts/kit/merchant.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { succeeded } from '../../../fixtures/doubt.ts'
import { refusal, rule } from '../../../rule.ts'

describe('23 Many payouts at once: changing', () => {
  refusal('23.10', 'batch_not_found', 'a batch of another account, and an unknown one, are not found', async () => {
    const core = await openBatches()
    const { id } = await core.accepted([{}])
    const other = await openMerchant(core.ports)
    const answer = await changeBatch(core.ports)({ caller: await other.caller(), batchId: id, change: 'pause' })
    expect(answer).to.deep.equal({ refused: 'batch_not_found' })
    expect(await core.changed('none', 'pause')).to.equal('batch_not_found')
    const [theirs, query] = [await other.caller(), { batchId: id, after: 0, limit: 9 }]
    const looks = [
      await lookUpBatch(core.ports)({ caller: theirs, batchId: id }),
      await listBatchLines(core.ports)({ caller: theirs, query }),
    ]
    expect(looks).to.deep.equal([answer, answer])
    expect(await listBatches(core.ports)({ caller: theirs, query: { limit: 9 } })).to.deep.equal({ batches: [] })
    const caller = await core.caller()
    const listed = await listBatches(core.ports)({ caller, query: { limit: 9 } })
    const lines = await listBatchLines(core.ports)({ caller, query })
    if (isRefusal(lines)) throw new Error(lines.refused)
    const batch = await core.batch(id)
    expect([listed, lines.batch, lines.lines.length]).to.deep.equal([{ batches: [batch] }, batch, 1])
  })

  refusal(
    '23.11',
    'batch_is_over',
    'a completed or cancelled batch can never be paused or resumed; cancelling twice is safe',
    async () => {
      const core = await openBatches()
      core.network.behaves('succeeds')
      const { id } = await core.accepted([{}])
      expect(await core.changed(id, 'cancel')).to.equal('cancelling')
      expect(await core.changed(id, 'cancel')).to.equal('cancelling')
      expect(await core.changed(id, 'resume')).to.equal('batch_is_over')
      await core.pays()
      for (const change of ['pause', 'resume', 'cancel'] as const)
        expect(await core.changed(id, change)).to.equal('batch_is_over')
    },
  )

  rule('23.12', 'a paused batch opens no payout and holds its money, until it is resumed', async () => {
    const core = await openBatches()
    core.network.behaves('succeeds')
    const { id } = await core.accepted([{}, {}])
    expect(await core.changed(id, 'pause')).to.equal('paused')
    const paused = await core.batch(id)
    core.clock.forwardMs(1)
    expect(await core.changed(id, 'pause')).to.equal('paused')
    expect(await core.batch(id)).to.deep.equal(paused)
    await core.pays()
    expect(await core.states(id)).to.deep.equal(['waiting', 'waiting'])
    expect(await core.balance()).to.deep.equal({ available: 98_000n, held: 2_000n })
    expect(await core.changed(id, 'resume')).to.equal('paying')
    await core.pays()
    expect(await core.states(id)).to.deep.equal(['succeeded', 'succeeded'])
    await core.agree()
  })

  rule(
    '23.13',
    'cancelling a batch releases the money of all waiting lines, in one step; open payouts go on, and the batch is completed with them',
    async () => {
      const core = await openBatches()
      const { id } = await core.accepted([{ phoneNumber: '256770000001' }, { phoneNumber: '256770000001' }, {}])
      await core.pays()
      expect(await core.states(id)).to.deep.equal(['pending', 'waiting', 'pending'])
      expect(await core.changed(id, 'cancel')).to.equal('cancelling')
      expect(await core.balance()).to.deep.equal({ available: 98_000n, held: 2_000n })
      await core.pays()
      expect((await core.batch(id))?.state).to.equal('cancelling')
      await core.agree()
      core.network.answersEnquiry(succeeded)
      core.clock.forwardMs(80_000_000)
      await core.sweep()
      await core.pays()
      const batch = await core.batch(id)
      expect(batch?.state).to.equal('completed')
      expect(batch?.totals).to.deep.equal([
        { progress: 'succeeded', currency: 'UGX', lines: 2, minor: 2_000n, feesMinor: 0n },
        { progress: 'cancelled', currency: 'UGX', lines: 1, minor: 1_000n, feesMinor: 0n },
      ])
      expect(await core.balance()).to.deep.equal({ available: 98_000n, held: 0n })
      await core.agree()
    },
  )
})
