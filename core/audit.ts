import type { BalanceRow, Books } from './ports/books.ts'
import type { Entry, Place } from './ports/ledger.ts'

/** Rows that contradict one another, in words for the operator. */
export type Broken = { readonly rule: string; readonly row: string; readonly problem: string }

/** What an audit found: how many rows it checked, and every broken one. */
export type Audit = { readonly ok: boolean; readonly checked: number; readonly broken: readonly Broken[] }

/** Checks the books as they stand at one moment, while others may write: stored balances against their entries. */
export function audit(books: Books): Promise<Audit> {
  return books.snapshot(async (snapshot) => {
    const sums = new Map<string, { available: bigint; held: bigint }>()
    const broken: Broken[] = []
    let checked = 0
    for await (const entry of snapshot.entries()) {
      checked += 1
      addTo(sums, entry)
    }
    for await (const balance of snapshot.balances()) {
      checked += 1
      broken.push(...problemsOf(balance, sums))
      sums.delete(keyOf(balance))
    }
    for (const [row, { available, held }] of sums) {
      broken.push({ rule: 'balance_is_sum', row, problem: `no balance is stored; entries make ${available}, ${held}` })
    }
    return { ok: broken.length === 0, checked, broken }
  })
}

function keyOf({ accountId, currency }: { accountId: string; currency: string }): string {
  return `${accountId} ${currency}`
}

function addTo(sums: Map<string, { available: bigint; held: bigint }>, entry: Entry) {
  const sum = sums.get(keyOf(entry)) ?? { available: 0n, held: 0n }
  sums.set(keyOf(entry), {
    available: sum.available + change(entry, 'available'),
    held: sum.held + change(entry, 'held'),
  })
}

function change({ from, to, amountMinor }: Entry, place: Place): bigint {
  return (to === place ? amountMinor : 0n) - (from === place ? amountMinor : 0n)
}

function problemsOf(balance: BalanceRow, sums: Map<string, { available: bigint; held: bigint }>): Broken[] {
  const sum = sums.get(keyOf(balance)) ?? { available: 0n, held: 0n }
  const row = keyOf(balance)
  return (
    [
      ['available', balance.availableMinor, sum.available],
      ['held', balance.heldMinor, sum.held],
    ] as const
  ).flatMap(([place, stored, summed]) => [
    ...(stored === summed
      ? []
      : [{ rule: 'balance_is_sum', row, problem: `${place} is ${stored}, entries make ${summed}` }]),
    ...(stored < 0n ? [{ rule: 'balance_not_negative', row, problem: `${place} is ${stored}` }] : []),
  ])
}
