import { expect } from 'chai'
import type { FileRow, Transaction } from '../../../../core/sente.ts'
import { rule, table } from '../../../rule.ts'
import { fromMs, openWorld, rowOf } from './paidWorld.ts'

const hourMs = 3_600_000

/** A payment whose answer was lost. */
const lost = { state: 'pending', providerRef: null } as const

describe('120 Reconciliation: rows of payments whose answers were lost', () => {
  rule(
    '120.98',
    'a row without a whole number and with an unknown id is ambiguous while a payment without an id may be its',
    {
      'one row': table(
        ['the row', 'the payment', 'the buckets of both'],
        [
          ['without a number', 'open', 'ambiguous ambiguous'],
          ['with a part of its number', 'open', 'ambiguous ambiguous'],
          ['with a part of another number', 'open', 'missing_here missing_there'],
          ['with its whole number', 'open', 'state_differs'],
          ['of another amount', 'open', 'missing_here missing_there'],
          ['in the other direction', 'open', 'missing_here missing_there'],
          ['two minutes before it was opened', 'open', 'missing_here missing_there'],
          ['with an unknown id of ours', 'open', 'missing_here missing_there'],
          ['without a number', 'refused by the network', 'ambiguous ambiguous'],
          ['two minutes after it ended', 'refused by the network', 'missing_here'],
          ['without a number', 'never sent', 'missing_here'],
          ['without a number', 'with another id', 'missing_here missing_there'],
        ],
        async (what, payment, buckets) => {
          const payments: Record<string, Partial<Transaction>> = {
            open: lost,
            'refused by the network': { state: 'failed', reason: 'refused_by_network', providerRef: null },
            'never sent': { state: 'failed', reason: 'not_sent', providerRef: null },
            'with another id': {},
          }
          const rows: Record<string, Partial<FileRow>> = {
            'with a part of its number': { phoneNumber: '25677*001' },
            'with a part of another number': { phoneNumber: '25677*009' },
            'with its whole number': { phoneNumber: '256770000001' },
            'of another amount': { amountMinor: 5_001n },
            'in the other direction': { direction: 'in' },
            'two minutes before it was opened': { atMs: fromMs - 120_000 },
            'two minutes after it ended': { atMs: fromMs + 180_000 },
            'with an unknown id of ours': { ours: 'unknown' },
          }
          const { paid, compare } = await openWorld()
          const found = await paid({ phoneNumber: '256770000001', createdAtMs: fromMs, ...payments[payment] })
          const row = rowOf(found, 2, { theirs: '77', phoneNumber: null, atMs: fromMs, ...rows[what] })
          const { entries } = await compare([row], { toMs: fromMs + 100 * hourMs })
          expect(entries.map(({ bucket }) => bucket).join(' ')).to.equal(buckets)
        },
      ),
      'two rows, and the payment only once': async () => {
        const { paid, compare } = await openWorld()
        const payment = await paid(lost)
        const rows = [2, 3].map((line) => rowOf(payment, line, { theirs: `${line}`, phoneNumber: null }))
        const { entries } = await compare(rows)
        expect(entries.map(({ line, bucket, transactionId }) => [line, bucket, transactionId])).to.deep.equal([
          [2, 'ambiguous', null],
          [3, 'ambiguous', null],
          [null, 'ambiguous', payment.id],
        ])
      },
    },
  )
})
