import { expect } from 'chai'
import { acceptBatch, listBatches, listBatchLines, lookUpBatch } from '../../../../core/sente.ts'
import { openBatches } from '../../../fixtures/batches.ts'
import { succeeded } from '../../../fixtures/doubt.ts'
import { rule } from '../../../rule.ts'

describe('23 Many payouts at once: bounds', () => {
  rule(
    '23.44',
    'a batch is broken off when its account changes five times during the acceptance, and nothing is held',
    async () => {
      const core = await openBatches()
      const { accounts, batches } = core.ports
      let drafts = 0
      const ports: typeof core.ports = {
        ...core.ports,
        accounts: {
          ...accounts,
          async bySecretKey(digest) {
            const found = await accounts.bySecretKey(digest)
            await core.change((account) => account)
            return found
          },
        },
        batches: {
          ...batches,
          async draft(batch) {
            drafts += 1
            await batches.draft(batch)
          },
        },
      }
      const caller = await core.caller()
      await core.change((account) => account)
      const given = { caller, request: core.requestOf([{}]) }
      const answer = await acceptBatch(ports)(given).catch((error: Error) => error.message)
      expect(answer).to.equal('the account kept changing while a batch was accepted')
      expect(drafts).to.equal(5)
      expect(await core.balance()).to.deep.equal({ available: 100_000n, held: 0n })
      expect(await batches.forgetDrafts({ beforeMs: Number.MAX_SAFE_INTEGER, limit: 9 })).to.equal(0)
    },
  )

  rule('23.45', 'a batch whose lines are all open can be cancelled, and is completed when they end', async () => {
    const core = await openBatches()
    const { id } = await core.accepted([{}])
    await core.pays()
    expect(await core.changed(id, 'cancel')).to.equal('cancelling')
    expect(await core.balance()).to.deep.equal({ available: 99_000n, held: 1_000n })
    core.network.answersEnquiry(succeeded)
    core.clock.forwardMs(80_000_000)
    await core.sweep()
    await core.pays()
    expect((await core.batch(id))?.totals).to.deep.equal([
      { progress: 'succeeded', currency: 'UGX', lines: 1, minor: 1_000n, feesMinor: 0n },
    ])
    await core.agree()
  })

  rule('23.46', 'an account that may not use the API cannot change its batches, or see them over it', async () => {
    const core = await openBatches()
    const { id } = await core.accepted([{}])
    await core.change((account) => ({ ...account, apiAccess: false }))
    for (const change of ['pause', 'cancel'] as const) expect(await core.changed(id, change)).to.equal('api_access_off')
    expect((await core.batch(id))?.state).to.equal('paying')
    const caller = await core.caller()
    const looks = [
      await lookUpBatch(core.ports)({ caller, batchId: id }),
      await listBatches(core.ports)({ caller, query: { limit: 9 } }),
      await listBatchLines(core.ports)({ caller, query: { batchId: id, after: 0, limit: 9 } }),
    ]
    expect(looks).to.deep.equal(Array(3).fill({ refused: 'api_access_off' }))
  })
})
