import { expect } from 'chai'
import { readFourEyes } from '../../../../composition/settings/fourEyes.ts'
import {
  authenticate,
  beginQuarantine,
  type CurrencyMarket,
  closeAccount,
  createKey,
  decideBatch,
  endQuarantine,
  isRefusal,
} from '../../../../core/sente.ts'
import { type BatchCore, openBatches } from '../../../fixtures/batches.ts'
import { refusal, rule } from '../../../rule.ts'

const restored = { by: 'amina', because: 'restored' }

/** The market of a core in UGX. */
function ugx({ ports: { market } }: BatchCore): CurrencyMarket {
  const found = market.get('UGX')
  if (!found) throw new Error('the market lacks UGX')
  return found
}

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

describe('23 Many payouts at once: changes meanwhile', () => {
  refusal(
    '23.51',
    'batch_unconfirmed',
    'a batch from before a quarantine goes on, or is cancelled, only after a decision that no waiting line was paid',
    {
      'approved with another key': async () => {
        const core = await openWaiting()
        await beginQuarantine(core.ports)(restored)
        expect(await core.changed(core.id, 'confirm')).to.equal('quarantined')
        await endQuarantine(core.ports)(restored)
        expect(await core.changed(core.id, 'approve', core.other)).to.equal('batch_unconfirmed')
        await core.pays()
        expect([await core.states(core.id), core.network.received.length]).to.deep.equal([['waiting', 'waiting'], 0])
        expect(await core.changed(core.id, 'confirm')).to.equal('awaiting_approval')
        expect(await core.changed(core.id, 'approve')).to.equal('batch_awaits_approval')
        expect(await core.changed(core.id, 'approve', core.other)).to.equal('paying')
        await core.pays()
        expect(await core.states(core.id)).to.deep.equal(['succeeded', 'succeeded'])
        await core.agree()
      },
      'paused by its merchant before': async () => {
        const core = await openWaiting()
        await core.changed(core.id, 'approve', core.other)
        await core.changed(core.id, 'pause')
        await beginQuarantine(core.ports)(restored)
        await endQuarantine(core.ports)(restored)
        expect(await core.changed(core.id, 'resume')).to.equal('batch_unconfirmed')
        expect([await core.changed(core.id, 'confirm'), await core.changed(core.id, 'resume')]).to.deep.equal([
          ...['paused', 'paying'],
        ])
      },
      'confirmed before another quarantine': async () => {
        const core = await openWaiting()
        for (const _ of [1, 2]) {
          await beginQuarantine(core.ports)(restored)
          await endQuarantine(core.ports)(restored)
          expect(await core.changed(core.id, 'approve', core.other)).to.equal('batch_unconfirmed')
          expect(await core.changed(core.id, 'confirm')).to.equal('awaiting_approval')
        }
      },
      'confirmed before it was seen, it is paused first': async () => {
        const core = await openWaiting()
        await core.changed(core.id, 'approve', core.other)
        await beginQuarantine(core.ports)(restored)
        await endQuarantine(core.ports)(restored)
        expect(await core.changed(core.id, 'confirm')).to.equal('paused')
      },
      'cancelled only after it, since it may have been paid': async () => {
        const core = await openWaiting()
        await beginQuarantine(core.ports)(restored)
        await endQuarantine(core.ports)(restored)
        expect(await core.changed(core.id, 'cancel')).to.equal('batch_unconfirmed')
        const cancelled = await decideBatch(core.ports)({ batchId: core.id, change: 'cancel', ...restored })
        expect(cancelled).to.include({ refused: 'batch_to_confirm' })
        expect(await core.balance()).to.deep.equal({ available: 98_000n, held: 2_000n })
        expect(await core.changed(core.id, 'confirm')).to.equal('awaiting_approval')
        expect(await core.changed(core.id, 'cancel')).to.equal('cancelling')
        expect(await core.balance()).to.deep.equal({ available: 100_000n, held: 0n })
      },
      'a later one needs none': async () => {
        const core = await openWaiting()
        const { updatedAtMs } = (await core.batch(core.id)) ?? {}
        core.clock.forwardMs(1)
        expect(await core.changed(core.id, 'confirm')).to.equal('awaiting_approval')
        expect((await core.batch(core.id))?.updatedAtMs).to.equal(updatedAtMs)
      },
    },
  )

  rule('23.52', 'the checks at the acceptance of a batch are not repeated with the market of another process', {
    'its largest amount': async () => {
      const core = await openBatches()
      core.network.behaves('succeeds')
      const { id } = await core.accepted([{}])
      await core.pays(core.node('two', { market: new Map([['UGX', { ...ugx(core), maximum: 999 }]]) }))
      expect(await core.states(id)).to.deep.equal(['succeeded'])
    },
    'its phone numbers': async () => {
      const core = await openBatches()
      core.network.behaves('succeeds')
      const { id } = await core.accepted([{}])
      const networks = ugx(core).networks.map((network) => ({ ...network, phoneNumbers: /^1$/ }))
      await core.pays(core.node('two', { market: new Map([['UGX', { ...ugx(core), networks }]]) }))
      expect(await core.states(id)).to.deep.equal(['succeeded'])
    },
  })

  rule('23.53', 'when an account is closed, its batches are cancelled, and their money is released', {
    ...Object.fromEntries(
      (['paying', 'paused', 'awaiting_approval'] as const).map((state) => [
        state,
        async () => {
          const forTwo = { kinds: new Set(['batches'] as const), amountsMinor: new Map() }
          const core = await openBatches({}, state === 'awaiting_approval' ? { fourEyes: forTwo } : {})
          const { id } = await core.accepted([{}, {}])
          if (state === 'paused') await core.changed(id, 'pause')
          expect((await core.batch(id))?.state).to.equal(state)
          await closeAccount(core.ports)({ accountId: core.account.id, ...restored })
          await core.pays()
          await core.pays()
          expect(await core.balance()).to.deep.equal({ available: 100_000n, held: 0n })
          expect((await core.batch(id))?.totals).to.deep.equal([
            { progress: 'cancelled', currency: 'UGX', lines: 2, minor: 2_000n, feesMinor: 0n },
          ])
          expect(core.network.received).to.have.length(0)
          await core.agree()
        },
      ]),
    ),
    'not one that may have been paid before a quarantine, until it is confirmed': async () => {
      const core = await openBatches()
      const { id } = await core.accepted([{}])
      await core.changed(id, 'pause')
      await beginQuarantine(core.ports)(restored)
      await endQuarantine(core.ports)(restored)
      await closeAccount(core.ports)({ accountId: core.account.id, ...restored })
      await core.pays()
      expect([(await core.batch(id))?.state, (await core.balance()).held]).to.deep.equal(['paused', 1_000n])
      expect(await decideBatch(core.ports)({ batchId: id, change: 'confirm', ...restored })).to.include({
        isChanged: true,
      })
      await core.pays()
      expect((await core.balance()).held).to.equal(0n)
    },
  })
})
