import {
  type ErasedNumber,
  type ExchangeRow,
  exchangeRow,
  exchangesHad,
  lowestIdAt,
  type NumberedExchange,
  type PaymentCases,
  placeOf,
  withoutNumber,
} from '../../../core/sente.ts'

/** The exchanges of payments in memory. */
export type MemoryExchanges = Pick<PaymentCases, 'forgetExchanges'> & {
  of(transactionId: string): readonly ExchangeRow[]
  had(transactionId: string): number
  keep(exchange: NumberedExchange): void
  erase(erased: ErasedNumber): void
}

/** Keeps exchanges in memory. */
export function memoryExchanges(): MemoryExchanges {
  const byTransaction = new Map<string, Map<number, ExchangeRow>>()
  const rowsOf = (id: string) => byTransaction.get(id) ?? new Map<number, ExchangeRow>()
  const of = (id: string) => [...rowsOf(id).values()]
  return {
    of,
    had: (id) => exchangesHad(of(id)),
    keep(one) {
      const place = placeOf(one.n)
      const rows = rowsOf(one.transactionId)
      byTransaction.set(one.transactionId, rows.set(place, exchangeRow(rows.get(place), one)))
    },
    erase({ transactionId, phoneNumber, pseudonym }) {
      const rows = rowsOf(transactionId)
      for (const [place, row] of rows) {
        const text = JSON.stringify(row.exchanges)
        rows.set(place, { ...row, exchanges: JSON.parse(withoutNumber(text, { phoneNumber, pseudonym })) })
      }
    },
    async forgetExchanges({ beforeMs, limit }) {
      const opened = [...byTransaction.keys()].filter((id) => id < lowestIdAt(beforeMs)).sort()
      const old = opened.map(of).filter((rows) => rows.every(({ atMs }) => atMs < beforeMs))
      const removed = old.flat().slice(0, limit)
      for (const { transactionId, place } of removed) rowsOf(transactionId).delete(place)
      return removed.length
    },
  }
}
