import type { Database, Statement } from 'better-sqlite3'
import type { Books, State, TransactionQuery } from '../../../core/sente.ts'
import type { StoreAccess } from '../durability/access.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../rows/transactionRow.ts'
import { enteredTransactions } from './enteredTransactions.ts'

/** A range of transactions to search: through which index, and between which sequences. */
type Stretch = { readonly from: string; readonly above: bigint; readonly below: bigint; readonly limit: number }

const end = 2n ** 63n - 1n

/**
 * Lists transactions newest first. The cost of a page depends on its length alone, whatever the query and however many
 * others there are: besides it, at most the latest 4,095 transactions are read, which are not in `transaction_lists`
 * yet.
 */
export function transactionList({ database, read }: Pick<StoreAccess, 'database' | 'read'>): Books['list'] {
  const prepared = preparedOnce(database)
  const entered = enteredTransactions(database)
  const sequenceOf = database.prepare<[string], bigint>('SELECT sequence FROM transactions WHERE id = ?').pluck()
  const bySequence = database.prepare<[bigint], TransactionRow>(
    `SELECT ${transactionColumns} FROM transactions t WHERE t.sequence = ?`,
  )

  function rowsIn(query: TransactionQuery, { from, ...bounds }: Stretch): TransactionRow[] {
    const conditions = [...conditionsOf(query), 't.sequence > @above', 't.sequence < @below'].join(' AND ')
    const select = `SELECT ${transactionColumns} FROM ${from} WHERE ${conditions} ORDER BY t.sequence DESC LIMIT @limit`
    return prepared(select).all({ ...query, ...bounds })
  }

  function belowOf(before: string | undefined): bigint {
    const below = before === undefined ? end : sequenceOf.get(before)
    if (below === undefined) throw new Error(`the list cannot continue after ${before}: there is no such transaction`)
    return below
  }

  function rowsOf(query: TransactionQuery, limit: number): TransactionRow[] {
    const below = belowOf(query.before)
    const from = indexFor(query)
    if (from) return rowsIn(query, { from, above: 0n, below, limit })
    const last = entered.last()
    const latest = rowsIn(query, { from: 'transactions t', above: last, below, limit })
    const older = entered.newest(query, below > last ? last + 1n : below, limit - latest.length)
    return [...latest, ...older.flatMap((sequence) => bySequence.get(sequence) ?? [])]
  }

  return async (query) => {
    const rows = await read(
      () => rowsOf(query, query.limit + 1),
      () => query.accountId,
    )
    const transactions = rows.slice(0, query.limit).map(transactionOf)
    return { transactions, next: rows.length > query.limit ? (transactions.at(-1)?.id ?? null) : null }
  }
}

/** The most selective index; SQLite by itself might walk through all transactions in order. */
function indexFor({ reference, attention }: TransactionQuery): string | undefined {
  if (reference !== undefined) return 'transactions t INDEXED BY transactions_by_reference'
  return attention ? 'transactions t INDEXED BY transactions_to_look_at' : undefined
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
function conditionsOf({ accountId, reference, kind, currency, attention, states: sought }: TransactionQuery) {
  return [
    ...(accountId === undefined ? [] : ['t.account_id = @accountId']),
    ...(reference === undefined ? [] : ['t.reference = @reference']),
    ...(attention ? ['t.attention IS NOT NULL'] : []),
    ...(kind === undefined ? [] : ['t.kind = @kind']),
    ...(currency === undefined ? [] : ['t.currency = @currency']),
    ...(sought === undefined ? [] : [stateIn(sought)]),
  ]
}

/** Written out, because a statement is prepared once for each set of states. */
function stateIn(some: readonly State[]): string {
  const named = states.filter((state) => some.includes(state))
  return `t.state IN (${named.map((state) => `'${state}'`).join(', ')})`
}
