import { expect } from 'chai'
import { compareFile } from '../../../../core/reconciliation/comparison/compareFile.ts'
import { totals } from '../../../../core/reconciliation/comparison/totals.ts'
import { waitingRows } from '../../../../core/reconciliation/comparison/waitingRows.ts'
import type { FileRow } from '../../../../core/sente.ts'
import { test } from '../../../rule.ts'

function aRow(line: number, change: Partial<FileRow> = {}): FileRow {
  return {
    ...{ line, atMs: line, withinMs: 1_000, direction: 'out', amountMinor: 9_007_199_254_740_993n, currency: 'UGX' },
    ...{ phoneNumber: '256770000001', status: 'succeeded', kind: 'payment', ours: null, theirs: `n${line}` },
    ...{ feeMinor: null, balanceMinor: -7n, ...change },
  }
}

describe('The rows of a file that wait for their payments', () => {
  test('they are what was added, in the order of time, until they are taken', () => {
    const rows = Array.from({ length: 3_000 }, (_, nth) => aRow(nth + 1, { atMs: (nth * 7_919) % 1_000 }))
    const waiting = waitingRows()
    for (const row of rows) waiting.add(row)
    expect(waiting.span()).to.deep.equal({ fromMs: 0, toMs: 999, withinMs: 1_000 })
    const found: FileRow[] = []
    for (;;) {
      const some = waiting.next({ beforeMs: 998, limit: 700 })
      if (some.length === 0) break
      for (const row of some) waiting.take(row)
      found.push(...some.map(({ place: _, ...row }) => row))
    }
    const expected = rows
      .filter(({ atMs }) => atMs < 998)
      .sort((one, two) => one.atMs - two.atMs || one.line - two.line)
    expect(found).to.deep.equal(expected)
  })

  test('they are judged as the time of the file goes on, also where the books have no payments', async () => {
    const [waiting, hourMs] = [waitingRows(), 3_600_000]
    const count = 12_000
    for (let nth = 1; nth <= count; nth += 1) waiting.add(aRow(nth, { atMs: nth * hourMs, theirs: null }))
    let [taken, takenWhenJudged] = [0, count]
    await compareFile({
      reconciliations: { payments: async () => [], paymentsWithIds: async () => [] },
      run: { id: 'r', network: 'MTN', fromMs: 0, toMs: (count + 1) * hourMs },
      rows: {
        ...waiting,
        take(row) {
          taken += 1
          waiting.take(row)
        },
      },
      nextItem: count + 1,
      totals: totals(),
      absent: totals(),
      keyOf: (phoneNumber) => phoneNumber,
      begin: async () => ({ add: async () => {}, judgeAgain: async () => false }),
      onJudged: () => {
        takenWhenJudged = Math.min(takenWhenJudged, taken)
      },
    })
    expect([taken, takenWhenJudged]).to.deep.equal([count, 10_000])
  })

  test('they are found by each id of a payment, once, and only while they wait', () => {
    const waiting = waitingRows()
    const ids = [{ ours: 'a' }, { ours: 'né “2”' }, { theirs: 'ref' }, { ours: 'a', theirs: 'ref' }, { theirs: 'a' }]
    for (const [nth, own] of ids.entries()) waiting.add(aRow(nth + 1, own))
    const payment = { id: 'a', providerId: 'né “2”', providerRef: 'ref' }
    const lines = () => waiting.withIdsOf(payment).map(({ line }) => line)
    expect(lines().sort()).to.deep.equal([1, 2, 3, 4])
    const [first] = waiting.withIdsOf({ ...payment, providerId: 'none', providerRef: null })
    if (!first) throw new Error('not found')
    waiting.take(first)
    expect([waiting.waits(first), lines().includes(first.line)]).to.deep.equal([false, false])
    expect(waiting.withIdsOf({ id: 'none', providerId: 'none', providerRef: 'none' })).to.deep.equal([])
  })
})
