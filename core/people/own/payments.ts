import { type CasePorts, findCase, type PaymentCase } from '../../followUp/cases/findCase.ts'
import { merchantsTimelineOf, type SeenHappening, timelineOf } from '../../followUp/cases/timeline.ts'
import { type OperatorRefusal, unknownTransaction } from '../../model/operatorRefusal.ts'
import type { Transaction } from '../../model/transaction.ts'
import type { Books } from '../../ports/books/books.ts'
import type { TransactionPage, TransactionQuery } from '../../ports/books/transactions.ts'
import type { SignedIn } from '../sessions.ts'

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
  /** An id, a reference, a phone number, a receipt's number, or an id of the network. */
  readonly text?: string
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
    if (user.role === 'operator') return { ...found, timeline: timelineOf(found) }
    if (found.transaction.accountId !== user.accountId) return unknownTransaction(transactionId)
    return { ...found, exchanges: [], annotations: [], reconciled: [], timeline: merchantsTimelineOf(found) }
  }
}

/**
 * Lists the payments that the signed-in user may see, newest first. With a text, it lists the payments that the text
 * names in any way. It lists none if `before` is no transaction's id.
 */
export function searchSeenPayments({ books }: { readonly books: Books }): SearchSeenPayments {
  return async ({ who: { user }, text = '', query }) => {
    const accountId = user.accountId ?? query.accountId
    const seen = { ...query, ...(accountId !== undefined && { accountId }) }
    if (query.before !== undefined && !(await books.transaction(query.before))) return { transactions: [], next: null }
    const named = text.trim()
    if (named === '') return books.list(seen)
    const found = await Promise.all([
      byId(books, named),
      ...waysOf(named).map((way) => books.list({ ...seen, ...way })),
    ])
    const fits = ({ accountId: owner }: Transaction) => accountId === undefined || owner === accountId
    const all = new Map(
      found
        .flatMap(({ transactions }) => transactions)
        .filter(fits)
        .map((one) => [one.id, one]),
    )
    const newestFirst = [...all.values()].sort((one, other) => (one.id < other.id ? 1 : -1))
    const page = newestFirst.slice(0, query.limit)
    const hasMore = page.length < newestFirst.length || found.some(({ next }) => next !== null)
    return { transactions: page, next: hasMore ? (page.at(-1)?.id ?? null) : null }
  }
}

/** The queries for the possible meanings of a text. */
function waysOf(text: string): Partial<TransactionQuery>[] {
  const digits = text.replace(/^\+|[\s-]/g, '')
  const isNumber = /^[0-9]{8,15}$/.test(digits)
  return [
    { reference: text },
    { providerId: text },
    { providerRef: text },
    { networkReceipt: text },
    ...(isNumber ? [{ phoneNumber: digits }] : []),
  ]
}

async function byId(books: Books, text: string): Promise<TransactionPage> {
  const found = /^[0-9a-f-]{36}$/i.test(text) ? await books.transaction(text.toLowerCase()) : undefined
  return { transactions: found ? [found] : [], next: null }
}
