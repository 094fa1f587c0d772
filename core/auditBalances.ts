import type { Broken } from './audit.ts'
import type { BalanceRow } from './ports/books.ts'
import type { Entry } from './ports/ledger.ts'

/** What the entries add up to: over all places by currency, and by account and currency what is available and held. */
export type Sums = {
  readonly places: Map<string, bigint>
  readonly balances: Map<string, { available: bigint; held: bigint }>
}

/** Adds an entry to the sums; an amount that is not above zero, or a place that there is not, breaks a rule. */
export function sumEntry({ places, balances }: Sums, entry: Entry): Broken[] {
  const { currency, from, to, amountMinor } = entry
  const change = (isPlace(to) ? amountMinor : 0n) - (isPlace(from) ? amountMinor : 0n)
  places.set(currency, (places.get(currency) ?? 0n) + change)
  const sum = balances.get(keyOf(entry)) ?? { available: 0n, held: 0n }
  balances.set(keyOf(entry), {
    available: sum.available + changeOf(entry, 'available'),
    held: sum.held + changeOf(entry, 'held'),
  })
  if (change === 0n && amountMinor > 0n) return []
  const problem = `an entry of ${amountMinor} from ${from} to ${to}`
  return [{ rule: 'sum_is_zero', row: causeOf(entry), problem }]
}

/** Compares a stored balance with its sum, which is done with then. */
export function balanceProblems({ balances }: Sums, balance: BalanceRow): Broken[] {
  const row = keyOf(balance)
  const sum = balances.get(row) ?? { available: 0n, held: 0n }
  balances.delete(row)
  return [
    ...partProblems(row, { part: 'available', stored: balance.availableMinor, summed: sum.available }),
    ...partProblems(row, { part: 'held', stored: balance.heldMinor, summed: sum.held }),
  ]
}

/** What is left at the end: currencies that do not add up to zero, and sums without a stored balance. */
export function sumProblems({ places, balances }: Sums): Broken[] {
  const uneven = [...places].filter(([, sum]) => sum !== 0n)
  return [
    ...uneven.map(([row, sum]): Broken => ({ rule: 'sum_is_zero', row, problem: `all its entries make ${sum}` })),
    ...[...balances].map(([row, { available, held }]): Broken => {
      const problem = `no balance is stored, entries make ${available} available and ${held} held`
      return { rule: 'balance_is_sum', row, problem }
    }),
  ]
}

function partProblems(
  row: string,
  { part, stored, summed }: { part: string; stored: bigint; summed: bigint },
): Broken[] {
  const problems: Broken[] = []
  if (stored !== summed) {
    problems.push({ rule: 'balance_is_sum', row, problem: `${part} is ${stored}, entries make ${summed}` })
  }
  if (stored < 0n) problems.push({ rule: 'balance_not_negative', row, problem: `${part} is ${stored}` })
  return problems
}

function isPlace(place: string): boolean {
  return ['available', 'held', 'funding'].includes(place) || /^float:./.test(place)
}

function changeOf({ from, to, amountMinor }: Entry, place: 'available' | 'held'): bigint {
  return (to === place ? amountMinor : 0n) - (from === place ? amountMinor : 0n)
}

function keyOf({ accountId, currency }: { accountId: string; currency: string }): string {
  return `${accountId} ${currency}`
}

function causeOf({ accountId, cause }: Entry): string {
  return 'transaction' in cause ? cause.transaction : `${accountId} ${cause.funding}`
}
