import { expect } from 'chai'
import fc from 'fast-check'
import type { FileRow, Transaction } from '../../../../core/sente.ts'
import { rule } from '../../../rule.ts'
import { fromMs, openWorld, rowOf } from './paidWorld.ts'

/** The possible differences between a network and sente, and the bucket of each. */
const withIds = {
  drop: 'missing_there',
  add: 'missing_here',
  amount: 'amount_differs',
  state: 'state_differs',
  repeat: 'duplicate_there',
  retry: 'duplicate_there',
} as const
const withoutIds = { drop: 'missing_there', add: 'missing_here', fails: 'state_differs' } as const

type Way = keyof typeof withIds | keyof typeof withoutIds

const differences = fc.array(fc.record({ way: fc.nat(), nth: fc.nat() }), { minLength: 0, maxLength: 12 })

/**
 * Payments of two days: some alike to the minute, and each fifth to a number of its own, where differences are planted.
 */
function payments(seed: number): Partial<Transaction>[] {
  return Array.from({ length: 60 }, (_, nth) => {
    const draw = (nth * 7_919 + seed * 104_729) % 1_000_003
    const createdAtMs = fromMs + (draw % 2_500) * 60_000
    const isOwn = nth % 2 === 0
    return {
      createdAtMs,
      updatedAtMs: createdAtMs + (draw % 7) * 9_000,
      kind: draw % 3 === 0 ? 'collection' : 'payout',
      phoneNumber: isOwn ? `2567700${String(10_000 + nth)}` : `25677000000${draw % 3}`,
      amountMinor: isOwn ? BigInt(500 + (draw % 9_000)) : BigInt(1_000 * (1 + (draw % 2))),
    }
  })
}

/** Makes the file of a network with these differences, each in a payment of its own; returns the expected findings. */
async function compared(seed: number, given: readonly { way: number; nth: number }[], hasIds: boolean) {
  const world = await openWorld()
  const ways = Object.keys(hasIds ? withIds : withoutIds) as Way[]
  const byPayment = new Map(given.map(({ way, nth }) => [(nth % 30) * 2, ways[way % ways.length] as Way]))
  const found: string[] = []
  const lines: Omit<FileRow, 'line'>[] = []
  const owners = new Map<string, string>()
  for (const [nth, payment] of payments(seed).entries()) {
    const way = byPayment.get(nth)
    const ends = way === 'fails' ? ({ state: 'failed', reason: 'never_arrived', providerRef: null } as const) : {}
    const transaction = await world.paid({ ...payment, ...ends })
    const row = rowOf(transaction, 0, hasIds ? { theirs: transaction.providerRef } : {})
    owners.set(transaction.id, transaction.providerRef ?? '')
    if (way === 'amount') lines.push({ ...row, amountMinor: row.amountMinor + 1n })
    else if (way === 'state') lines.push({ ...row, status: 'failed' })
    else if (way !== 'drop') lines.push(row)
    if (way === 'repeat') lines.push(row)
    // Airtel's files have attempts that failed, under the id of the one that succeeded.
    if (way === 'retry') lines.push({ ...row, status: 'failed' })
    if (way === 'add')
      lines.push({ ...row, theirs: hasIds ? `other ${nth}` : null, phoneNumber: `25678${10_000_000 + nth}` })
    if (way) found.push((hasIds ? withIds : withoutIds)[way as 'drop'])
  }
  const rows = shuffled(lines, seed).map((row, nth) => ({ ...row, line: nth + 2 }))
  return { ...(await world.compare(rows)), ...world, expected: found.sort(), rows, owners }
}

/** Files are not always in order. */
function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  if (seed % 3 === 0) return items.toReversed()
  return [...items]
    .map((item, nth) => ({ item, at: seed % 3 === 1 ? nth : (nth * 7_919 + seed) % 101 }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

function differencesAreFound(hasIds: boolean) {
  return fc.assert(
    fc.asyncProperty(fc.nat(100_000), differences, async (seed, given) => {
      const { buckets, expected, entries, rows, owners, books } = await compared(seed, given, hasIds)
      expect([...buckets].sort()).to.deep.equal(expected)
      const matched = entries.filter(({ bucket }) => bucket === 'matched')
      expect(new Set(matched.map(({ transactionId }) => transactionId)).size).to.equal(matched.length)
      for (const { line, transactionId } of matched) {
        const row = rows.find((one) => one.line === line)
        const transaction = await books.transaction(transactionId ?? '')
        expect(row?.amountMinor).to.equal(transaction?.amountMinor)
        expect(row?.phoneNumber).to.equal(transaction?.phoneNumber)
        if (hasIds) expect(row?.theirs).to.equal(owners.get(transactionId ?? ''))
      }
    }),
    { numRuns: 12 },
  )
}

describe('120 Reconciliation: differences', () => {
  rule('120.20', 'exactly the differences are found, however many they are, and no row is matched to another payment', {
    'in a file with ids': () => differencesAreFound(true),
    'in a file without ids': () => differencesAreFound(false),
  })
})
