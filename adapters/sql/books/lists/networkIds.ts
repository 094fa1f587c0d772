import type { Engine } from '../../engine/engine.ts'
import type { SqlStatement } from '../../engine/sqlStatement.ts'
import { areBetween, throughAccounts } from './inEveryAccount.ts'
import { lastEntered } from './lists.ts'
import type { Search } from './search.ts'

/** Selects from transactions `t` of a source, those that meet its conditions. */
export type SelectFrom = (source: { readonly from: string; where(given: Search['given']): string[] }) => SqlStatement

/**
 * Reads transactions that are in no list of networks' ids yet: the open ones, and then the ends since the lists were
 * written, of one account or in one account after the other. The list is to be read afterwards: a transaction that ends
 * or is entered meanwhile is then found twice, not missed.
 */
export function notInNetworkIds(engine: Pick<Engine, 'ask' | 'dialect' | 'inPieces'>) {
  const { ask, dialect } = engine
  const through = throughAccounts(engine)
  const isIt = (as: string) => `t.account_id = ${as}.account_id AND t.id = ${as}.transaction_id`
  const open = `follow_ups f ${dialect.joinFound('transactions', 't', isIt('f'))}`
  const isLatest = `e.account_id = a.id AND e.sequence > ${lastEntered('a.id')}`
  const latest = `accounts a ${dialect.joinEach('events', 'e', isLatest)} ${dialect.joinFound('transactions', 't', isIt('e'))}`

  return async <Row>(select: SelectFrom, accountId?: string): Promise<Row[]> => {
    const ofAccount = (column: string) => (given: Search['given']) =>
      accountId === undefined ? [] : [`${column} = ${given(accountId)}`]
    const found = await ask<Row>(select({ from: open, where: ofAccount('f.account_id') }))
    if (accountId !== undefined)
      return [...found, ...(await ask<Row>(select({ from: latest, where: ofAccount('a.id') })))]
    const pieces = through<Row>((accounts) => select({ from: latest, where: (given) => areBetween(accounts, given) }))
    for await (const rows of pieces) found.push(...rows)
    return found
  }
}
