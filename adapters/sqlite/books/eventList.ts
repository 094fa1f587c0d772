import { type Books, type EventQuery, type EventRows, eventRowsOf, eventTypeOf } from '../../../core/sente.ts'
import type { StoreAccess } from '../durability/access.ts'
import { type EventRow, eventColumns, eventOf, type FundingRow, fundingColumns, fundingOf } from '../rows/rows.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../rows/transactionRow.ts'

/**
 * Lists an account's events from their table; each costs one look-up of what it is about. Those of a type are in a list,
 * but for the latest ones, of which at most 63 are read besides.
 */
export function eventList({ database, read }: Pick<StoreAccess, 'database' | 'read'>): Books['events'] {
  const events = database.prepare<[EventQuery], EventRow>(
    `SELECT ${eventColumns} FROM events v WHERE v.account_id = @accountId AND v.sequence > @after
     ORDER BY v.sequence LIMIT @limit`,
  )
  const entered = database.prepare<[EventQuery], EventRow>(
    `SELECT l.account_id AS accountId, l.sequence, v.transaction_id AS "transaction", v.funding_reference AS funding,
       v.at_ms AS atMs
     FROM event_lists l LEFT JOIN events v ON v.account_id = l.account_id AND v.sequence = l.sequence
     WHERE l.account_id = @accountId AND l.type = @type AND l.sequence > @after ORDER BY l.sequence LIMIT @limit`,
  )
  const notEntered = database.prepare<[EventQuery], EventRow>(
    `SELECT ${eventColumns} FROM events v WHERE v.account_id = @accountId
       AND v.sequence > max(@after, (SELECT ifnull(max(sequence), 0) / 64 * 64 FROM events WHERE account_id = @accountId))
     ORDER BY v.sequence`,
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

  function rowsOf(query: EventQuery): EventRows[] {
    if (query.type === undefined) return events.all(query).map(withCause)
    const latest = notEntered.all(query).map(withCause)
    const ofType = latest.filter((row) => eventTypeOf(row) === query.type)
    return [...entered.all(query).map(withCause), ...ofType].slice(0, query.limit)
  }

  // Another process may write between the statements.
  const inOneMoment = database.transaction((query: EventQuery) => ({
    events: rowsOf(query),
    last: Number(last.get(query)),
  }))
  return async (query) =>
    read(
      () => inOneMoment(query),
      () => query.accountId,
    )
}
