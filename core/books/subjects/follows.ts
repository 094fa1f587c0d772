import { isFinal, type Transaction } from '../../model/transaction.ts'
import type { Batch } from '../../ports/books/batches.ts'
import type { AccountEvent } from '../../ports/books/events.ts'
import type { Funding } from '../../ports/books/fundings.ts'
import type { Refunded } from '../../ports/books/unitOfWork.ts'

/** The fields of a refund that count. */
export type CountedRefund = Pick<Transaction, 'state' | 'amountMinor' | 'feeBackMinor'>

/** The fields of a payment through a link that count. */
export type CountedUse = Pick<Transaction, 'state' | 'attention'>

/** The refunds of a collection without any. */
export const nothingRefunded: Refunded = { minor: 0n, feeBackMinor: 0n }

/** Adds up refunds that have not failed: their amounts, and the fees that they return. */
export function refundedIn(refunds: readonly CountedRefund[]): Refunded {
  return refunds.reduce((sum, one) => refundedAfter(sum, undefined, one), nothingRefunded)
}

/** Adds a written refund to the sum of its collection's refunds; `before` is undefined for a new one. */
export function refundedAfter(sum: Refunded, before: CountedRefund | undefined, after: CountedRefund): Refunded {
  const times = BigInt(counts(after)) - BigInt(before ? counts(before) : 0)
  return {
    minor: sum.minor + times * after.amountMinor,
    feeBackMinor: sum.feeBackMinor + times * after.feeBackMinor,
  }
}

function counts({ state }: CountedRefund): 0 | 1 {
  return state === 'failed' ? 0 : 1
}

/**
 * Whether a payment takes room on its link. A failed one makes room again, unless a person must first find out about
 * it.
 */
export function takesRoom({ state, attention }: CountedUse): boolean {
  return state !== 'failed' || attention !== null
}

/**
 * The number of payments that take the room of a link after one of them is written; `before` is undefined for a new
 * one.
 */
export function usesAfter(used: number, before: CountedUse | undefined, after: CountedUse): number {
  return used + Number(takesRoom(after)) - Number(before ? takesRoom(before) : 0)
}

/** The open payment of a phone number through a link after one of that number is written; null if there is none. */
export function openAfter(openId: string | null, after: Pick<Transaction, 'id' | 'state'>): string | null {
  if (!isFinal(after.state)) return after.id
  return openId === after.id ? null : openId
}

/** An account, and the end of something there that has exactly one event: of a payment or a batch, or a funding. */
export type Ended = Pick<AccountEvent, 'accountId' | 'cause'>

/** The end of a payment; undefined while it is open. */
export function endOf({ accountId, id, state }: Pick<Transaction, 'accountId' | 'id' | 'state'>): Ended | undefined {
  return isFinal(state) ? { accountId, cause: { transaction: id } } : undefined
}

/** The end of a batch; undefined until it is completed. */
export function endOfBatch({ accountId, id, state }: Pick<Batch, 'accountId' | 'id' | 'state'>): Ended | undefined {
  return state === 'completed' ? { accountId, cause: { batch: id } } : undefined
}

/** A funding or withdrawal ends as it is written. */
export function endOfFunding({ accountId, reference }: Pick<Funding, 'accountId' | 'reference'>): Ended {
  return { accountId, cause: { funding: reference } }
}
