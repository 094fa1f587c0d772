import type { Batch, BatchTotal, LineProgress, LineRows } from '../../ports/books/batches.ts'

/** The progress of a line for its merchant: in a batch that opens no more, a waiting line is cancelled. */
export function progressOf({ line, transaction }: LineRows, { state }: Pick<Batch, 'state'>): LineProgress {
  if (line.state === 'refused') return 'refused'
  if (transaction) return transaction.state === 'submitting' ? 'pending' : transaction.state
  return opensNoMore(state) ? 'cancelled' : 'waiting'
}

/** Whether a batch opens no more lines, for good. */
export function opensNoMore(state: Batch['state']): boolean {
  return state === 'cancelling' || state === 'completed'
}

/** Adds up lines for a store that has all of them in memory, in the order of their first ones. */
export function totalsOf(rows: readonly LineRows[], batch: Pick<Batch, 'state'>): readonly BatchTotal[] {
  const totals = new Map<string, BatchTotal>()
  for (const row of rows) {
    const progress = progressOf(row, batch)
    const { currency } = row.line
    const total = totals.get(`${progress} ${currency}`) ?? { progress, currency, lines: 0, minor: 0n, feesMinor: 0n }
    const minor = total.minor + (row.line.amountMinor ?? 0n)
    const feesMinor = total.feesMinor + row.line.feeMinor
    totals.set(`${progress} ${currency}`, { ...total, lines: total.lines + 1, minor, feesMinor })
  }
  return inOrder([...totals.values()])
}

const progresses: readonly LineProgress[] = ['waiting', 'pending', 'succeeded', 'failed', 'refused', 'cancelled']

/** Totals in the order of progress, and of their currencies. */
export function inOrder(totals: readonly BatchTotal[]): readonly BatchTotal[] {
  const placeOf = ({ progress, currency }: BatchTotal) => `${progresses.indexOf(progress)} ${currency}`
  return totals.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
}
