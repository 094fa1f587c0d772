import type { Database, Statement } from 'better-sqlite3'
import { type Books, lowestIdAt, type State, type TransactionQuery } from '../../../core/sente.ts'
import type { StoreAccess } from '../durability/access.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../rows/transactionRow.ts'
import { afterAllIds, enteredTransactions, type IdRange } from './enteredTransactions.ts'

/** Where rows are searched: tables and an index, the column that their ids are read in order from, and what holds there. */
type Place = { readonly from: string; readonly id: 't.id' | 'p.id'; readonly where: readonly string[] }

/**
 * Lists transactions newest first. The cost of a page depends on its length alone, whatever the query and however many
 * others there are: besides it, at most the latest 4,095 transactions are read, which are not in the lists yet. Only what
 * is sought by its phone number and another filter costs all of the number's transactions.
 */
export function transactionList({ database, read }: Pick<StoreAccess, 'database' | 'read'>): Books['list'] {
  const prepared = preparedOnce(database)
  const entered = enteredTransactions(database)
  const exists = database.prepare<[string]>('SELECT 1 FROM transactions WHERE id = ?')
  const byId = database.prepare<[string], TransactionRow>(
    `SELECT ${transactionColumns} FROM transactions t WHERE t.id = ?`,
  )

  function rowsIn({ from, id, where }: Place, query: TransactionQuery, range: IdRange): TransactionRow[] {
    const conditions = [...where, ...conditionsOf(query), `${id} >= @from`, `${id} < @below`].join(' AND ')
    const select = `SELECT ${transactionColumns} FROM ${from} WHERE ${conditions} ORDER BY ${id} DESC LIMIT @limit`
    return prepared(select).all({ ...query, ...range })
  }

  function rangeOf({ before, createdFromMs, createdToMs }: TransactionQuery, limit: number): IdRange {
    if (before !== undefined && !exists.get(before))
      throw new Error(`the list cannot continue after ${before}: there is no such transaction`)
    const end = createdToMs === undefined ? afterAllIds : lowestIdAt(createdToMs)
    return {
      from: createdFromMs === undefined ? '' : lowestIdAt(createdFromMs),
      below: before !== undefined && before < end ? before : end,
      limit,
    }
  }

  function rowsOf(query: TransactionQuery, limit: number): TransactionRow[] {
    const range = rangeOf(query, limit)
    if (query.reference !== undefined) return rowsIn(byReference, query, range)
    if (query.attention) return rowsIn(toLookAt, query, range)
    const latest = rowsIn(notEntered, query, range)
    const older =
      query.phoneNumber === undefined
        ? entered.newest(query, range).flatMap((id) => byId.get(id) ?? [])
        : rowsIn(byPhoneNumber(query), query, range)
    return [...latest, ...older].sort((one, other) => (one.id < other.id ? 1 : -1)).slice(0, limit)
  }

  // Another process may write between the statements.
  const inOneMoment = database.transaction(rowsOf)
  return async (query) => {
    const rows = await read(
      () => inOneMoment(query, query.limit + 1),
      () => query.accountId,
    )
    const transactions = rows.slice(0, query.limit).map(transactionOf)
    return { transactions, next: rows.length > query.limit ? (transactions.at(-1)?.id ?? null) : null }
  }
}

// Each names its index; SQLite by itself might walk through all transactions in order.
const byReference: Place = { from: 'transactions t INDEXED BY transactions_by_reference', id: 't.id', where: [] }
const toLookAt: Place = { from: 'transactions t INDEXED BY transactions_to_look_at', id: 't.id', where: [] }
const notEntered: Place = {
  from: 'transactions t NOT INDEXED',
  id: 't.id',
  where: ['t.sequence > (SELECT sequence FROM last_entered)'],
}

function byPhoneNumber({ accountId }: TransactionQuery): Place {
  return {
    from: 'transactions_by_phone_number p CROSS JOIN transactions t ON t.id = p.id',
    id: 'p.id',
    where: [...(accountId === undefined ? [] : ['p.account_id = @accountId']), 'p.phone_number = @phoneNumber'],
  }
}

/** Queries have few shapes, which contain no values, so that each is prepared once and kept. */
function preparedOnce(database: Database): (sql: string) => Statement<[object], TransactionRow> {
  const statements = new Map<string, Statement<[object], TransactionRow>>()
  return (sql) => {
    const statement = statements.get(sql) ?? database.prepare<[object], TransactionRow>(sql)
    statements.set(sql, statement)
    return statement
  }
}

const states: readonly State[] = ['submitting', 'pending', 'succeeded', 'failed']

/** A query as SQL conditions on transactions `t`. */
function conditionsOf(query: TransactionQuery): string[] {
  return [
    ...compared.flatMap(([field, column]) => (query[field] === undefined ? [] : [`t.${column} = @${field}`])),
    ...(query.attention ? ['t.attention IS NOT NULL'] : []),
    ...(query.states === undefined ? [] : [stateIn(query.states)]),
  ]
}

const compared = [
  ['accountId', 'account_id'],
  ['reference', 'reference'],
  ['phoneNumber', 'phone_number'],
  ['kind', 'kind'],
  ['currency', 'currency'],
  ['network', 'network'],
] as const

/** Written out, because a statement is prepared once for each set of states. */
function stateIn(some: readonly State[]): string {
  const named = states.filter((state) => some.includes(state))
  return `t.state IN (${named.map((state) => `'${state}'`).join(', ')})`
}
