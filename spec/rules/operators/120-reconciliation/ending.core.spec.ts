import { expect } from 'chai'
import {
  assignEntries,
  type EntryDecision,
  type FileRow,
  findReconciliation,
  isRefusal,
  paymentsToEnd,
  resolveEntries,
  type Transaction,
} from '../../../../core/sente.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { rule, table } from '../../../rule.ts'
import { type Opened, openActions } from '../126-actions/changes.ts'
import { openWorld, rowOf } from './paidWorld.ts'

/** A payout in our books when the file is compared. */
type Stands = 'in doubt' | 'failed' | 'succeeded'

const behaviours = { 'in doubt': 'losesRequest', failed: 'declines', succeeded: 'succeeds' } as const

/** Its row in the file. */
const rowsAs = {
  paid: { status: 'succeeded' },
  failed: { status: 'failed' },
  'taken back': { status: 'reversed' },
  pending: { status: 'pending' },
  'another amount': { amountMinor: 499n },
  'another id': { ours: 'another', phoneNumber: null },
} as const

async function paidAs(at: Opened, stands: Stands, reference: string): Promise<Transaction> {
  const { stored } = await at.pay(behaviours[stands], { reference, amount: 500 })
  return stored()
}

/** Payouts in these states, and a file that is compared an hour later: a row of each, with its own id. */
async function compared(...pairs: readonly (readonly [Stands, Partial<FileRow>])[]) {
  const at = await openActions()
  const payments: Transaction[] = []
  for (const [nth, [stands]] of pairs.entries()) payments.push(await paidAs(at, stands, `order-${nth}`))
  at.clock.forwardMs(hourMs)
  const { compare } = await openWorld(at.ports, at.clock)
  const rows = payments.map((payment, nth) => rowOf(payment, nth + 2, { ours: payment.providerId, ...pairs[nth]?.[1] }))
  const toMs = at.clock.nowMs()
  const { run, buckets } = await compare(rows, { fromMs: toMs - 2 * hourMs, toMs })
  const decided = { runId: run.id, ...at.who }
  return {
    ...at,
    run,
    payments,
    buckets,
    states: () => Promise.all(payments.map(async ({ id }) => (await at.ports.books.transaction(id))?.state)),
    resolve: (change: Partial<EntryDecision & { endPayments: boolean }> = {}) =>
      resolveEntries(at.ports)({ ...decided, endPayments: true, ...change }),
    open: async () => (await at.ports.reconciliations.exceptions()).map(({ entries }) => entries),
  }
}

describe('120 Reconciliation: exceptions that end payments', () => {
  rule('120.58', 'an exception ends the open payment that its row explains, with the state of the row, and no other', {
    '': table(
      ['in the books', 'in the file', 'difference', 'state after', 'ended', 'stays open'],
      [
        ['in doubt', 'paid', 'state_differs', 'succeeded', 1, 0],
        ['in doubt', 'failed', 'state_differs', 'failed', 1, 0],
        ['in doubt', 'taken back', 'state_differs', 'failed', 1, 0],
        ['in doubt', 'another amount', 'amount_differs', 'submitting', 0, 0],
        ['succeeded', 'failed', 'state_differs', 'succeeded', 0, 1],
        ['succeeded', 'taken back', 'state_differs', 'succeeded', 0, 1],
        ['succeeded', 'pending', 'state_differs', 'succeeded', 0, 0],
        ['failed', 'paid', 'state_differs', 'failed', 0, 1],
        ['in doubt', 'another id', 'missing_here', 'submitting', 0, 0],
      ] as const,
      async (stands, row, bucket, after, ended, left) => {
        const { ports, run, payments, buckets, states, resolve, open } = await compared([stands, rowsAs[row]])
        expect(buckets[0]).to.equal(bucket)
        const [payment] = payments
        const ahead = await paymentsToEnd(ports)({ runId: run.id })
        expect(ahead.map(({ id }) => id)).to.deep.equal(ended === 1 ? [payment?.id] : [])
        const done = await resolve()
        if (isRefusal(done)) throw new Error(done.message)
        expect(done.payments).to.deep.equal(ended === 1 ? [payment?.id] : [])
        expect([done.entries, done.left.length]).to.deep.equal([1 - left, left])
        expect([await states(), await open()]).to.deep.equal([[after], left === 1 ? [1] : []])
      },
    ),
    'only the chosen ones': async () => {
      const paid = ['in doubt', rowsAs.paid] as const
      const { ports, run, payments, states, resolve, open } = await compared(paid, paid)
      const second = { items: [3] }
      const ahead = await paymentsToEnd(ports)({ runId: run.id, ...second })
      expect(ahead.map(({ id }) => id)).to.deep.equal([payments[1]?.id])
      expect(await paymentsToEnd(ports)({ runId: run.id, buckets: ['missing_there'] })).to.deep.equal([])
      expect(await resolve(second)).to.deep.include({ entries: 1, payments: [payments[1]?.id], left: [] })
      expect([await states(), await open()]).to.deep.equal([['submitting', 'succeeded'], [1]])
    },
    'unless the person says not to': async () => {
      const { states, resolve, open } = await compared(['in doubt', rowsAs.paid])
      expect(await resolve({ endPayments: false })).to.deep.include({ entries: 1, payments: [], left: [] })
      expect([await states(), await open()]).to.deep.equal([['submitting'], []])
    },
    'with the row as its reason, cut at 500 characters': async () => {
      const { ports, payments, resolve } = await compared(['in doubt', rowsAs.paid])
      await resolve({ because: 'x'.repeat(500) })
      const noted = await ports.books.annotated(payments[0]?.id ?? '')
      const { text, by } = noted?.annotations.at(-1) ?? {}
      expect(by).to.equal('brian')
      expect(text)
        .to.match(/^succeeded: line 2 of .*: x+$/)
        .and.have.length(511)
    },
  })

  rule('120.59', 'an exception whose payment may not be ended yet stays open, and says why', async () => {
    const { ports, clock, run, pay, states, payments, resolve, open, all } = await compared(
      ['in doubt', rowsAs.paid],
      ['in doubt', rowsAs.paid],
    )
    const { transaction } = ports.books
    const [first] = payments
    const young = await (await pay('losesRequest', { reference: 'fresh', amount: 500 })).stored()
    ports.books.transaction = (id) => transaction(id === first?.id ? young.id : id)
    const done = await resolve()
    if (isRefusal(done)) throw new Error(done.message)
    expect(done).to.deep.include({ entries: 1, payments: [payments[1]?.id] })
    const recorded = (await all()).length
    expect(await resolve()).to.deep.include({ entries: 0, payments: [] })
    expect(await all()).to.have.length(recorded)
    expect(done.left.map(({ item }) => item)).to.deep.equal([2])
    expect(done.left[0]?.because).to.match(/may still be on its way/)
    expect(await open()).to.deep.equal([1])
    ports.books.transaction = transaction
    expect(await states()).to.deep.equal(['submitting', 'succeeded'])
    clock.forwardMs(hourMs)
    expect(await resolve()).to.deep.include({ entries: 1, payments: [first?.id], left: [] })
    expect(await resolve()).to.include({ refused: 'no_such_entries' })
    expect(run.ended).not.to.equal(null)
  })

  rule('120.60', 'a decision about an unknown comparison, without its author, or for nobody is refused', async () => {
    const { ports, run, who, resolve, all, open } = await compared(['in doubt', rowsAs.paid])
    const before = (await all()).length
    const assign = (change: object) =>
      assignEntries(ports)({ runId: run.id, owner: 'akello', ...who, ...change } as Parameters<
        ReturnType<typeof assignEntries>
      >[0])
    for (const decide of [assign, resolve]) {
      expect(await decide({ runId: 'none' })).to.deep.equal({
        ...{ refused: 'unknown_reconciliation', message: 'There is no reconciliation none that has ended' },
      })
      expect(await decide({ by: '' })).to.include({ refused: 'malformed_name' })
      expect(await decide({ because: '' })).to.include({ refused: 'malformed_explanation' })
      expect(await decide({ items: [99] })).to.deep.equal({
        ...{ refused: 'no_such_entries', message: 'The reconciliation has no open exceptions like these' },
      })
    }
    expect(await assign({ owner: '' })).to.include({ refused: 'malformed_explanation' })
    expect([(await all()).length, await open()]).to.deep.equal([before, [1]])
    expect(await assign({})).to.deep.include({ entries: 1, payments: [], left: [] })
    const [action] = await all()
    expect(action).to.deep.include({ kind: 'reconcile.assign', after: { entries: 1, numbers: '2', owner: 'akello' } })
    await resolve()
    const [resolved] = await all()
    expect(resolved?.after).to.deep.equal({ entries: 1, numbers: '2' })
  })

  rule('120.61', 'the entries of a comparison are found in pages, and the last page has no next', async () => {
    const pairs = [1, 2, 3].map(() => ['in doubt', rowsAs.paid] as const)
    const { ports, run } = await compared(...pairs)
    const page = async (limit: number, after = 0) => {
      const found = await findReconciliation(ports)({ runId: run.id, limit, after })
      if (isRefusal(found)) throw new Error(found.message)
      return { items: found.entries.map(({ item }) => item), next: found.next }
    }
    expect(await page(2)).to.deep.equal({ items: [2, 3], next: 3 })
    expect(await page(2, 3)).to.deep.equal({ items: [4], next: null })
    expect(await page(3)).to.deep.equal({ items: [2, 3, 4], next: null })
    expect(await page(1)).to.deep.equal({ items: [2], next: 2 })
    expect(await findReconciliation(ports)({ runId: 'none', limit: 1 })).to.include({
      refused: 'unknown_reconciliation',
    })
  })

  rule(
    '120.62',
    'more than a thousand exceptions are all resolved, and the action names the first hundred',
    async () => {
      const { ports, run, payments, who, all, open, clock } = await compared(['succeeded', rowsAs.paid])
      const [payment] = payments
      if (!payment) throw new Error('not paid')
      const { compare } = await openWorld(ports, clock)
      const rows = Array.from({ length: 1_002 }, (_, nth) => rowOf(payment, nth + 2, { theirs: `unknown ${nth}` }))
      const { fromMs, toMs } = run
      const { run: later, buckets } = await compare(rows, { fromMs, toMs, digest: 'many' })
      const resolve = (items?: readonly number[]) =>
        resolveEntries(ports)({ runId: later.id, ...(items && { items }), endPayments: false, ...who })
      expect(await resolve([2, 3])).to.deep.include({ entries: 2 })
      expect((await all())[0]?.after).to.deep.equal({ entries: 2, numbers: '2, 3' })
      expect(await resolve()).to.deep.include({ entries: buckets.length - 2 })
      const numbers = Array.from({ length: 100 }, (_, nth) => nth + 4).join(', ')
      expect((await all())[0]?.after).to.deep.include({ numbers })
      expect(await open()).to.deep.equal([])
    },
  )
})
