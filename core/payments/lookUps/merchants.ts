import type { Caller } from '../../accounts/keys/authenticate.ts'
import { refuseApiUse } from '../../accounts/refuseApiUse.ts'
import type { Market } from '../../model/market.ts'
import type { Refusal } from '../../model/refusal.ts'
import type { Transaction } from '../../model/transaction.ts'
import type { Books } from '../../ports/books/books.ts'
import type { BalanceRow } from '../../ports/books/snapshot.ts'
import type { TransactionPage, TransactionQuery } from '../../ports/books/transactions.ts'
import { transactionNotFound } from '../refunds.ts'
import { findSought, type Sought } from './sought.ts'

/** A merchant's query for its own transactions: filters, and the end of the previous page. */
export type LookUpQuery = Omit<TransactionQuery, 'accountId' | 'attention'>

/** The function that {@link lookUpTransaction} returns. */
export type LookUpTransaction = (request: {
  readonly caller: Caller
  readonly transactionId: string
}) => Promise<Transaction | Refusal>

/** The function that {@link listTransactions} returns. */
export type ListTransactions = (request: {
  readonly caller: Caller
  readonly query: LookUpQuery
  /** The meanings of a searched text; without them all transactions of the query are listed. */
  readonly sought?: readonly Sought[]
}) => Promise<TransactionPage | Refusal>

/** The function that {@link lookUpBalances} returns. */
export type LookUpBalances = (request: {
  readonly caller: Caller
}) => Promise<{ readonly balances: readonly BalanceRow[] } | Refusal>

/** The function that {@link lookUpMarket} returns. */
export type LookUpMarket = (request: { readonly caller: Caller }) => { readonly market: Market } | Refusal

/**
 * Finds one of the caller's transactions by its id. Refused with `transaction_not_found` when it is not the caller's,
 * and like all look-ups with `kyc_incomplete` and `api_access_off`.
 */
export function lookUpTransaction({ books }: { readonly books: Books }): LookUpTransaction {
  return async ({ caller: { account }, transactionId }) => {
    const refusal = refuseApiUse(account)
    if (refusal) return refusal
    const transaction = await books.transaction(transactionId)
    return transaction?.accountId === account.id ? transaction : transactionNotFound
  }
}

/**
 * Lists the caller's own transactions, newest first, by page; with the meanings of a searched text, those that match any
 * of them. Rejects when `before` is no transaction's id. Refused
 * with `kyc_incomplete` and `api_access_off`.
 */
export function listTransactions({ books }: { readonly books: Books }): ListTransactions {
  return async ({ caller: { account }, query, sought }) => {
    const refusal = refuseApiUse(account)
    if (refusal) return refusal
    const own = { ...query, accountId: account.id }
    return sought === undefined ? books.list(own) : findSought(books, own, sought)
  }
}

/** The caller's balances, one for each currency with a movement. Refused with `kyc_incomplete` and `api_access_off`. */
export function lookUpBalances({ books }: { readonly books: Books }): LookUpBalances {
  return async ({ caller: { account } }) => refuseApiUse(account) ?? { balances: await books.balances(account.id) }
}

/** The market for the caller's payments. Refused with `kyc_incomplete` and `api_access_off`. */
export function lookUpMarket({ market }: { readonly market: Market }): LookUpMarket {
  return ({ caller: { account } }) => refuseApiUse(account) ?? { market }
}
