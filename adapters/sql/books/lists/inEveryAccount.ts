import type { TransactionQuery } from '../../../../core/sente.ts'
import type { Engine } from '../../engine/engine.ts'
import type { SqlStatement } from '../../engine/sqlStatement.ts'
import { type TransactionRow, transactionColumns } from '../../tables/transactions.ts'
import { selectIdsOfAccount } from './ofAccount.ts'
import { allFilters, conditionsOn, rangeOf, type Search, searchOf, whereAll } from './search.ts'

/** How many accounts one statement searches: in SQLite it holds up everything else for some milliseconds. */
const accountsTogether = 50

/** Whether a query names a reference or a phone number in no account. All indexes of these begin with the account. */
export function isInEveryAccount({ accountId, reference, phoneNumber, phoneEnding }: TransactionQuery): boolean {
  return accountId === undefined && (reference ?? phoneNumber ?? phoneEnding) !== undefined
}

/**
 * Looks a reference or a phone number up in one account after the other, each by an index, and keeps the newest
 * results, one more than the limit. An index over all accounts would be written with every payment.
 */
export function inEveryAccount(engine: Pick<Engine, 'ask' | 'dialect' | 'inPieces'>) {
  const through = throughAccounts(engine)
  return async (query: TransactionQuery): Promise<readonly TransactionRow[]> => {
    let found: readonly TransactionRow[] = []
    const pieces = through<TransactionRow>((between) => selectBetween(searchOf(query, engine.dialect), between))
    for await (const rows of pieces) found = newestOf([...found, ...rows], query.limit + 1)
    return found
  }
}

/** Accounts `a` in the order of their ids: after one id, up to another. */
export type AccountsBetween = { readonly after: string; readonly last: string }

/** Reads from all accounts, some at a time. */
export function throughAccounts({ ask, inPieces = (read) => read() }: Pick<Engine, 'ask' | 'inPieces'>) {
  async function piece<Row>(select: (between: AccountsBetween) => SqlStatement, after: string) {
    const accounts = await ask<{ readonly id: string }>({ ...selectAccounts, values: [after, accountsTogether] })
    const last = accounts.at(-1)?.id
    const rows = last === undefined ? [] : await ask<Row>(select({ after, last }))
    return { rows, last: accounts.length < accountsTogether ? undefined : last }
  }

  return async function* <Row>(select: (between: AccountsBetween) => SqlStatement): AsyncGenerator<readonly Row[]> {
    for (let after: string | undefined = ''; after !== undefined; ) {
      const from: string = after
      const { rows, last } = await inPieces(() => piece<Row>(select, from))
      yield rows
      after = last
    }
  }
}

/** The condition for these accounts. */
export function areBetween({ after, last }: AccountsBetween, given: Search['given']): string[] {
  return [`a.id > ${given(after)}`, `a.id <= ${given(last)}`]
}

/** The newest of some rows, each once. */
export function newestOf(rows: readonly TransactionRow[], most: number): readonly TransactionRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return [...byId.values()].sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, most)
}

const selectAccounts = {
  name: 'accounts to look into',
  text: 'SELECT a.id FROM accounts a WHERE a.id > $1 ORDER BY a.id LIMIT $2',
}

/** The results in accounts with ids between two. */
function selectBetween(search: Search, accounts: AccountsBetween): SqlStatement {
  const { query, dialect, given, limit, values } = search
  const ids = query.reference === undefined ? selectIdsOfAccount(search, 'a.id') : selectUser(search, query.reference)
  const where = whereAll([
    ...areBetween(accounts, given),
    ...conditionsOn('t', search, allFilters),
    ...rangeOf('t.id', search),
  ])
  const text = `SELECT ${transactionColumns} FROM accounts a
    CROSS JOIN ${dialect.each(`SELECT id AS value FROM (${ids}) AS those`, 'found')}
    ${dialect.joinFound('transactions', 't', 't.account_id = a.id AND t.id = found.value')}
    ${where} ORDER BY t.id DESC LIMIT ${limit}`
  return { text, values }
}

/** The transaction that has used a reference. Each account has used it once at most. */
function selectUser({ given }: Search, reference: string): string {
  return `SELECT r.transaction_id AS id FROM used_references r WHERE r.account_id = a.id AND r.reference = ${given(reference)}`
}
