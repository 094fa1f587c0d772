import type { Transaction } from '../model/transaction.ts'
import type { OpenFigure } from '../ports/operators/figures.ts'

/** What a figure needs of an open payment. */
export type OpenPayment = Pick<Transaction, 'kind' | 'network' | 'currency' | 'amountMinor' | 'createdAtMs'> &
  Pick<OpenFigure, 'state'>

/** Adds open payments to figures, for a store: those of one kind over a network, in a currency and a state, are one. */
export function addToOpenFigures(
  figures: readonly OpenFigure[],
  payments: Iterable<OpenPayment>,
): readonly OpenFigure[] {
  const found = new Map(figures.map((figure) => [nameOf(figure), figure]))
  for (const payment of payments) {
    const { kind, network, currency, state, amountMinor, createdAtMs } = payment
    const before = found.get(nameOf(payment))
    found.set(nameOf(payment), {
      ...{ kind, network, currency, state },
      payments: (before?.payments ?? 0) + 1,
      amountMinor: (before?.amountMinor ?? 0n) + amountMinor,
      oldestAtMs: Math.min(before?.oldestAtMs ?? createdAtMs, createdAtMs),
    })
  }
  return [...found.values()]
}

function nameOf({ kind, network, currency, state }: Pick<OpenFigure, 'kind' | 'network' | 'currency' | 'state'>) {
  return `${kind} ${network} ${currency} ${state}`
}
