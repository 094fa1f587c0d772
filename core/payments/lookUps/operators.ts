import { type Market, networkNames } from '../../model/market.ts'
import {
  type OperatorRefusal,
  unconfiguredCurrency,
  unconfiguredNetwork,
  unknownAccount,
  unknownTransaction,
} from '../../model/operatorRefusal.ts'
import type { Transaction } from '../../model/transaction.ts'
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

/** The function that {@link findTransactionAtNetwork} returns. */
export type FindTransactionAtNetwork = (request: {
  /** The kind of the given id: the one under which it was sent, or the network's own. */
  readonly by: 'providerId' | 'providerRef'
  readonly id: string
}) => Promise<{ readonly transaction: Transaction } | OperatorRefusal>

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
 * Finds a transaction by the id under which it was sent to its network, or by the network's own id. Refused with
 * `unknown_transaction`, and with `ambiguous_id` if several have it.
 */
export function findTransactionAtNetwork({ books }: Pick<AccountPorts, 'books'>): FindTransactionAtNetwork {
  return async ({ by, id }) => {
    const { transactions } = await books.list({ [by]: id, limit: mostNamed })
    const [transaction, ...others] = transactions
    if (!transaction) return unknownTransaction(`with the network id ${id}`)
    if (others.length === 0) return { transaction }
    const message = `Several transactions have the id ${id}: ${transactions.map(({ id }) => id).join(', ')}`
    return { refused: 'ambiguous_id', message }
  }
}

/** The most transactions with one id that are named. */
const mostNamed = 10

/**
 * Lists transactions of all accounts or of one, newest first, for the operator. Refused with `unknown_account`, with
 * `unknown_transaction` for `before`, and with `unknown_currency` and `unknown_network` for names that neither the
 * market nor any transaction has: an empty list would hide a mistyped name, as if there were no payments.
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
