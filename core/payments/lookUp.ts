import type { Caller } from '../accounts/authenticate.ts'
import type { BalanceRow, Books, TransactionPage, TransactionQuery } from '../ports/books.ts'
import type { Refusal } from '../refusal.ts'
import type { Transaction } from '../transaction.ts'
import { mayUseApi } from './rules.ts'

/** A merchant's query for its own transactions: filters, and where the previous page ended. */
export type LookUpQuery = Omit<TransactionQuery, 'accountId' | 'attention'>

/** What merchants may look at: their own transactions and balances, and nobody else's. */
export type LookUp = {
  transaction(caller: Caller, id: string): Promise<Transaction | Refusal>
  transactions(caller: Caller, query: LookUpQuery): Promise<TransactionPage | Refusal>
  balances(caller: Caller): Promise<{ readonly balances: readonly BalanceRow[] } | Refusal>
}

/** Builds the use cases from their ports. */
export function lookUp({ books }: { books: Books }): LookUp {
  return {
    async transaction({ account }, id) {
      const refusal = mayUseApi(account)
      if (refusal) return refusal
      const transaction = await books.transaction(id)
      return transaction?.accountId === account.id ? transaction : { refused: 'transaction_not_found' }
    },
    async transactions({ account }, query) {
      return mayUseApi(account) ?? books.list({ ...query, accountId: account.id })
    },
    async balances({ account }) {
      return mayUseApi(account) ?? { balances: await books.balances(account.id) }
    },
  }
}
