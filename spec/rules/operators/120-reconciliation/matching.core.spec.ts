import { expect } from 'chai'
import type { FileRow, Transaction } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { fromMs, openWorld, rowOf, toMs } from './paidWorld.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The buckets of a row and of its payment, if the file has no row of the payment. */
async function outcome(payment: Partial<Transaction>, row: Partial<FileRow> | null, withId = false) {
  const { paid, compare } = await openWorld()
  const transaction = await paid(payment)
  const ids = withId ? { theirs: transaction.providerRef } : {}
  const { entries } = await compare(row === null ? [] : [rowOf(transaction, 2, { ...ids, ...row })])
  return entries.map(({ bucket }) => bucket).join(' ')
}

const failed = { state: 'failed', reason: 'refused_by_network' } as const

describe('120 Reconciliation: matching', () => {
  rule(
    '120.8',
    'a row with the id of a payment belongs to that payment, and the differences are named',
    table(
      ['the row', 'the bucket', 'why'],
      [
        ['the same', 'matched', null],
        ['an hour later', 'matched', null],
        ['five days later', 'matched', null],
        ['by a clock that is 50 minutes behind', 'matched', null],
        ['another amount', 'amount_differs', '4999 UGX in the file, 5000 UGX in the books, in minor units'],
        ['another currency', 'amount_differs', '5000 RWF in the file, 5000 UGX in the books, in minor units'],
        ['another direction', 'amount_differs', 'in in the file, a payout in the books'],
        ['another number', 'amount_differs', 'another number in the file than in the books'],
        ['failed', 'state_differs', 'failed in the file, succeeded in the books'],
        ['reversed', 'state_differs', 'reversed in the file, succeeded in the books'],
        [
          'another amount and number',
          'amount_differs',
          '4999 UGX in the file, 5000 UGX in the books, in minor units; another number in the file than in the books',
        ],
        ['our own id', 'matched', null],
        ['the id under which it was sent', 'matched', null],
      ],
      async (what, bucket, why) => {
        const { paid, compare } = await openWorld()
        const payment = await paid({ createdAtMs: fromMs + hourMs })
        const theirs = payment.providerRef
        const changes: Record<string, Partial<FileRow>> = {
          'an hour later': { atMs: payment.updatedAtMs + hourMs },
          'five days later': { atMs: payment.updatedAtMs + 120 * hourMs },
          'by a clock that is 50 minutes behind': { atMs: payment.createdAtMs - 50 * minuteMs },
          'another amount': { amountMinor: 4_999n },
          'another currency': { currency: 'RWF' },
          'another direction': { direction: 'in' },
          'another number': { phoneNumber: '256770000009' },
          'another amount and number': { amountMinor: 4_999n, phoneNumber: '256770000009' },
          failed: { status: 'failed' },
          reversed: { status: 'reversed' },
          'our own id': { theirs: null, ours: payment.id },
          'the id under which it was sent': { theirs: null, ours: payment.providerId },
        }
        const { entries } = await compare([rowOf(payment, 2, { theirs, ...changes[what] })])
        expect(entries.map((entry) => [entry.bucket, entry.transactionId, entry.why])).to.deep.equal([
          [bucket, payment.id, why],
        ])
      },
    ),
  )

  rule(
    '120.9',
    'the states of a payment and of its row agree, or the row is evidence of something that the books do not know',
    table(
      ['in the books', 'in the file', 'the bucket'],
      [
        ['succeeded', 'succeeded', 'matched'],
        ['succeeded', 'failed', 'state_differs'],
        ['failed', 'succeeded', 'state_differs'],
        ['failed', 'failed', 'matched'],
        ['failed', 'reversed', 'matched'],
        ['submitting', 'succeeded', 'state_differs'],
        ['pending', 'failed', 'state_differs'],
        ['pending', 'pending', 'matched'],
        ['submitting', 'pending', 'matched'],
        ['succeeded', 'pending', 'state_differs'],
      ],
      async (state, status, bucket) => {
        const reason = state === 'failed' ? 'refused_by_network' : null
        for (const withId of [true, false])
          expect(await outcome({ state, reason } as Partial<Transaction>, { status } as FileRow, withId)).to.equal(
            bucket,
          )
      },
    ),
  )

  rule(
    '120.10',
    'without an id, direction, amount, number and minute must all be equal, and no row belongs to a payment that was never sent',
    table(
      ['the row', 'the buckets of the row and of the payment'],
      [
        ['the same', 'matched'],
        ['another amount', 'missing_here missing_there'],
        ['another direction', 'missing_here missing_there'],
        ['another number', 'missing_here missing_there'],
        ['another currency', 'missing_here missing_there'],
        ['the minute before it was opened', 'matched'],
        ['two minutes before it was opened', 'missing_here missing_there'],
        ['the minute after it ended', 'matched'],
        ['two minutes after it ended', 'missing_here missing_there'],
        ['just within a minute after it ended', 'matched'],
        ['a minute after it ended, to the millisecond', 'missing_here missing_there'],
        ['no number', 'ambiguous missing_there'],
        ['the same, and the payment was never sent', 'missing_here'],
        ['the same, and the network refused the payment', 'state_differs'],
      ],
      async (what, expected) => {
        const payments: Record<string, Partial<Transaction>> = {
          'the same, and the payment was never sent': { state: 'failed', reason: 'not_sent', providerRef: null },
          'the same, and the network refused the payment': { ...failed, providerRef: null },
        }
        const changes: Record<string, Partial<FileRow>> = {
          'another amount': { amountMinor: 5_001n },
          'another direction': { direction: 'in' },
          'another number': { phoneNumber: '256770000009' },
          'another currency': { currency: 'RWF' },
          'the minute before it was opened': { atMs: fromMs - minuteMs },
          'two minutes before it was opened': { atMs: fromMs - 2 * minuteMs },
          'the minute after it ended': { atMs: fromMs + minuteMs },
          'two minutes after it ended': { atMs: fromMs + 2 * minuteMs },
          'just within a minute after it ended': { atMs: fromMs + 2_000 + minuteMs - 1 },
          'a minute after it ended, to the millisecond': { atMs: fromMs + 2_000 + minuteMs },
          'no number': { phoneNumber: null },
        }
        expect(await outcome(payments[what] ?? {}, changes[what] ?? {})).to.equal(expected)
      },
    ),
  )

  rule(
    '120.11',
    'payments that are alike are counted: when the counts agree, all are matched; otherwise all are ambiguous',
    table(
      ['succeeded', 'failed', 'rows', 'rows that failed', 'the buckets'],
      [
        [2, 0, 2, 0, 'matched matched'],
        [3, 0, 3, 0, 'matched matched matched'],
        [3, 0, 2, 0, 'ambiguous ambiguous ambiguous ambiguous ambiguous'],
        [2, 0, 3, 0, 'ambiguous ambiguous ambiguous ambiguous ambiguous'],
        [2, 0, 0, 0, 'missing_there missing_there'],
        [0, 0, 2, 0, 'missing_here missing_here'],
        [1, 1, 1, 0, 'matched'],
        [1, 1, 2, 0, 'matched state_differs'],
        [1, 2, 2, 0, 'ambiguous ambiguous ambiguous ambiguous ambiguous'],
        [0, 2, 1, 0, 'ambiguous ambiguous ambiguous'],
        [0, 2, 2, 0, 'state_differs state_differs'],
        [1, 1, 1, 1, 'matched matched'],
        [1, 1, 0, 1, 'matched missing_there'],
        [1, 0, 1, 1, 'matched missing_here'],
        [1, 0, 0, 1, 'state_differs'],
        [1, 2, 1, 1, 'ambiguous ambiguous ambiguous ambiguous ambiguous'],
        [0, 2, 0, 2, 'matched matched'],
        [0, 2, 0, 1, 'ambiguous ambiguous ambiguous'],
        [0, 1, 0, 2, 'ambiguous ambiguous ambiguous'],
        [0, 0, 1, 1, 'missing_here missing_here'],
        [2, 1, 1, 1, 'ambiguous ambiguous ambiguous ambiguous ambiguous'],
        [0, 1, 1, 1, 'matched missing_here'],
        [0, 2, 2, 2, 'matched matched missing_here missing_here'],
        [0, 1, 1, 2, 'ambiguous ambiguous ambiguous ambiguous'],
        [0, 2, 1, 1, 'ambiguous ambiguous ambiguous ambiguous'],
        [1, 1, 2, 1, 'ambiguous ambiguous ambiguous matched'],
      ],
      async (succeeded, failures, rows, failedRows, buckets) => {
        const { paid, compare } = await openWorld()
        const ref = { providerRef: null }
        const like = await paid({ ...ref, createdAtMs: fromMs - hourMs * 24 * 30 })
        for (let nth = 0; nth < succeeded; nth += 1) await paid({ ...ref, createdAtMs: fromMs + nth * 1_000 })
        for (let nth = 0; nth < failures; nth += 1) await paid({ ...ref, ...failed, createdAtMs: fromMs + nth * 1_000 })
        const own = Array.from({ length: rows + failedRows }, (_, nth) =>
          rowOf(like, nth + 2, { atMs: fromMs, status: nth < rows ? 'succeeded' : 'failed' }),
        )
        const { entries } = await compare(own)
        const found = entries.map(({ bucket }) => bucket).sort()
        expect(found.join(' ')).to.equal(buckets)
      },
    ),
  )

  rule('120.12', 'a row is found by its time for a payment that may have been paid early or late', {
    'the one of two that is found soonest, or was opened first': table(
      ['opened first'],
      [['the quick one'], ['the slow one']],
      async (first) => {
        const { paid, compare } = await openWorld()
        const isQuick = first === 'the quick one'
        const [quickAt, slowAt] = isQuick ? [fromMs, fromMs + minuteMs] : [fromMs + minuteMs, fromMs]
        const quick = { createdAtMs: quickAt, updatedAtMs: fromMs + 3 * minuteMs, providerRef: null }
        const slow = { createdAtMs: slowAt, updatedAtMs: fromMs + 10 * minuteMs, providerRef: null }
        for (const one of isQuick ? [quick, slow] : [slow, quick]) await paid(one)
        const row = await paid({ createdAtMs: fromMs - 30 * 24 * hourMs })
        const rows = [2, 8].map((minute, nth) => rowOf(row, nth + 2, { atMs: fromMs + minute * minuteMs }))
        expect((await compare(rows)).buckets).to.deep.equal([])
      },
    ),
    'each of a chain that ids and times allow in one way only': async () => {
      const { paid, compare } = await openWorld()
      const between = (opened: number, ended: number, change: Partial<Transaction> = {}) =>
        paid({
          createdAtMs: fromMs + opened * minuteMs,
          updatedAtMs: fromMs + ended * minuteMs,
          ...{ providerRef: null, ...change },
        })
      const long = await between(0, 10, { providerRef: 'known' })
      await between(4, 9)
      await between(8, 12)
      const row = (line: number, minute: number, change: Partial<FileRow> = {}) =>
        rowOf(long, line, { atMs: fromMs + minute * minuteMs, ...change })
      const rows = [row(2, 0), row(3, 4, { theirs: 'unknown' }), row(4, 8)]
      expect((await compare(rows)).buckets).to.deep.equal([])
    },
    'one that was opened when a clock was ahead': async () => {
      const { paid, compare } = await openWorld()
      const followUp = { askAtMs: null, enquiries: 0, absences: 0, absencesUnmeasured: 0, absentSince: null }
      const aheadMs = 4 * minuteMs + 1
      const payment = await paid({ providerRef: null, followUp: { ...followUp, aheadMs } })
      expect((await compare([rowOf(payment, 2, { atMs: fromMs - 5 * minuteMs })])).buckets).to.deep.equal([])
    },
    'not one that was taken back, when nobody can say which it was': async () => {
      const { paid, compare } = await openWorld()
      const payment = await paid({ providerRef: null })
      const rows = [rowOf(payment, 2), rowOf(payment, 3, { status: 'reversed' })]
      expect((await compare(rows)).buckets).to.deep.equal(['ambiguous', 'ambiguous', 'ambiguous'])
    },
    'not one of two that both say it failed': async () => {
      const { paid, compare } = await openWorld()
      const payment = await paid({ ...failed, providerRef: null })
      const rows = [rowOf(payment, 2, { status: 'failed' }), rowOf(payment, 3, { status: 'reversed' })]
      expect((await compare(rows)).buckets).to.deep.equal(['ambiguous', 'ambiguous', 'ambiguous'])
    },
    'not an open one that could be either': table(['the other row'], [['failed'], ['pending']], async (status) => {
      const { paid, compare } = await openWorld()
      const payment = await paid({ state: 'submitting', providerRef: null })
      const rows = [rowOf(payment, 2), rowOf(payment, 3, { status } as FileRow)]
      expect((await compare(rows)).buckets).to.deep.equal(['ambiguous', 'ambiguous', 'ambiguous'])
    }),
    'one that ended at once and one that took its time': async () => {
      const { paid, compare } = await openWorld()
      const slow = await paid({ providerRef: null, updatedAtMs: fromMs + hourMs })
      await paid({ providerRef: null, createdAtMs: fromMs + 1 })
      const rows = [rowOf(slow, 2, { atMs: fromMs }), rowOf(slow, 3, { atMs: fromMs + hourMs })]
      expect((await compare(rows)).buckets).to.deep.equal([])
    },
    'not for one that was opened hours after the row': async () => {
      const { paid, compare } = await openWorld()
      const payment = await paid({ providerRef: null, createdAtMs: fromMs + 6 * hourMs })
      const { run, buckets } = await compare([rowOf(payment, 2, { atMs: fromMs })])
      expect([buckets, run.ended?.rows]).to.deep.equal([['missing_here', 'missing_there'], 1])
    },
    'rows of a file that covers more than its time': async () => {
      const { paid, compare } = await openWorld()
      const [early, late] = [fromMs - 20 * 24 * hourMs, toMs + 20 * 24 * hourMs]
      const payments = [await paid({ createdAtMs: early }), await paid({ createdAtMs: late })]
      for (const order of [payments, payments.toReversed()])
        expect((await compare(order.map((payment, nth) => rowOf(payment, nth + 2)))).buckets).to.deep.equal([])
    },
    'one that was opened days before': async () => {
      const { paid, compare } = await openWorld()
      const payment = await paid({ providerRef: null, createdAtMs: fromMs - 144 * hourMs, updatedAtMs: fromMs + 1 })
      expect((await compare([rowOf(payment, 2)])).buckets).to.deep.equal([])
    },
  })

  rule('120.13', 'a row with an unknown network id never belongs to a payment with a known network id', {
    'another id': async () => {
      expect(await outcome({}, { theirs: 'another' })).to.equal('missing_here missing_there')
    },
    'a payment without one, because its answer was lost': async () => {
      expect(await outcome({ state: 'submitting', providerRef: null }, { theirs: '77' })).to.equal('state_differs')
    },
    'our own id never belongs to another payment': async () => {
      expect(await outcome({ providerRef: null }, { ours: 'another' })).to.equal('missing_here missing_there')
    },
  })
})
