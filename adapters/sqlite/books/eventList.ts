import type { Books, EventQuery, EventRows } from '../../../core/sente.ts'
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

  function withCause(row: EventRow): EventRows[] {
    const event = eventOf(row)
    const ended = transaction.get(row.transaction)
    if (ended) return [{ event, transaction: transactionOf(ended) }]
    const funded = funding.get(row.accountId, row.funding)
    return funded ? [{ event, funding: fundingOf(funded) }] : []
  }

  return async (query) =>
    read(
      () => events.all(query).flatMap(withCause),
      () => query.accountId,
    )
}
