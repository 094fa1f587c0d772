import { type ComparedPayment, directionOf, type FileRow } from '../../ports/operators/reconciliations.ts'
import { mayBeNumberOf } from './maskedNumber.ts'
import { mayBe } from './withoutIds.ts'

/**
 * Finds the rows without a whole number that may belong to a payment whose network id is unknown here, because an answer
 * was lost. Nothing proves that they do, and nothing proves that the books lack them.
 */
export function lostAnswers() {
  const waiting = new Map<string, Set<ComparedPayment>>()
  const suspected = new Set<string>()

  function keyOf({ amountMinor, currency }: Pick<FileRow, 'amountMinor' | 'currency'>, direction: string): string {
    return `${direction} ${amountMinor} ${currency}`
  }

  return {
    /** Adds a payment that no row has by its id. */
    add(payment: ComparedPayment): void {
      if (payment.providerRef !== null) return
      const key = keyOf(payment, directionOf(payment.kind))
      waiting.set(key, (waiting.get(key) ?? new Set()).add(payment))
    },
    /** Removes a payment: no later row can be its. */
    end(payment: ComparedPayment): void {
      if (payment.providerRef !== null) return
      const key = keyOf(payment, directionOf(payment.kind))
      const payments = waiting.get(key)
      if (payments?.delete(payment) && payments.size === 0) waiting.delete(key)
    },
    /** Whether a row may belong to one of the payments. With an id of ours it does not. */
    mayHave(row: FileRow): boolean {
      if (row.ours !== null) return false
      const payments = [...(waiting.get(keyOf(row, row.direction)) ?? [])]
      const possible = payments.filter((one) => mayBe(row, one) && mayBeNumberOf(row.phoneNumber, one.phoneNumber))
      for (const { id } of possible) suspected.add(id)
      return possible.length > 0
    },
    /** Whether one of the rows may belong to a payment. */
    isSuspected: ({ id }: Pick<ComparedPayment, 'id'>): boolean => suspected.has(id),
  }
}
