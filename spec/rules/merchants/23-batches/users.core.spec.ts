import { expect } from 'chai'
import { acceptBatch, changeBatch, isRefusal } from '../../../../core/sente.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { rule } from '../../../rule.ts'

/** A core with a user of its merchant, and the records about its batches. */
async function openWithUser() {
  const core = await openBatches()
  const user = async () => ({ ...(await core.caller()), keyId: 'user 1', user: 'Amina' })
  const actions = async () => {
    const found = await core.ports.actions.list({ accountId: core.account.id, limit: 99 })
    return found.actions.filter(({ kind }) => kind.startsWith('batch.')).toReversed()
  }
  return { ...core, user, actions }
}

describe('23 Many payouts at once: acts of users', () => {
  rule('23.50', 'acts of a user on a batch are recorded under the user’s name, once; acts of a key are not', {
    'accepting, and the acts after it': async () => {
      const { ports, requestOf, user, actions, account, agree } = await openWithUser()
      const answer = await acceptBatch(ports)({ caller: await user(), request: requestOf([{}, {}]) })
      if (isRefusal(answer)) throw new Error(answer.refused)
      const { id: batchId } = answer.batch
      for (const change of ['pause', 'pause', 'resume', 'cancel'] as const)
        await changeBatch(ports)({ caller: await user(), batchId, change })
      const about = { accountId: account.id, subject: `batch ${batchId}`, by: 'Amina' }
      const [accepted, ...changes] = await actions()
      const after = { reference: 'salaries', lines: 2, state: 'paying' }
      expect(accepted).to.deep.include({ ...about, kind: 'batch.accept', before: null, after })
      expect(changes.map(({ kind, by, before, after }) => [kind, by, before?.state, after?.state])).to.deep.equal([
        ['batch.pause', 'Amina', 'paying', 'paused'],
        ['batch.resume', 'Amina', 'paused', 'paying'],
        ['batch.cancel', 'Amina', 'paying', 'cancelling'],
      ])
      await agree()
    },
    refusals: async () => {
      const { ports, requestOf, user, actions } = await openWithUser()
      for (const request of [requestOf([{}], { pin: '0000' }), requestOf([{ amount: 100_001 }])])
        expect(await acceptBatch(ports)({ caller: await user(), request })).to.have.property('refused')
      await changeBatch(ports)({ caller: await user(), batchId: 'none', change: 'pause' })
      expect(await actions()).to.deep.equal([])
    },
    'with a key': async () => {
      const { accepted, changed, actions } = await openWithUser()
      const { id } = await accepted([{}])
      await changed(id, 'cancel')
      expect(await actions()).to.deep.equal([])
    },
  })
})
