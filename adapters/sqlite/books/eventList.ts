import { type Books, type EventQuery, type EventRows, eventRowsOf } from '../../../core/sente.ts'
import type { StoreAccess } from '../durability/access.ts'
import { type EventRow, eventColumns, eventOf, type FundingRow, fundingColumns, fundingOf } from '../rows/rows.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../rows/transactionRow.ts'

/** Lists an account's events from their table; each costs one look-up of what it is about. */
export function eventList({ database, read }: Pick<StoreAccess, 'database' | 'read'>): Books['events'] {
  const events = database.prepare<[EventQuery], EventRow>(
    `SELECT ${eventColumns} FROM events v WHERE v.account_id = @accountId AND v.sequence > @after
     ORDER BY v.sequence LIMIT @limit`,
  )
  const transaction = database.prepare<[string | null], TransactionRow>(
    `SELECT ${transactionColumns} FROM transactions t WHERE t.id = ?`,
  )
  const funding = database.prepare<[string, string | null], FundingRow>(
    `SELECT ${fundingColumns} FROM fundings f WHERE f.account_id = ? AND f.reference = ?`,
  )

  const last = database
    .prepare<[EventQuery], bigint>('SELECT ifnull(max(sequence), 0) FROM events WHERE account_id = @accountId')
    .pluck()

  function withCause(row: EventRow): EventRows {
    const ended = transaction.get(row.transaction)
    const funded = funding.get(row.accountId, row.funding)
    return eventRowsOf(eventOf(row), {
      transaction: ended && transactionOf(ended),
      funding: funded && fundingOf(funded),
    })
  }

  // Another process may write between the statements.
  const inOneMoment = database.transaction((query: EventQuery) => ({
    events: events.all(query).map(withCause),
    last: Number(last.get(query)),
  }))
  return async (query) =>
    read(
      () => inOneMoment(query),
      () => query.accountId,
    )
}
