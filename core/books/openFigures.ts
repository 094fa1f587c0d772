import type { Transaction } from '../model/transaction.ts'
import type { BatchSum } from '../ports/books/batches.ts'
import type { BatchFigure, OpenFigure } from '../ports/operators/figures.ts'

/** The fields of an open payment for figures. */
export type OpenPayment = Pick<Transaction, 'kind' | 'network' | 'currency' | 'amountMinor' | 'createdAtMs'> &
  Pick<OpenFigure, 'state'>

/**
 * Adds open payments to figures, for a store. Payments of one kind over a network, in a currency and a state, form
 * one figure.
 */
export function addToOpenFigures(
  figures: readonly OpenFigure[],
  payments: Iterable<OpenPayment>,
): readonly OpenFigure[] {
  const found = new Map(figures.map((figure) => [nameOf(figure), figure]))
  for (const payment of payments) {
    const { kind, network, currency, state, amountMinor, createdAtMs } = payment
    const before = found.get(nameOf(payment))
    found.set(nameOf(payment), {
      kind,
      network,
      currency,
      state,
      payments: (before?.payments ?? 0) + 1,
      amountMinor: (before?.amountMinor ?? 0n) + amountMinor,
      oldestAtMs: Math.min(before?.oldestAtMs ?? createdAtMs, createdAtMs),
    })
  }
  return [...found.values()]
}

/** Adds the money that batches hold to figures, for a store, by the currencies in which any of them holds money. */
export function heldIn(
  figures: readonly BatchFigure[],
  batches: Iterable<readonly Pick<BatchSum, 'currency' | 'heldMinor'>[]>,
): readonly BatchFigure[] {
  const found = new Map(figures.map(({ currency, heldMinor }) => [currency, heldMinor]))
  for (const sums of batches) {
    for (const { currency, heldMinor } of sums)
      if (heldMinor > 0n) found.set(currency, (found.get(currency) ?? 0n) + heldMinor)
  }
  return [...found].map(([currency, heldMinor]) => ({ currency, heldMinor }))
}

function nameOf({ kind, network, currency, state }: Pick<OpenFigure, 'kind' | 'network' | 'currency' | 'state'>) {
  return `${kind} ${network} ${currency} ${state}`
}
