import { type CasePorts, findCase, type PaymentCase } from '../../followUp/cases/findCase.ts'
import { merchantsTimelineOf, type SeenHappening, timelineOf } from '../../followUp/cases/timeline.ts'
import { type OperatorRefusal, unknownTransaction } from '../../model/operatorRefusal.ts'
import { isOperator } from '../../model/people.ts'
import { findSought, type Sought } from '../../payments/lookUps/sought.ts'
import type { Books } from '../../ports/books/books.ts'
import type { TransactionPage, TransactionQuery } from '../../ports/books/transactions.ts'
import type { SignedIn } from '../signIn/sessions.ts'

/** A payment as a signed-in user sees it, with its timeline, oldest first. */
export type SeenCase = PaymentCase & { readonly timeline: readonly SeenHappening[] }

/** The function that {@link findSeenPayment} returns. */
export type FindSeenPayment = (request: {
  readonly who: SignedIn
  readonly transactionId: string
}) => Promise<SeenCase | OperatorRefusal>

/** The function that {@link searchSeenPayments} returns. */
export type SearchSeenPayments = (request: {
  readonly who: SignedIn
  /** The meanings of a searched text; without them all payments of the query are listed. */
  readonly sought?: readonly Sought[]
  readonly query: TransactionQuery
}) => Promise<TransactionPage>

/**
 * Finds everything about a payment that the signed-in user may see: all of every payment for an operator, and the
 * merchant's part of their own account's payments for others. Refused with `unknown_transaction`.
 */
export function findSeenPayment(ports: CasePorts): FindSeenPayment {
  const find = findCase(ports)
  return async ({ who: { user }, transactionId }) => {
    const found = await find({ transactionId })
    if ('refused' in found) return found
    if (isOperator(user)) return { ...found, timeline: timelineOf(found) }
    if (found.transaction.accountId !== user.accountId) return unknownTransaction(transactionId)
    return { ...found, exchanges: [], annotations: [], reconciled: [], timeline: merchantsTimelineOf(found) }
  }
}

/**
 * Lists the payments that the signed-in user may see, newest first. With the meanings of a searched text, it lists the
 * payments that match any of them. It lists none if `before` is no transaction's id.
 */
export function searchSeenPayments({ books }: { readonly books: Books }): SearchSeenPayments {
  return async ({ who: { user }, sought, query }) => {
    const accountId = user.accountId ?? query.accountId
    const seen = { ...query, ...(accountId !== undefined && { accountId }) }
    if (query.before !== undefined && !(await books.transaction(query.before))) return { transactions: [], next: null }
    return sought === undefined ? books.list(seen) : findSought(books, seen, sought)
  }
}
