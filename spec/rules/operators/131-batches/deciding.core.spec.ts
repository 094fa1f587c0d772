import { expect } from 'chai'
import {
  type BatchDecided,
  beginQuarantine,
  decideBatch,
  endQuarantine,
  type FourEyes,
  isRefusal,
} from '../../../../core/sente.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { rule, table } from '../../../rule.ts'

const forTwo: FourEyes = { kinds: new Set(['batches']), amountsMinor: new Map() }

/** A batch of an account, its decisions, and the actions about it so far. */
async function openDeciding(waits = false) {
  const core = await openBatches({}, waits ? { fourEyes: forTwo } : {})
  const { id: batchId } = await core.accepted([{}, {}])
  const decide = async (change: BatchDecided, other: { batchId?: string; by?: string } = {}) => {
    const decided = await decideBatch(core.ports)({ batchId, change, by: 'amina', because: 'ticket 1', ...other })
    return isRefusal(decided) ? decided.refused : `${decided.batch.state}${decided.isChanged ? '' : ' already'}`
  }
  const actions = async () => {
    const { actions } = await core.ports.actions.list({ accountId: core.account.id, limit: 99 })
    return actions.filter(({ kind }) => kind.startsWith('batch.')).toReversed()
  }
  return { ...core, batchId, decide, actions }
}

describe('131 Batches of payouts: deciding', () => {
  rule(
    '131.6',
    'a decision about a batch is an action with the batch before and after; one that changes nothing is not an action',
    {
      'pausing, resuming and cancelling, each twice': async () => {
        const { decide, actions, batchId, account, balance, agree } = await openDeciding()
        const said = []
        for (const change of ['pause', 'resume', 'cancel'] as const)
          said.push(await decide(change), await decide(change))
        expect(said).to.deep.equal([
          ...['paused', 'paused already', 'paying', 'paying already', 'cancelling', 'cancelling already'],
        ])
        const about = { accountId: account.id, subject: `batch ${batchId}`, by: 'amina', because: 'ticket 1' }
        const [paused, ...others] = await actions()
        expect(paused).to.deep.include({
          ...about,
          kind: 'batch.pause',
          before: { state: 'paying' },
          after: { state: 'paused' },
        })
        expect(others.map(({ kind, before, after }) => [kind, before?.state, after?.state])).to.deep.equal([
          ['batch.resume', 'paused', 'paying'],
          ['batch.cancel', 'paying', 'cancelling'],
        ])
        expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
        await agree()
      },
      'approving one that waits for a second person': async () => {
        const { decide, actions } = await openDeciding(true)
        const said = [await decide('pause'), await decide('resume'), await decide('approve'), await decide('approve')]
        expect(said).to.deep.equal(['batch_waits', 'batch_waits', 'paying', 'paying already'])
        expect((await actions()).map(({ kind, before }) => [kind, before?.state])).to.deep.equal([
          ['batch.approve', 'awaiting_approval'],
        ])
      },
      'confirming one from before a quarantine': async () => {
        const { ports, decide, actions } = await openDeciding()
        await decide('pause')
        const restored = { by: 'amina', because: 'restored' }
        await beginQuarantine(ports)(restored)
        const early = await decide('confirm')
        await endQuarantine(ports)(restored)
        const said = [early, await decide('resume'), await decide('confirm'), await decide('confirm')]
        expect([...said, await decide('resume')]).to.deep.equal([
          ...['batch_quarantined', 'batch_to_confirm', 'paused', 'paused already', 'paying'],
        ])
        expect((await actions()).map(({ kind }) => kind)).to.deep.equal([
          ...['batch.pause', 'batch.confirm', 'batch.resume'],
        ])
      },
      'cancelling one that waits for a second person': async () => {
        const { decide, balance } = await openDeciding(true)
        expect(await decide('cancel')).to.equal('cancelling')
        expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
      },
    },
  )

  rule(
    '131.7',
    'an impossible decision about a batch is refused, and is not an action',
    table(
      ['error', 'refused'],
      [
        ['nobody decides', 'malformed_name'],
        ['there is no such batch', 'unknown_batch'],
        ['it opens no more lines', 'batch_ended'],
      ],
      async (what, refused) => {
        const { decide, actions } = await openDeciding()
        if (what === 'it opens no more lines') await decide('cancel')
        const before = await actions()
        const other = what === 'nobody decides' ? { by: '' } : what === 'there is no such batch' ? { batchId: 'b' } : {}
        expect(await decide('resume', other)).to.equal(refused)
        expect(await actions()).to.deep.equal(before)
      },
    ),
  )
})
