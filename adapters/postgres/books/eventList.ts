import type { Books, EventRows } from '../../../core/sente.ts'
import type { Ask } from '../connection/statement.ts'
import { type EventRow, eventColumns, eventOf, type FundingRow, fundingColumns, fundingOf } from '../rows/rows.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../rows/transactionRow.ts'

/** Lists an account's events from their table, and then finds what they are about. */
export function eventList(ask: Ask): Books['events'] {
  return async ({ accountId, after, limit }) => {
    const events = (await ask<EventRow>({ ...selectEvents, values: [accountId, after, limit] })).map(eventOf)
    const transactionIds = events.flatMap(({ cause }) => ('transaction' in cause ? [cause.transaction] : []))
    const references = events.flatMap(({ cause }) => ('funding' in cause ? [cause.funding] : []))
    const [transactions, fundings] = await Promise.all([
      transactionIds.length > 0
        ? ask<TransactionRow>({ ...selectTransactions, values: [accountId, transactionIds] })
        : [],
      references.length > 0 ? ask<FundingRow>({ ...selectFundings, values: [accountId, references] }) : [],
    ])
    const ended = new Map(transactions.map((row) => [row.id, transactionOf(row)]))
    const funded = new Map(fundings.map((row) => [row.reference, fundingOf(row)]))
    return events.flatMap((event): EventRows[] => {
      const { cause } = event
      const transaction = 'transaction' in cause ? ended.get(cause.transaction) : undefined
      if (transaction) return [{ event, transaction }]
      const funding = 'funding' in cause ? funded.get(cause.funding) : undefined
      return funding ? [{ event, funding }] : []
    })
  }
}

const selectEvents = {
  name: 'events',
  text: `SELECT ${eventColumns} FROM events e WHERE e.account_id = $1 AND e.sequence > $2
    ORDER BY e.sequence LIMIT $3`,
}

const selectTransactions = {
  name: 'transactions of events',
  text: `SELECT ${transactionColumns} FROM transactions t WHERE t.account_id = $1 AND t.id = ANY($2::text[])`,
}

const selectFundings = {
  name: 'fundings of events',
  text: `SELECT ${fundingColumns} FROM fundings f WHERE f.account_id = $1 AND f.reference = ANY($2::text[])`,
}
