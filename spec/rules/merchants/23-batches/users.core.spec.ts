import { expect } from 'chai'
import { readFourEyes } from '../../../../composition/settings/fourEyes.ts'
import {
  acceptBatch,
  changeBatch,
  changeUser,
  decideBatch,
  isRefusal,
  removeUser,
  suspendUser,
} from '../../../../core/sente.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { joined } from '../../../fixtures/people.ts'
import { rule, table } from '../../../rule.ts'

/** A core whose merchant has a user, and what is recorded about its batches. */
async function openWithUser() {
  const core = await openBatches()
  const user = async () => ({ ...(await core.caller()), keyId: 'user 1', user: 'Amina' })
  const actions = async () => {
    const found = await core.ports.actions.list({ accountId: core.account.id, limit: 99 })
    return found.actions.filter(({ kind }) => kind.startsWith('batch.')).toReversed()
  }
  return { ...core, user, actions }
}

describe('23 Many payouts at once: what users do', () => {
  rule('23.50', 'what a user does about a batch is recorded under the user’s name, once; what a key does is not', {
    'accepting, and what follows': async () => {
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
    'what is refused': async () => {
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

  rule(
    '23.57',
    'nobody approves a batch of a user who is no manager any more: it is cancelled, which gives the money back',
    table(
      ['what became of the user', 'a manager approves it', 'an operator does'],
      [
        ['nothing', 'paying', 'paying'],
        ['suspended', 'batch_awaits_approval', 'batch_waits'],
        ['made a viewer', 'batch_awaits_approval', 'batch_waits'],
        ['removed', 'batch_awaits_approval', 'batch_waits'],
      ],
      async (what, byManager, byOperator) => {
        for (const [by, answer] of [
          ['manager', byManager],
          ['operator', byOperator],
        ] as const) {
          const core = await openBatches({}, { fourEyes: readFourEyes('batches') })
          const { ports, account, requestOf } = core
          const { user } = await joined(ports, { accountId: account.id })
          const caller = { ...(await core.caller()), keyId: user.id, user: user.name }
          const accepted = await acceptBatch(ports)({ caller, request: requestOf([{}]) })
          if (isRefusal(accepted)) throw new Error(accepted.refused)
          const request = { by: 'okello', userId: user.id }
          if (what === 'suspended') await suspendUser(ports)(request)
          if (what === 'made a viewer') await changeUser(ports)({ ...request, role: 'viewer' })
          if (what === 'removed') await removeUser(ports)(request)
          const batchId = accepted.batch.id
          const other = { ...(await core.caller()), keyId: 'user 2', user: 'okot' }
          const decide = (change: 'approve' | 'cancel') =>
            by === 'manager'
              ? changeBatch(ports)({ caller: other, batchId, change })
              : decideBatch(ports)({ batchId, change, by: 'okello', because: 'ticket 1' })
          const approved = await decide('approve')
          expect(isRefusal(approved) ? approved.refused : (await core.batch(batchId))?.state, by).to.equal(answer)
          if (answer === 'paying') continue
          expect(isRefusal(await decide('cancel'))).to.equal(false)
          expect(await core.balance()).to.deep.equal({ available: 100_000n, held: 0n })
        }
      },
    ),
  )
})
