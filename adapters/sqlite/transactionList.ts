import { setImmediate } from 'node:timers/promises'
import type { Database, Statement } from 'better-sqlite3'
import type { Books, TransactionQuery } from '../../core/sente.ts'
import type { StoreAccess } from './storeAccess.ts'
import { conditionsOf, placeOf } from './transactionConditions.ts'
import { type TransactionRow, transactionColumns, transactionOf } from './transactionRow.ts'

type Listed = TransactionRow & { readonly sequence: bigint }
type Continued = Omit<TransactionQuery, 'before'> & { readonly before?: number | bigint }

/** So many rows that no index rules out are looked at in a row; then the event loop gets its turn. */
const rowsInARow = 5_000

/** Lists transactions newest first; what the query does not name is not in the SQL either. */
export function transactionList({ database, read }: Pick<StoreAccess, 'database' | 'read'>): Books['list'] {
  const prepared = preparedOnce(database)
  const lastEntered = database.prepare<[], bigint>('SELECT sequence FROM last_entered').pluck()

  /** Up to `limit` rows of a stretch, and where it ends: undefined when it goes on to the oldest row. */
  function stretch(query: Continued, limit: number): { rows: Listed[]; end: bigint | undefined } {
    const latest = endOfLatest(query)
    const { from, order, answered, others } = conditionsOf(query, latest ? 'all' : placeOf(query))
    const within = [...answered, ...(query.before === undefined ? [] : ['t.sequence < @before'])]
    const inOrder = `ORDER BY ${order} DESC`
    const selectEnd = `SELECT t.sequence FROM ${from} ${where(within)} ${inOrder} LIMIT 1 OFFSET @skip`
    const endInARow = () => prepared(selectEnd).get({ ...query, skip: rowsInARow - 1 })?.sequence
    const end = latest ?? (others.length > 0 ? endInARow() : undefined)
    const all = [...within, ...others, ...(end ? ['t.sequence >= @end'] : [])]
    const select = `SELECT t.sequence, ${transactionColumns} FROM ${from} ${where(all)} ${inOrder} LIMIT @limit`
    return { rows: prepared(select).all({ ...query, end, limit }), end }
  }

  /** Where the transactions end that `account_transactions` does not hold yet, when a query about an account begins among them. */
  function endOfLatest(query: Continued): bigint | undefined {
    if (placeOf(query) !== 'byAccount') return undefined
    const end = (lastEntered.get() ?? 0n) + 1n
    return query.before === undefined || query.before > end ? end : undefined
  }

  async function found(query: TransactionQuery, wanted: number): Promise<Listed[]> {
    const all: Listed[] = []
    for (let next: Continued = query; ; await setImmediate()) {
      const { rows, end } = await read(
        () => stretch(next, wanted - all.length),
        () => query.accountId,
      )
      all.push(...rows)
      if (end === undefined || all.length === wanted) return all
      next = { ...query, before: end }
    }
  }

  return async (query) => {
    const rows = await found(query, query.limit + 1)
    const page = rows.slice(0, query.limit)
    const last = page.at(-1)
    return {
      transactions: page.map(({ sequence: _, ...row }) => transactionOf(row)),
      next: last && rows.length > page.length ? Number(last.sequence) : null,
    }
  }
}

function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
}

/** The shapes of a query are few and no value is in them, so that each is prepared once and kept. */
function preparedOnce(database: Database): (sql: string) => Statement<[object], Listed> {
  const statements = new Map<string, Statement<[object], Listed>>()
  return (sql) => {
    const statement = statements.get(sql) ?? database.prepare<[object], Listed>(sql)
    statements.set(sql, statement)
    return statement
  }
}
