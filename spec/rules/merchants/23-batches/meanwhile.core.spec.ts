import { expect } from 'chai'
import {
  acceptBatch,
  type BatchChange,
  changeBatch,
  deactivateCurrency,
  isRefusal,
  lookUpBatch,
} from '../../../../core/sente.ts'
import { type BatchCore, openBatches } from '../../../fixtures/batches.ts'
import { rule, table } from '../../../rule.ts'

const by = { by: 'amina', because: 'ticket 1' } as const

/** A process that is overtaken: something happens after it has chosen a line, and before its first step. */
function overtaken(core: BatchCore, happens: () => Promise<unknown>) {
  const { books } = core.ports
  let isFirst = true
  const atomically: typeof books.atomically = async (scope, step) => {
    if (isFirst) {
      isFirst = false
      await happens()
    }
    return books.atomically(scope, step)
  }
  return core.node('overtaken', { leaseMs: -1, linesAtOnce: () => 1, books: { ...books, atomically } })
}

async function changes({ ports, caller }: BatchCore, batchId: string, change: BatchChange) {
  return changeBatch(ports)({ caller: await caller(), batchId, change })
}

const deactivated = { currency: 'UGX', ...by }

describe('23 Many payouts at once: events in between', () => {
  rule(
    '23.39',
    'a line that is already chosen is no longer opened or refused once its batch was paused or cancelled',
    table(
      ['the line', 'change', 'state', 'held'],
      [
        ['can be paid', 'pause', 'waiting', 1_000n],
        ['can be paid', 'cancel', 'waiting', 0n],
        ['is to be refused', 'pause', 'waiting', 1_000n],
        ['is to be refused', 'cancel', 'waiting', 0n],
      ],
      async (line, change, state, held) => {
        const core = await openBatches()
        core.network.behaves('succeeds')
        const { id } = await core.accepted([{}])
        const accountId = core.account.id
        if (line === 'is to be refused') await deactivateCurrency(core.ports)({ accountId, ...deactivated })
        await core.pays(overtaken(core, () => changes(core, id, change as BatchChange)))
        expect([core.broken, core.network.received, await core.states(id)]).to.deep.equal([[], [], [state]])
        expect(await core.balance()).to.deep.equal({ available: 100_000n - held, held })
        await core.agree()
      },
    ),
  )

  rule('23.40', 'a line is refused once, and gives its money back once, whichever process refuses it', async () => {
    const core = await openBatches()
    const { id } = await core.accepted([{}, {}])
    await deactivateCurrency(core.ports)({ accountId: core.account.id, ...deactivated })
    const { batches } = core.ports
    let chosen = 0
    const onlyFirst: typeof batches.next = async (query) => (++chosen === 1 ? batches.next(query) : [])
    const other = core.node('other', { leaseMs: -1, batches: { ...batches, next: onlyFirst } })
    await core.pays(overtaken(core, () => core.pays(other)))
    expect(core.broken).to.deep.equal([])
    expect(await core.states(id)).to.deep.equal(Array(2).fill('currency_not_activated'))
    expect(await core.balance()).to.deep.equal({ available: 100_000n, held: 0n })
    await core.agree()
  })

  rule('23.41', 'a batch has the number and sum of its lines in each state, in a fixed order', async () => {
    const core = await openBatches()
    core.networks.AIRTEL?.behaves('succeeds')
    core.network.behaves('losesRequest')
    const [phoneNumber, airtel] = ['256770000009', { network: 'AIRTEL', phoneNumber: '256700000001' }]
    const again = { reference: 'salary-1', amount: 900 }
    const lines = [{ phoneNumber }, { phoneNumber, amount: 700 }, { ...airtel, amount: 600 }, again]
    const { id } = await core.accepted(lines, { acceptPartial: true })
    const reported = async () => {
      const looked = await lookUpBatch(core.ports)({ caller: await core.caller(), batchId: id })
      if (isRefusal(looked)) throw new Error(looked.refused)
      return looked.totals.map(({ progress, lines, minor }) => `${lines} ${progress}: ${minor}`)
    }
    expect(await reported()).to.deep.equal(['3 waiting: 2300', '1 refused: 900'])
    await core.pays()
    expect(await reported()).to.deep.equal(['1 waiting: 700', '1 pending: 1000', '1 succeeded: 600', '1 refused: 900'])
    await changes(core, id, 'cancel')
    expect(await reported()).to.deep.equal([
      '1 pending: 1000',
      '1 succeeded: 600',
      '1 refused: 900',
      '1 cancelled: 700',
    ])
  })

  rule('23.42', 'a batch that is not accepted yet is not found, and its remains are removed', {
    'an hour after its acceptance was broken off': async () => {
      const core = await openBatches()
      const { ports, clock } = core
      const { id } = await core.accepted([{}])
      const found = await core.batch(id)
      if (!found) throw new Error('the batch is missing')
      const draft = { ...found, id: ports.ids.ordered(), reference: 'draft', state: 'draft' } as const
      await ports.batches.draft(draft)
      const rows = await ports.batches.lines({ batchId: id, after: 0, limit: 9 })
      await ports.batches.addLines(rows.map(({ line }) => ({ ...line, batchId: draft.id, reference: 'of the draft' })))
      const left = async () => (await ports.batches.lines({ batchId: draft.id, after: 0, limit: 9 })).length
      expect(await changes(core, draft.id, 'pause')).to.deep.equal({ refused: 'batch_not_found' })
      const looked = await lookUpBatch(ports)({ caller: await core.caller(), batchId: draft.id })
      expect(looked).to.deep.equal({ refused: 'batch_not_found' })
      await core.pays()
      expect(await left()).to.equal(1)
      clock.forwardMs(24 * 3_600_000)
      await core.pays()
      expect(await left()).to.equal(0)
      expect(await core.states(id)).to.have.length(1)
    },
    'by a clock that is ahead, while its lines are written: it is written again, and accepted once': async () => {
      const core = await openBatches()
      const { batches } = core.ports
      let isFirst = true
      const addLines: typeof batches.addLines = async (lines) => {
        if (isFirst) expect(await batches.forgetDrafts({ beforeMs: Number.MAX_SAFE_INTEGER, limit: 9 })).to.equal(1)
        isFirst = false
        return batches.addLines(lines)
      }
      const accept = acceptBatch({ ...core.ports, batches: { ...batches, addLines } })
      const answer = await accept({ caller: await core.caller(), request: core.requestOf([{}, {}]) })
      if (isRefusal(answer)) throw new Error(answer.refused)
      expect(await core.states(answer.batch.id)).to.deep.equal(['waiting', 'waiting'])
      expect(await core.balance()).to.deep.equal({ available: 98_000n, held: 2_000n })
      await core.agree()
    },
    'by a clock that is ahead, while it is accepted: it is written again, and accepted once': async () => {
      const core = await openBatches()
      const { books, batches } = core.ports
      let isFirst = true
      const atomically: typeof books.atomically = async (scope, step) => {
        if (isFirst) expect(await batches.forgetDrafts({ beforeMs: Number.MAX_SAFE_INTEGER, limit: 9 })).to.equal(1)
        isFirst = false
        return books.atomically(scope, step)
      }
      const accept = acceptBatch({ ...core.ports, books: { ...books, atomically } })
      const answer = await accept({ caller: await core.caller(), request: core.requestOf([{}, {}]) })
      if (isRefusal(answer)) throw new Error(answer.refused)
      expect(await core.states(answer.batch.id)).to.deep.equal(['waiting', 'waiting'])
      expect(await core.balance()).to.deep.equal({ available: 98_000n, held: 2_000n })
      await core.agree()
    },
  })
})
