import { expect } from 'chai'
import { acceptBatch, changeUser, isRefusal, removeUser, suspendUser } from '../../../../core/sente.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { joined } from '../../../fixtures/people.ts'
import { rule, table } from '../../../rule.ts'

describe('23 Many payouts at once: users who leave while lines are written', () => {
  rule(
    '23.73',
    'a batch is not accepted if its user may no longer pay once its lines are written',
    table(
      ['the user', 'answer', 'state'],
      [
        ['nothing', 'paying', 'paying'],
        ['suspended', 'invalid_secret_key', undefined],
        ['made a viewer', 'invalid_secret_key', undefined],
        ['removed', 'invalid_secret_key', undefined],
      ],
      async (what, answer, state) => {
        const core = await openBatches()
        const { ports, account, requestOf } = core
        const { user } = await joined(ports, { accountId: account.id })
        await joined(ports, { accountId: account.id, name: 'another owner' })
        const caller = { ...(await core.caller()), keyId: user.id, user: user.name, role: user.role }
        const request = { by: 'okello', userId: user.id }
        const { batches } = ports
        const addLines: typeof batches.addLines = async (lines) => {
          if (what === 'suspended') await suspendUser(ports)(request)
          if (what === 'made a viewer') await changeUser(ports)({ ...request, role: 'viewer' })
          if (what === 'removed') await removeUser(ports)(request)
          return batches.addLines(lines)
        }
        const accept = acceptBatch({ ...ports, batches: { ...batches, addLines } })
        const accepted = await accept({ caller, request: requestOf([{}]) })
        expect(isRefusal(accepted) ? accepted.refused : accepted.batch.state).to.equal(answer)
        expect((await batches.byReference(account.id, 'salaries'))?.state).to.equal(state)
        const held = state === undefined ? 0n : 1_000n
        expect(await core.balance()).to.deep.equal({ available: 100_000n - held, held })
        await core.agree()
      },
    ),
  )
})
