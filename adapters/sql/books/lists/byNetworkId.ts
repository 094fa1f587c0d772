import type { TransactionQuery } from '../../../../core/sente.ts'
import type { Engine } from '../../engine/engine.ts'
import { type TransactionRow, transactionColumns } from '../../tables/transactions.ts'
import { newestOf } from './inEveryAccount.ts'
import { notInNetworkIds, type SelectFrom } from './networkIds.ts'
import { allFilters, conditionsOn, rangeOf, type Search, searchOf, whereAll } from './search.ts'

/** The network's id that a query names: its own id of a payment, or the number of a receipt. A reference comes first. */
export function networkIdIn({ reference, networkReceipt, providerRef }: TransactionQuery): string | undefined {
  return reference === undefined ? (networkReceipt ?? providerRef) : undefined
}

/** Lists the transactions with a network's id, the newest first, one more than the limit. Few have the same one. */
export function byNetworkId(engine: Pick<Engine, 'ask' | 'dialect' | 'inPieces'>) {
  const { ask, dialect } = engine
  const notInList = notInNetworkIds(engine)
  const inList = `network_id_lists l ${dialect.joinFound('transactions', 't', 't.account_id = l.account_id AND t.id = l.id')}`

  const selectNewest =
    (query: TransactionQuery): SelectFrom =>
    ({ from, where }) => {
      const search = searchOf(query, dialect)
      const conditions = [...where(search.given), ...conditionsOn('t', search, allFilters), ...rangeOf('t.id', search)]
      const text = `SELECT ${transactionColumns} FROM ${from} ${whereAll(conditions)} ORDER BY t.id DESC LIMIT ${search.limit}`
      return { text, values: search.values }
    }

  return async (query: TransactionQuery, networkId: string): Promise<readonly TransactionRow[]> => {
    const select = selectNewest(query)
    const notEntered = await notInList<TransactionRow>(select, query.accountId)
    const isIt = { from: inList, where: (given: Search['given']) => [`l.network_id = ${given(networkId)}`] }
    const entered = await ask<TransactionRow>(select(isIt))
    return newestOf([...notEntered, ...entered], query.limit + 1)
  }
}
