import { expect } from 'chai'
import { readFourEyes } from '../../../../composition/settings/fourEyes.ts'
import type { FourEyes } from '../../../../core/sente.ts'
import { acceptedHalf } from '../../../fixtures/batches.ts'
import { rule } from '../../../rule.ts'
import { openCommandLine } from '../104-command-line/commandLine.ts'

/** A command line with an account that has a batch of two lines, the first of them refused. */
async function openWithBatch(fourEyes?: FourEyes) {
  const at = await openCommandLine()
  return { ...at, batchId: await acceptedHalf({ ...at, ports: { ...at.ports, fourEyes } }, '256770000009') }
}

describe('131 Batches of payouts', () => {
  rule('131.1', '`sente batch list` lists the batches of all accounts or of one, the newest first', async () => {
    const { sente, json, id, batchId, ...at } = await openWithBatch()
    at.clock.forwardMs(1)
    const later = await acceptedHalf(at, '256770000008', 'bonus')
    const listed = async (...argv: string[]) =>
      (await json('batch', 'list', ...argv)).json.batches.map((one: { batch_id: string }) => one.batch_id)
    expect(await listed()).to.deep.equal([later, batchId])
    expect(await listed('--account', id, '--limit', '1')).to.deep.equal([later])
    expect(await listed('--before', later)).to.deep.equal([batchId])
    expect(await listed('--account', 'another')).to.deep.equal([])
    const { out } = await sente('batch', 'list')
    expect(out).to.match(/^Asked +Batch +Account +State +Lines +Accepted +Held +Reference\n/)
    expect(out).to.include(batchId).and.include('1000 UGX')
    expect((await sente('batch', 'list', '--account', 'another')).out).to.equal('There are no batches.\n')
  })

  rule('131.2', '`sente batch show` shows a batch, and on request its lines by their state', async () => {
    const { sente, json, id, batchId } = await openWithBatch()
    const { json: shown } = await json('batch', 'show', batchId)
    expect(shown).to.include({ batch_id: batchId, account_id: id, state: 'paying', lines: 2 })
    expect(shown).not.to.have.property('listed')
    expect(shown.sums).to.deep.equal([{ currency: 'UGX', lines: 1, accepted: 1_000, held: 1_000 }])
    const listed = async (...argv: string[]) =>
      (await json('batch', 'show', batchId, ...argv)).json.listed.map((one: { line: number }) => one.line)
    expect(await listed('--lines')).to.deep.equal([1, 2])
    expect(await listed('--lines', '--after', '1')).to.deep.equal([2])
    expect(await listed('--state', 'refused', '--limit', '9')).to.deep.equal([1])
    const { out } = await sente('batch', 'show', batchId, '--lines')
    expect(out).to.include('refused (amount_below_minimum)').and.include('256770000009').and.include('line-2')
    expect(await sente('batch', 'show', 'none')).to.include({ code: 1, err: 'There is no batch none\n' })
    expect((await sente('batch', 'show', batchId, '--state', 'lost')).code).to.equal(2)
  })

  rule(
    '131.3',
    '`sente batch pause`, `resume` and `cancel` work as for the batch’s merchant, and record the person; repeating changes nothing',
    async () => {
      const { sente, json, id, batchId, ports, balance } = await openWithBatch()
      const change = async (name: string) => {
        const { json: changed } = await json('batch', name, batchId, '--because', 'letter 4711')
        return [changed.state, changed.is_changed]
      }
      expect(await change('pause')).to.deep.equal(['paused', true])
      expect(await change('pause')).to.deep.equal(['paused', false])
      expect(await change('resume')).to.deep.equal(['paying', true])
      expect(await balance()).to.deep.equal({ available: 99_000n, held: 1_000n })
      expect(await change('cancel')).to.deep.equal(['cancelling', true])
      expect(await balance()).to.deep.equal({ available: 100_000n, held: 0n })
      expect((await sente('batch', 'cancel', batchId, '--because', 'again')).out).to.include('Nothing was changed')
      const { actions } = await ports.actions.list({ limit: 3 })
      expect(actions.map(({ kind, before, after }) => [kind, before?.state, after?.state])).to.deep.equal([
        ['batch.cancel', 'paying', 'cancelling'],
        ['batch.resume', 'paused', 'paying'],
        ['batch.pause', 'paying', 'paused'],
      ])
      expect(actions[0]).to.include({ accountId: id, subject: `batch ${batchId}`, by: 'amina', because: 'letter 4711' })
      const refused = await json('batch', 'resume', batchId)
      expect([refused.code, refused.json.error.code]).to.deep.equal([1, 'batch_ended'])
      expect((await json('batch', 'pause', 'none', '--because', 'x')).json.error.code).to.equal('unknown_batch')
      expect((await sente('batch', 'pause', batchId)).code).to.equal(2)
    },
  )

  rule(
    '131.4',
    '`sente batch approve` releases a batch that waits for a second person, and records the person; repeating changes nothing',
    async () => {
      const { sente, json, id, batchId, ports } = await openWithBatch(readFourEyes('batches'))
      expect((await json('batch', 'show', batchId)).json.state).to.equal('awaiting_approval')
      for (const name of ['pause', 'resume']) {
        const refused = await json('batch', name, batchId, '--because', 'letter 4711')
        expect([refused.code, refused.json.error.code]).to.deep.equal([1, 'batch_waits'])
      }
      expect((await json('batch', 'approve', batchId)).json).to.include({ state: 'paying', is_changed: true })
      expect((await sente('batch', 'approve', batchId)).out).to.include('Nothing was changed')
      await sente('batch', 'pause', batchId, '--because', 'letter 4711')
      expect((await json('batch', 'approve', batchId)).json).to.include({ state: 'paused', is_changed: false })
      const { actions } = await ports.actions.list({ limit: 2 })
      expect(actions[1]).to.deep.include({
        ...{ kind: 'batch.approve', accountId: id, subject: `batch ${batchId}`, by: 'amina', because: null },
        ...{ before: { state: 'awaiting_approval' }, after: { state: 'paying' } },
      })
      await sente('batch', 'cancel', batchId, '--because', 'letter 4711')
      expect((await json('batch', 'approve', batchId)).json.error.code).to.equal('batch_ended')
    },
  )
})
