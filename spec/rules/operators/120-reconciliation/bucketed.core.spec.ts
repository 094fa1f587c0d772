import { expect } from 'chai'
import type { FileRow, Transaction } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { bucketsOf, fromMs, openWorld, rowOf, toMs } from './paidWorld.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The buckets of a row and of its payment, if the file has no row of the payment. */
async function _outcome(payment: Partial<Transaction>, row: Partial<FileRow> | null, withId = false) {
  const { paid, compare } = await openWorld()
  const transaction = await paid(payment)
  const ids = withId ? { theirs: transaction.providerRef } : {}
  const { entries } = await compare(row === null ? [] : [rowOf(transaction, 2, { ...ids, ...row })])
  return entries.map(({ bucket }) => bucket).join(' ')
}

const failed = { state: 'failed', reason: 'refused_by_network' } as const

describe('120 Reconciliation: buckets', () => {
  rule(
    '120.14',
    'a repeated id is a duplicate in the file, unless it takes the payment back; a row that paid counts before one that failed',
    {
      'paid twice': async () => {
        const { paid, compare } = await openWorld()
        const payment = await paid()
        const theirs = payment.providerRef
        const { entries } = await compare([rowOf(payment, 2, { theirs }), rowOf(payment, 9, { theirs })])
        expect(entries.map(({ bucket, why }) => [bucket, why])).to.deep.equal([
          ['matched', null],
          ['duplicate_there', 'the id is that of line 2 too'],
        ])
      },
      'failed before it was paid': async () => {
        const { paid, compare } = await openWorld()
        const payment = await paid()
        const theirs = payment.providerRef
        const { entries } = await compare([
          rowOf(payment, 2, { theirs, status: 'failed' }),
          rowOf(payment, 3, { theirs, atMs: payment.updatedAtMs + 48 * hourMs }),
        ])
        expect(entries.map(({ bucket }) => bucket)).to.deep.equal(['duplicate_there', 'matched'])
      },
      'open before it was paid': async () => {
        const { paid, compare } = await openWorld()
        const payment = await paid()
        const theirs = payment.providerRef
        const { entries } = await compare([
          rowOf(payment, 2, { theirs, status: 'pending' }),
          rowOf(payment, 3, { theirs }),
        ])
        expect(entries.map(({ bucket }) => bucket)).to.deep.equal(['duplicate_there', 'matched'])
      },
      'paid and taken back, which is its result, in either order': async () => {
        const { paid, compare } = await openWorld()
        const payment = await paid()
        const theirs = payment.providerRef
        const [direction, status] = ['in', 'reversed'] as const
        for (const [paidLine, line] of [
          [2, 3],
          [3, 2],
        ] as const) {
          const rows = [rowOf(payment, paidLine, { theirs }), rowOf(payment, line, { theirs, status, direction })]
          const { entries } = await compare([...rows, rowOf(payment, 4, { theirs })])
          const found = Object.fromEntries(entries.map((entry) => [entry.line, [entry.bucket, entry.why]]))
          expect(found).to.deep.equal({
            [paidLine]: ['matched', `line ${line} takes it back`],
            [line]: ['state_differs', 'reversed in the file, succeeded in the books'],
            4: ['duplicate_there', `the id is that of line ${paidLine} too`],
          })
        }
      },
      'paid and taken back, as a person has found': async () => {
        const { paid, compare } = await openWorld()
        const payment = await paid({ isTakenBack: true })
        const theirs = payment.providerRef
        const rows = [rowOf(payment, 2, { theirs }), rowOf(payment, 3, { theirs, status: 'reversed' })]
        expect((await compare(rows)).entries.map(({ bucket }) => bucket)).to.deep.equal(['matched', 'matched'])
      },
      'paid and taken back, of another amount': async () => {
        const { paid, compare } = await openWorld()
        const payment = await paid()
        const own = { theirs: payment.providerRef, amountMinor: 4_000n }
        const rows = [rowOf(payment, 2, own), rowOf(payment, 3, { ...own, status: 'reversed' })]
        expect((await compare(rows)).entries.map(({ bucket }) => bucket)).to.deep.equal([
          'amount_differs',
          'amount_differs',
        ])
      },
      'in one row by our id, and before by the network’s': async () => {
        const { paid, compare } = await openWorld()
        const payment = await paid()
        const rows = [rowOf(payment, 2, { theirs: payment.providerRef }), rowOf(payment, 3, { ours: payment.id })]
        const { entries } = await compare(rows)
        expect(entries.map(({ bucket, why }) => [bucket, why])).to.deep.equal([
          ['matched', null],
          ['duplicate_there', 'the id is that of line 2 too'],
        ])
      },
      'a row with the ids of two payments, which is the first one’s': async () => {
        const { paid, compare } = await openWorld()
        const [one, other] = [await paid(), await paid({ createdAtMs: fromMs + 1 })]
        const { buckets, run } = await compare([rowOf(one, 2, { ours: one.id, theirs: other.providerRef })])
        expect([buckets, run.ended?.totals.map(({ rows }) => rows)]).to.deep.equal([['missing_there'], [1]])
      },
      'a row that could be another payment’s, before the one with its id was opened': async () => {
        const { paid, compare } = await openWorld()
        const slow = await paid({ providerRef: null, updatedAtMs: fromMs + 10 * hourMs })
        const late = await paid({ createdAtMs: fromMs + 4 * hourMs })
        const { entries } = await compare([rowOf(slow, 2, { atMs: fromMs, theirs: late.providerRef })])
        expect(entries.map(({ bucket, transactionId }) => [bucket, transactionId])).to.deep.equal([
          ['matched', late.id],
          ['missing_there', slow.id],
        ])
      },
    },
  )

  rule(
    '120.15',
    'a payment that the file lacks is missing there, unless its time has not come or it was never made',
    table(
      ['the payment', 'its buckets'],
      [
        ['succeeded', 'missing_there'],
        ['failed', ''],
        ['open, opened in the last 72 hours', 'expected'],
        ['open for longer', 'missing_there'],
        ['opened just before the end, and ended after it', 'expected'],
        ['ended a minute before the end', 'expected'],
        ['ended before the last minute', 'missing_there'],
        ['opened before the time', ''],
        ['opened after it', ''],
        ['over another network', ''],
      ],
      async (what, expected) => {
        const open = { state: 'pending', providerRef: null } as const
        const payments: Record<string, Partial<Transaction>> = {
          failed,
          'open, opened in the last 72 hours': { ...open, createdAtMs: toMs - 72 * hourMs },
          'open for longer': { ...open, createdAtMs: fromMs },
          'opened just before the end, and ended after it': { createdAtMs: toMs - 1, updatedAtMs: toMs + 1 },
          'ended a minute before the end': { createdAtMs: toMs - hourMs, updatedAtMs: toMs - minuteMs },
          'ended before the last minute': { createdAtMs: toMs - hourMs, updatedAtMs: toMs - minuteMs - 1 },
          'opened before the time': { createdAtMs: fromMs - 1 },
          'opened after it': { createdAtMs: toMs },
          'over another network': { network: 'AIRTEL' },
        }
        const { paid, compare } = await openWorld()
        await paid(payments[what])
        const window = what === 'open for longer' ? { toMs: fromMs + 72 * hourMs + 1 } : {}
        const { entries } = await compare([], window)
        expect(bucketsOf(entries).join(' ')).to.equal(expected)
      },
    ),
  )

  rule('120.16', 'fees and rows that are no payments have buckets of their own', async () => {
    const { paid, compare } = await openWorld()
    const payment = await paid()
    const theirs = payment.providerRef
    const { entries } = await compare([
      rowOf(payment, 2, { theirs }),
      rowOf(payment, 3, { theirs, kind: 'fee', amountMinor: 30n }),
      rowOf(payment, 4, { kind: 'other', direction: 'between' }),
    ])
    expect(entries.map(({ bucket }) => bucket)).to.deep.equal(['matched', 'fee', 'not_ours'])
  })

  rule('120.17', 'every row is in one bucket, and the totals of the buckets add up to the total of the file', {
    'each once': async () => {
      const { paid, compare } = await openWorld()
      const payment = await paid()
      const { run } = await compare([
        rowOf(payment, 2, { theirs: payment.providerRef }),
        rowOf(payment, 3, { direction: 'in', amountMinor: 70n, phoneNumber: '256770000009' }),
        rowOf(payment, 4, { kind: 'other', direction: 'between', currency: 'RWF' }),
      ])
      const none = { inMinor: 0n, outMinor: 0n, betweenMinor: 0n }
      expect(run.ended?.rows).to.equal(3)
      expect(run.ended?.totals).to.have.deep.members([
        { ...none, bucket: 'matched', currency: 'UGX', rows: 1, outMinor: 5_000n },
        { ...none, bucket: 'missing_here', currency: 'UGX', rows: 1, inMinor: 70n },
        { ...none, bucket: 'not_ours', currency: 'RWF', rows: 1, betweenMinor: 5_000n },
      ])
    },
    'each says why it is not matched': async () => {
      const { paid, compare } = await openWorld()
      const alike = [await paid(), await paid({ createdAtMs: fromMs + 1 })]
      const number = (nth: number) => ({ phoneNumber: `25677000000${nth}` })
      await paid(number(4))
      await paid({ ...number(5), state: 'pending' })
      const [row] = alike
      if (!row) throw new Error('not paid')
      const { entries } = await compare([
        rowOf(row, 2),
        rowOf(row, 3, { ...number(6), theirs: 'their-7' }),
        rowOf(row, 4, { phoneNumber: null, theirs: 'their-8' }),
        rowOf(row, 5, { phoneNumber: null }),
      ])
      expect(entries.map(({ bucket, why }) => [bucket, why])).to.have.deep.members([
        ['ambiguous', '1 rows and 2 transactions are alike, and nothing tells which is which'],
        ['missing_here', null],
        ['missing_here', 'no payment here has its id'],
        ['ambiguous', 'it has neither an id nor a number'],
        ['missing_there', 'it ended, and the file does not have it'],
        ['expected', 'it is open, and the file does not have it'],
        ['ambiguous', 'rows that are alike may be its'],
        ['ambiguous', 'rows that are alike may be its'],
      ])
    },
    'where an hour has more than are read at once, with ids and without': table(
      ['ids', 'payments', 'rows', 'buckets'],
      [
        [true, 2_001, 1_999, 'matched 1999, missing_there 2'],
        [true, 1_999, 2_001, 'matched 1999, missing_here 2'],
        [false, 1_001, 1_001, 'matched 1001'],
        [false, 0, 1_001, 'missing_here 1001'],
        [false, 1_001, 0, 'missing_there 1001'],
      ] as const,
      async (withIds, payments, rows, buckets) => {
        const { paid, compare } = await openWorld()
        const { paid: paidElsewhere } = await openWorld()
        const file: FileRow[] = []
        for (let nth = 0; nth < Math.max(payments, rows); nth += 1) {
          const pay = nth < payments ? paid : paidElsewhere
          const one = await pay({ createdAtMs: fromMs + hourMs, phoneNumber: String(256_770_000_000 + nth) })
          if (nth < rows) file.push(rowOf(one, nth + 2, withIds ? { theirs: one.providerRef } : {}))
        }
        const { run } = await compare(file)
        const sums = [...(run.ended?.totals ?? []), ...(run.ended?.absent ?? [])].map(
          ({ bucket, rows }) => `${bucket} ${rows}`,
        )
        expect(sums.join(', ')).to.equal(buckets)
      },
    ),
  })
})
