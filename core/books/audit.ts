import type { BalanceRow, Books, FundingRows, Snapshot, TransactionRows } from '../ports/books.ts'
import type { Entry, Place } from '../ports/ledger.ts'
import type { Transaction } from '../transaction.ts'

/** The rules that an audit holds the books to. */
export type AuditRule =
  | 'balance_is_sum'
  | 'balance_not_negative'
  | 'sum_is_zero'
  | 'entries_fit_transaction'
  | 'entries_fit_funding'
  | 'nothing_stray'
  | 'no_contradiction'

/** A row that breaks a rule, in words for the operator. */
export type Broken = { readonly rule: AuditRule; readonly row: string; readonly problem: string }

/** What an audit found: how many rows it checked, and every broken one. */
export type Audit = { readonly ok: boolean; readonly checked: number; readonly broken: readonly Broken[] }

/** Checks the books as they stand at one moment, while others may write. */
export function audit(books: Books): Promise<Audit> {
  return books.snapshot(async (snapshot) => {
    const broken: Broken[] = []
    let checked = 0
    for await (const problems of problemsOf(snapshot)) {
      checked += 1
      broken.push(...problems)
    }
    return { ok: broken.length === 0, checked, broken: broken }
  })
}

/** The problems of each row, most often none; what no row stands for comes last. */
async function* problemsOf(snapshot: Snapshot): AsyncGenerator<readonly Broken[]> {
  const sums: Sums = { places: new Map(), balances: new Map() }
  for await (const entry of snapshot.entries()) yield sumEntry(sums, entry)
  for await (const balance of snapshot.balances()) yield balanceProblems(sums, balance)
  for await (const rows of snapshot.transactions()) yield transactionProblems(rows)
  for await (const rows of snapshot.fundings()) yield fundingProblems(rows)
  for await (const row of snapshot.strays()) {
    yield [{ rule: 'nothing_stray', row, problem: 'it belongs to nothing in the books' }]
  }
  const left = sumProblems(sums)
  if (left.length > 0) yield left
}

/** What the entries add up to: over all places by currency, and by account and currency what is available and held. */
type Sums = {
  readonly places: Map<string, bigint>
  readonly balances: Map<string, { available: bigint; held: bigint }>
}

/** Adds an entry to the sums; an amount that is not above zero, or a place that there is not, breaks a rule. */
function sumEntry({ places, balances }: Sums, entry: Entry): Broken[] {
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
function balanceProblems({ balances }: Sums, balance: BalanceRow): Broken[] {
  const row = keyOf(balance)
  const sum = balances.get(row) ?? { available: 0n, held: 0n }
  balances.delete(row)
  return [
    ...partProblems(row, { part: 'available', stored: balance.availableMinor, summed: sum.available }),
    ...partProblems(row, { part: 'held', stored: balance.heldMinor, summed: sum.held }),
  ]
}

/** What is left at the end: currencies that do not add up to zero, and sums without a stored balance. */
function sumProblems({ places, balances }: Sums): Broken[] {
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

type Way = readonly [from: Place, to: Place]
type Money = { readonly accountId: string; readonly currency: string; readonly amountMinor: bigint }

/** A transaction has exactly the entries that its state requires, and nobody contradicted its end. */
function transactionProblems({ transaction, entries }: TransactionRows): Broken[] {
  const { id: row, attention } = transaction
  const problems: Broken[] = []
  const difference = differenceOf(transaction, waysOf(transaction), entries)
  if (difference) problems.push({ rule: 'entries_fit_transaction', row, problem: difference })
  if (attention === 'contradiction') {
    const problem = `it is ${transaction.state}, but its network said something else`
    problems.push({ rule: 'no_contradiction', row, problem })
  }
  return problems
}

/** A funding has exactly the one entry that it says. */
function fundingProblems({ funding, entries }: FundingRows): Broken[] {
  const way: Way = funding.kind === 'fund' ? ['funding', 'available'] : ['available', 'funding']
  const difference = differenceOf(funding, [way], entries)
  if (!difference) return []
  return [{ rule: 'entries_fit_funding', row: `${funding.accountId} ${funding.reference}`, problem: difference }]
}

/** The ways that a transaction's money has gone, by its kind and state. */
function waysOf({ kind, state, network }: Transaction): Way[] {
  const float: Place = `float:${network}`
  if (kind === 'collection') return state === 'succeeded' ? [[float, 'available']] : []
  const hold: Way = ['available', 'held']
  if (state === 'succeeded') return [hold, ['held', float]]
  return state === 'failed' ? [hold, ['held', 'available']] : [hold]
}

function differenceOf(money: Money, ways: readonly Way[], entries: readonly Entry[]): string | undefined {
  const wanted = ways.map((way) => tell(way, money)).join(', ')
  const found = entries.map((entry) => tell([entry.from, entry.to], entry)).join(', ')
  return wanted === found ? undefined : `its entries are ${found || 'none'}, but have to be ${wanted || 'none'}`
}

function tell([from, to]: Way, { accountId, currency, amountMinor }: Money): string {
  return `${amountMinor} ${currency} of ${accountId} from ${from} to ${to}`
}
