import { expect } from 'chai'
import fc from 'fast-check'
import { mtnUganda } from '../../../../adapters/written/networkFiles/profiles/mtn/uganda.ts'
import type { FileRow, Transaction } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { fromMs, openWorld, rowOf } from './paidWorld.ts'
import { headings, readLines, ugandanCollection, ugandanPayout } from './writtenFiles.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

/** The profile, without the order of its dates. */
const unreported = { ...mtnUganda, time: { ...mtnUganda.time, dates: 'unknown' as const } }

type Order = 'day-first' | 'month-first'

/** A moment as MTN Uganda writes it, or with the month first. */
function written(ms: number, order: Order): string {
  const [year, month, day] = new Date(ms + 3 * 3_600_000).toISOString().slice(0, 10).split('-')
  const time = new Date(ms + 3 * 3_600_000).toISOString().slice(11, 16)
  return `${order === 'day-first' ? `${day}/${month}` : `${month}/${day}`}/${year} ${time}`
}

function lineOf({ kind, amountMinor, phoneNumber, updatedAtMs }: Transaction, order: Order): string {
  const write = kind === 'payout' ? ugandanPayout : ugandanCollection
  return write(written(updatedAtMs, order), String(amountMinor), phoneNumber)
}

/** Payments of three days, each with an amount of its own, from a day on. */
async function paidFrom(beginMs: number, count: number) {
  const world = await openWorld()
  const paid: Transaction[] = []
  for (let nth = 0; nth < count; nth += 1) {
    const createdAtMs = beginMs + ((nth * 7_919) % 4_000) * minuteMs
    const kind = nth % 3 === 0 ? 'collection' : 'payout'
    paid.push(
      await world.paid({ createdAtMs, kind, amountMinor: BigInt(1_000 + nth), updatedAtMs: createdAtMs + 5_000 }),
    )
  }
  return { ...world, paid, times: { fromMs: beginMs, toMs: beginMs + 4 * dayMs } }
}

const days = fc.nat(360).map((day) => Date.UTC(2026, 0, 1) + day * dayMs)
const orders = fc.constantFrom<Order>('day-first', 'month-first')
const ways = fc.array(fc.record({ way: fc.constantFrom('drop', 'add', 'amount'), nth: fc.nat(29) }), { maxLength: 9 })
const few = { numRuns: 15 }

describe('120 Reconciliation: differences in files as networks write them', () => {
  rule('120.41', 'exactly the differences are found, however many they are, with the day or the month first', {
    'when it is said': () =>
      fc.assert(
        fc.asyncProperty(days, orders, ways, async (beginMs, order, given) => {
          const { paid, times, compare } = await paidFrom(beginMs, 30)
          const by = new Map(given.map(({ nth, way }) => [nth, way]))
          const expected: string[] = []
          const lines = paid.flatMap((payment, nth) => {
            const way = by.get(nth)
            if (way === 'drop' || way === 'amount') expected.push('missing_there')
            if (way === 'add' || way === 'amount') expected.push('missing_here')
            const line = lineOf(payment, order)
            const other = lineOf({ ...payment, amountMinor: payment.amountMinor + 5_000n }, order)
            return way === 'drop' ? [] : way === 'amount' ? [other] : way === 'add' ? [line, other] : [line]
          })
          const read = await readLines([headings.mtnUganda, ...lines], { dates: order })
          if ('refused' in read) throw new Error(read.message)
          expect((await compare(read.rows, times)).buckets.sort()).to.deep.equal(expected.sort())
        }),
        few,
      ),
    'when it is not said, and the file is refused or read as it was written': () =>
      fc.assert(
        fc.asyncProperty(days, orders, fc.integer({ min: 1, max: 12 }), async (beginMs, order, count) => {
          const { paid, times, compare } = await paidFrom(beginMs, count)
          const lines = [headings.mtnUganda, ...paid.map((payment) => lineOf(payment, order))]
          const read = await readLines(lines, { profiles: [unreported] })
          if ('refused' in read) expect(read.refused).to.equal('unproven_dates')
          else expect((await compare(read.rows, times)).buckets).to.deep.equal([])
        }),
        few,
      ),
  })

  rule('120.42', 'a file that was cut off is refused, or exactly the payments without rows are found', () =>
    fc.assert(
      fc.asyncProperty(fc.nat(9_999), async (share) => {
        const { paid, times, compare } = await paidFrom(fromMs, 20)
        const lines = paid.map((payment) => lineOf(payment, 'day-first'))
        const text = `${[headings.mtnUganda, ...lines].join('\n')}\n`
        const from = headings.mtnUganda.length + (lines[0]?.length ?? 0) + 2
        const cut = text.slice(0, from + Math.floor(((text.length - from) * share) / 10_000))
        const read = await readLines(cut, { dates: 'day-first' })
        if ('refused' in read) {
          expect(read.refused).to.equal('broken_rows')
          return
        }
        const whole = lines.filter((line) => cut.split('\n').includes(line)).length
        const { entries } = await compare(read.rows, times)
        const count = (bucket: string) => entries.filter((entry) => entry.bucket === bucket).length
        expect([count('matched'), count('missing_there')]).to.deep.equal([whole, 20 - whole])
        expect(entries.length - 20).to.be.within(0, 1)
      }),
      { numRuns: 40 },
    ),
  )

  rule('120.43', 'a changed file shows a wrong balance, once for each change', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('none', 'remove', 'amount', 'insert', 'balance'), { maxLength: 8 }),
        fc.boolean(),
        changesAreFound,
      ),
      { numRuns: 30 },
    ),
  )
})

/** The number of wrong balances after each change. */
const wrongAfter = { none: 0, remove: 1, amount: 1, insert: 1, balance: 2 } as const

/** Changes each fifth row of a file with running balances and rising or falling times. */
async function changesAreFound(changes: readonly (keyof typeof wrongAfter)[], isBackwards: boolean): Promise<void> {
  const { paid, compare } = await openWorld()
  const template = await paid()
  let balanceMinor = 1_000_000n
  const good = Array.from({ length: 5 * changes.length + 5 }, (_, nth) => {
    const [direction, amountMinor, feeMinor] = [
      nth % 3 === 0 ? 'in' : 'out',
      BigInt(1_000 + 7 * nth),
      BigInt(nth % 4),
    ] as const
    balanceMinor += direction === 'in' ? amountMinor : -amountMinor - feeMinor
    return rowOf(template, 0, { atMs: fromMs + nth * minuteMs, direction, amountMinor, feeMinor, balanceMinor })
  })
  const changed = good.flatMap((row, nth): FileRow[] => {
    const change = nth % 5 === 2 ? (changes[(nth - 2) / 5] ?? 'none') : 'none'
    if (change === 'remove') return []
    if (change === 'amount') return [{ ...row, amountMinor: row.amountMinor + 500n }]
    if (change === 'balance') return [{ ...row, balanceMinor: (row.balanceMinor ?? 0n) + 500n }]
    if (change === 'insert') {
      const inserted = { direction: 'in', amountMinor: 500n, balanceMinor: (row.balanceMinor ?? 0n) + 500n } as const
      return [row, { ...row, ...inserted }]
    }
    return [row]
  })
  const inOrder = isBackwards ? changed.toReversed() : changed
  const { run } = await compare(inOrder.map((row, nth) => ({ ...row, line: nth + 2 })))
  const expected = changes.reduce((sum, change) => sum + wrongAfter[change], 0)
  expect(run.ended?.balances?.wrong).to.equal(expected)
}
