import { expect } from 'chai'
import { readFourEyes } from '../../../../composition/settings/fourEyes.ts'
import { authenticate, createKey, isBatchForTwo, isRefusal } from '../../../../core/sente.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { refusal, rule, table } from '../../../rule.ts'

/** A core with a batch of two lines that waits for a second person, and another key of its account. */
async function openWaiting() {
  const core = await openBatches({}, { fourEyes: readFourEyes('batches') })
  core.network.behaves('succeeds')
  const { id } = await core.accepted([{}, {}])
  const terms = { accountId: core.account.id, name: 'owner', scopes: ['pay'] } as const
  const added = await createKey(core.ports)({ by: 'amina', ...terms })
  if (isRefusal(added)) throw new Error(added.message)
  const other = await authenticate(core.ports)({ secretKey: added.key, scope: 'pay' })
  if (isRefusal(other)) throw new Error(other.refused)
  return { ...core, id, other }
}

describe('23 Many payouts at once: waiting for a second person', () => {
  rule(
    '23.36',
    'when the operator requires a second person, a batch above the amount waits; its money is held, and it opens no payout',
    {
      'above the amount of its currency, or in a currency without one': table(
        ['SENTE_FOUR_EYES', 'amount', 'state'],
        [
          ['UGX:3000,batches', 2_999, 'paying'],
          ['UGX:3000,batches', 3_000, 'paying'],
          ['UGX:3000,batches', 3_001, 'awaiting_approval'],
          ['RWF:3000,batches', 3_000, 'awaiting_approval'],
          ['batches', 500, 'awaiting_approval'],
          ['UGX:3000,decisions', 3_001, 'paying'],
        ],
        async (given, amount, state) => {
          const core = await openBatches({}, { fourEyes: readFourEyes(given) })
          expect((await core.accepted([{ amount }])).state).to.equal(state)
        },
      ),
      'by the sum of its lines': async () => {
        const core = await openBatches({}, { fourEyes: readFourEyes('UGX:3000,batches') })
        expect((await core.accepted([{ amount: 2_000 }, { amount: 1_001 }])).state).to.equal('awaiting_approval')
      },
      'by one of its currencies': () => {
        const sums = [
          { currency: 'UGX', acceptedMinor: 500n },
          { currency: 'RWF', acceptedMinor: 3_001n },
        ]
        expect(isBatchForTwo(readFourEyes('UGX:3000,RWF:3000,batches'), sums)).to.equal(true)
        expect(isBatchForTwo(readFourEyes('UGX:3000,RWF:3001,batches'), sums)).to.equal(false)
      },
      'for any time': async () => {
        const core = await openWaiting()
        await core.pays()
        core.clock.forwardMs(80_000_000)
        await core.pays()
        expect(await core.states(core.id)).to.deep.equal(['waiting', 'waiting'])
        expect(await core.balance()).to.deep.equal({ available: 98_000n, held: 2_000n })
        expect(core.network.received).to.have.length(0)
        await core.agree()
      },
    },
  )

  refusal(
    '23.37',
    'batch_awaits_approval',
    'a key other than the one that posted it approves it, and it goes on; before, it can be neither paused nor resumed',
    {
      'with the key that posted it': async () => {
        const core = await openWaiting()
        for (const change of ['approve', 'pause', 'resume'] as const)
          expect(await core.changed(core.id, change)).to.equal('batch_awaits_approval')
        expect((await core.batch(core.id))?.state).to.equal('awaiting_approval')
      },
      'with another': async () => {
        const core = await openWaiting()
        const { other } = core
        for (const change of ['pause', 'resume'] as const)
          expect(await core.changed(core.id, change, other)).to.equal('batch_awaits_approval')
        expect(await core.changed(core.id, 'approve', other)).to.equal('paying')
        expect(await core.changed(core.id, 'approve', other)).to.equal('paying')
        await core.pays()
        expect(await core.states(core.id)).to.deep.equal(['succeeded', 'succeeded'])
        await core.agree()
      },
      'one that did not wait is unchanged': async () => {
        const core = await openWaiting()
        expect(await core.changed(core.id, 'approve', core.other)).to.equal('paying')
        expect(await core.changed(core.id, 'pause', core.other)).to.equal('paused')
        expect(await core.changed(core.id, 'approve', core.other)).to.equal('paused')
      },
    },
  )

  rule(
    '23.38',
    'a batch that waits for approval can be cancelled with any key, and its money is released',
    async () => {
      const core = await openWaiting()
      expect(await core.changed(core.id, 'cancel')).to.equal('cancelling')
      expect(await core.balance()).to.deep.equal({ available: 100_000n, held: 0n })
      expect(await core.changed(core.id, 'approve', core.other)).to.equal('batch_is_over')
      await core.pays()
      expect((await core.batch(core.id))?.state).to.equal('completed')
      await core.agree()
    },
  )
})
