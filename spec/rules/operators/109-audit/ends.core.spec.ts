import { expect } from 'chai'
import type { AccountEvent, OperatorMove, Transaction } from '../../../../core/sente.ts'
import { aFunding, anAction } from '../../../contracts/kit/records.ts'
import { rule, table, test } from '../../../rule.ts'
import { batchOf, brokenIn, funded, held, paid, rowsOf, settled } from './plantedBooks.ts'

const forged: OperatorMove = {
  ...{ reference: 'bank-7', kind: 'top_up', currency: 'UGX', from: 'bank', to: 'float:MTN:disbursement' },
  ...{ amountMinor: 50_000n, by: 'mallory', because: null, atMs: 1 },
}

describe('109 The audit: batches that end, refunds, moves and times', () => {
  const completed = batchOf({ state: 'completed', held: 0n, waiting: [] })
  const reported = { accountId: 'a', sequence: 1, cause: { batch: 'b' }, atMs: 0 }

  rule('109.31', 'a completed batch has one event, and any other has none', {
    'completed, with an event': async () =>
      expect(await brokenIn({ batches: [completed], events: [reported] })).to.deep.equal([]),
    'completed, without an event': async () =>
      expect(await brokenIn({ batches: [completed], events: [] })).to.deep.equal([
        { rule: 'one_event_each', row: 'a batch b', problem: 'it has no event' },
      ]),
    'an event too early': async () =>
      expect(await brokenIn({ batches: [batchOf()], events: [reported] })).to.deep.equal([
        { rule: 'one_event_each', row: 'a batch b', problem: 'it has 1 more events than ends' },
      ]),
    'another end of its account is missing': async () => {
      const transactions = [rowsOf(paid, held, settled)]
      const fundings = [{ funding: aFunding('a', { reference: 'f', amountMinor: 100n }), postings: [funded] }]
      const ofFunding = { ...reported, sequence: 2, cause: { funding: 'f' } }
      const key = { ...reported, sequence: 3, cause: { key: 'k' } }
      expect(
        await brokenIn({ batches: [completed], transactions, fundings, events: [reported, ofFunding, key] }),
      ).to.deep.equal([{ rule: 'one_event_each', row: 'a transaction t', problem: 'it has no event' }])
    },
  })

  rule('109.32', 'a posting of a batch that breaks a rule is named by its batch', async () => {
    const balances = [{ accountId: 'a', currency: 'UGX', availableMinor: 0n, heldMinor: 0n }]
    const postings = [{ ...held, amountMinor: 0n, cause: { batch: 'b' } }]
    expect(await brokenIn({ balances, postings })).to.deep.equal([
      { rule: 'sum_is_zero', row: 'batch b', problem: 'a posting of 0 from available to held' },
    ])
  })

  rule(
    '109.33',
    'refunds of payments that did not succeed, or are not collections, are found',
    table(
      ['kind', 'state', 'found'],
      [
        ['collection', 'succeeded', false],
        ['collection', 'pending', true],
        ['collection', 'failed', true],
        ['payout', 'succeeded', true],
      ] as const,
      async (kind, state, isFound) => {
        const of: Transaction = { ...paid, id: 'c', kind, state }
        const refund: Transaction = { ...paid, kind: 'refund', refundOf: 'c' }
        const rows = [of, refund].map((transaction) => rowsOf(transaction))
        const found = (await brokenIn({ transactions: rows })).filter((one) => one.rule === 'refunds_fit_collection')
        const problem = `refund t can't pay back this ${state} ${kind}`
        expect(found).to.deep.equal(isFound ? [{ rule: 'refunds_fit_collection', row: 'c', problem }] : [])
      },
    ),
  )

  rule('109.34', 'the audit finds the action of a move by its kind, whatever the order of its fields', {
    '': table(
      ['the kind of the action', 'found'],
      [
        ['float.top_up', ''],
        ['account.fund', 'no action recorded it'],
        ['a.float.move', 'no action recorded it'],
      ],
      async (kind, problem) => {
        const after = { to: forged.to, from: forged.from, currency: 'UGX', amount: '50000' }
        const action = anAction({ kind, subject: 'move bank-7', after })
        const broken = (await brokenIn({ actions: [action], operatorMoves: [forged] })).filter(
          ({ rule }) => rule === 'move_fits_action',
        )
        expect(broken.map((one) => one.problem)).to.deep.equal(problem === '' ? [] : [problem])
      },
    ),
    'a second action, which ended the proposal of a repetition': async () => {
      const after = { to: forged.to, from: forged.from, currency: 'UGX', amount: '50000' }
      const actions = [1, 2].map((number) => anAction({ kind: 'float.top_up', number, subject: 'move bank-7', after }))
      const broken = await brokenIn({ actions, operatorMoves: [forged] })
      expect(broken.filter(({ rule }) => rule === 'move_fits_action')).to.deep.equal([])
    },
    'a move from an account to itself is found': async () => {
      const broken = await brokenIn({ operatorMoves: [{ ...forged, to: 'bank' }] })
      expect(broken.map(({ problem }) => problem)).to.deep.equal([
        'it moves 50000 from bank to bank',
        'no action recorded it',
      ])
    },
  })

  rule('109.35', 'a posting with an earlier date than the one before it of its balance is found', async () => {
    const row = { accountId: 'a', currency: 'UGX', availableMinor: 70n, heldMinor: 30n }
    const later = { ...funded, atMs: 1 }
    expect(await brokenIn({ balances: [row], postings: [later, held] })).to.deep.equal([
      {
        rule: 'postings_in_order',
        row: 't',
        problem: 'a posting of 30 from available to held is dated before the one before it',
      },
    ])
    const francs = { ...held, currency: 'RWF' }
    const inFrancs = { ...row, currency: 'RWF', availableMinor: -30n, heldMinor: 30n }
    const others = await brokenIn({
      balances: [{ ...row, availableMinor: 100n, heldMinor: 0n }, inFrancs],
      postings: [later, francs],
    })
    expect(others.map(({ rule }) => rule)).to.deep.equal(['balance_not_negative'])
  })

  test('events are read once, and again only when those of an account do not fit its payments', {
    'each end, funding and batch has one event': async () => expect(await readsOf(all)).to.equal(1),
    'a key expired, which nothing else in the books shows': async () =>
      expect(await readsOf([...all, { ...reported, sequence: 4, cause: { key: 'k' } }])).to.equal(1),
    'one has no event': async () => expect(await readsOf(all.slice(0, 2))).to.equal(2),
  })

  const all = [{ batch: 'b' }, { transaction: 't' }, { funding: 'f' }].map((cause, index): AccountEvent => {
    return { ...reported, sequence: index + 1, cause }
  })

  /**
   * The number of times that events are read in an audit of books with these events, and with a batch, a payment and a
   * funding that have ended.
   */
  async function readsOf(kept: readonly AccountEvent[]): Promise<number> {
    let reads = 0
    const events = {
      *[Symbol.iterator]() {
        reads += 1
        yield* kept
      },
    }
    const fundings = [{ funding: aFunding('a', { reference: 'f', amountMinor: 100n }), postings: [funded] }]
    await brokenIn({ batches: [completed], transactions: [rowsOf(paid, held, settled)], fundings, events })
    return reads
  }
})
