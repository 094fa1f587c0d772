import { type Market, networkNames } from '../../model/market.ts'
import {
  type OperatorRefusal,
  unconfiguredCurrency,
  unconfiguredNetwork,
  unknownAccount,
  unknownTransaction,
} from '../../model/operatorRefusal.ts'
import type { AccountPorts } from '../../ports/accountPorts.ts'
import type { Books } from '../../ports/books/books.ts'
import type { AnnotatedTransaction, TransactionPage, TransactionQuery } from '../../ports/books/transactions.ts'

/** The function that {@link findTransaction} returns. */
export type FindTransaction = (request: {
  readonly transactionId: string
}) => Promise<AnnotatedTransaction | OperatorRefusal>

/** The function that {@link findTransactionByReference} returns. */
export type FindTransactionByReference = (request: {
  readonly accountId: string
  readonly reference: string
}) => Promise<AnnotatedTransaction | OperatorRefusal>

/** The function that {@link searchTransactions} returns. */
export type SearchTransactions = (query: TransactionQuery) => Promise<TransactionPage | OperatorRefusal>

/** Finds a transaction with its annotations, for the operator. Refused with `unknown_transaction`. */
export function findTransaction({ books }: Pick<AccountPorts, 'books'>): FindTransaction {
  return async ({ transactionId }) => (await books.annotated(transactionId)) ?? unknownTransaction(transactionId)
}

/** The same by an account's reference. Refused with `unknown_account` and `unknown_transaction`. */
export function findTransactionByReference({
  accounts,
  books,
}: Pick<AccountPorts, 'accounts' | 'books'>): FindTransactionByReference {
  return async ({ accountId, reference }) => {
    if (!(await accounts.byId(accountId))) return unknownAccount(accountId)
    const found = await books.transactionByReference(accountId, reference)
    const annotated = found && (await books.annotated(found.id))
    return annotated ?? unknownTransaction(`of account ${accountId} with the reference ${reference}`)
  }
}

/**
 * Lists transactions of all accounts or of one, newest first, for the operator. Refused with `unknown_account`, with
 * `unknown_transaction` for `before`, and with `unknown_currency` and `unknown_network` for names that neither the market
 * nor any transaction has: an empty list would look as if there were no payments, where a name is only mistyped.
 */
export function searchTransactions({
  accounts,
  books,
  market,
}: Pick<AccountPorts, 'accounts' | 'books' | 'market'>): SearchTransactions {
  return async (query) => {
    const { accountId, before } = query
    if (accountId !== undefined && !(await accounts.byId(accountId))) return unknownAccount(accountId)
    if (before !== undefined && !(await books.transaction(before))) return unknownTransaction(before)
    return (await unknownName(query, { books, market })) ?? books.list(query)
  }
}

async function unknownName(
  { currency, network }: TransactionQuery,
  { books, market }: { readonly books: Books; readonly market: Market },
): Promise<OperatorRefusal | undefined> {
  const isUsed = async (query: Pick<TransactionQuery, 'currency' | 'network'>) =>
    (await books.list({ ...query, limit: 1 })).transactions.length > 0
  if (currency !== undefined && !market.has(currency) && !(await isUsed({ currency })))
    return unconfiguredCurrency(currency, market)
  const isKnown = network === undefined || networkNames(market).includes(network) || (await isUsed({ network }))
  return isKnown ? undefined : unconfiguredNetwork(network, market)
}
