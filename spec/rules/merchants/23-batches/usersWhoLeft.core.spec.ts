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

describe('23 Many payouts at once: users who have left', () => {
  rule(
    '23.57',
    'nobody can approve a batch of a user who may no longer pay: it is cancelled, and the money is given back',
    table(
      ['the user', 'another user approves it', 'an operator does'],
      [
        ['nothing', 'paying', 'paying'],
        ['suspended', 'batch_awaits_approval', 'batch_waits'],
        ['made a viewer', 'batch_awaits_approval', 'batch_waits'],
        ['removed', 'batch_awaits_approval', 'batch_waits'],
      ],
      async (what, byUser, byOperator) => {
        for (const [by, answer] of [
          ['owner', byUser],
          ['administrator', byOperator],
        ] as const) {
          const core = await openBatches({}, { fourEyes: readFourEyes('batches') })
          const { ports, account, requestOf } = core
          const { user } = await joined(ports, { accountId: account.id })
          await joined(ports, { accountId: account.id, name: 'another owner' })
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
            by === 'owner'
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
