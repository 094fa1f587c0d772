import { expect } from 'chai'
import type { FileRow, Transaction } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { bucketsOf, fromMs, openWorld, rowOf, toMs } from './paidWorld.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The bucket of a row of a payment, and that of the payment if it is not in the file. */
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
    'a row with the id of a payment is that payment’s, and what differs is named',
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
    'the states of a payment and of its row agree, or the row is evidence of what the books do not know',
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
    'without an id, direction, amount, number and minute decide, each exactly, and no row is one of a payment that was never sent',
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
    'payments that are alike are counted: where the counts agree all are matched, and where not nobody says which is which',
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

  rule('120.12', 'a row is found by time for a payment that may have been paid early or late', {
    'whichever of two is found soonest, or was opened first': table(
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
    'each of a chain that ids and times leave one way only': async () => {
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
    'one that a clock was ahead of when it was opened': async () => {
      const { paid, compare } = await openWorld()
      const followUp = { askAtMs: null, enquiries: 0, absences: 0, absencesUnmeasured: 0, absentSince: null }
      const aheadMs = 4 * minuteMs + 1
      const payment = await paid({ providerRef: null, followUp: { ...followUp, aheadMs } })
      expect((await compare([rowOf(payment, 2, { atMs: fromMs - 5 * minuteMs })])).buckets).to.deep.equal([])
    },
    'not one that was taken back, where nobody can say which it was': async () => {
      const { paid, compare } = await openWorld()
      const payment = await paid({ providerRef: null })
      const rows = [rowOf(payment, 2), rowOf(payment, 3, { status: 'reversed' })]
      expect((await compare(rows)).buckets).to.deep.equal(['ambiguous', 'ambiguous', 'ambiguous'])
    },
    'not one of two that both say it came to nothing': async () => {
      const { paid, compare } = await openWorld()
      const payment = await paid({ ...failed, providerRef: null })
      const rows = [rowOf(payment, 2, { status: 'failed' }), rowOf(payment, 3, { status: 'reversed' })]
      expect((await compare(rows)).buckets).to.deep.equal(['ambiguous', 'ambiguous', 'ambiguous'])
    },
    'not an open one that may be either': table(['the other row'], [['failed'], ['pending']], async (status) => {
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
    'those of a file that has more than its time': async () => {
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

  rule('120.13', 'a row whose network id is unknown here is never a payment whose network id is known', {
    'another id': async () => {
      expect(await outcome({}, { theirs: 'another' })).to.equal('missing_here missing_there')
    },
    'a payment whose answer was lost, and so has none': async () => {
      expect(await outcome({ state: 'submitting', providerRef: null }, { theirs: '77' })).to.equal('state_differs')
    },
    'our own id is never another payment’s': async () => {
      expect(await outcome({ providerRef: null }, { ours: 'another' })).to.equal('missing_here missing_there')
    },
  })

  rule(
    '120.14',
    'an id that is in the file again is a duplicate there, unless it takes the payment back, and what was paid counts before what failed',
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
      'paid and taken back, which is what it came to, in either order': async () => {
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

  rule('120.16', 'fees and what is no payment have buckets of their own', async () => {
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

  rule('120.17', 'every row is in one bucket, and the buckets come to what the file comes to', {
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
    'each tells why it is not matched': async () => {
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
        ['missing_here', 'nothing here has its id'],
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
