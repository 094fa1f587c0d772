import { type Books, type EventRows, eventRowsOf, eventTypeOf, type Funding } from '../../../core/sente.ts'
import type { Ask } from '../connection/statement.ts'
import { type EventRow, eventColumns, eventOf } from '../rows/rows.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../rows/transactionRow.ts'

/**
 * Lists an account's events with what they are about. Those of a type are in a list, but for the latest ones, of which at
 * most 63 are read besides.
 */
export function eventList(ask: Ask): Books['events'] {
  return async ({ accountId, type, after, limit }) => {
    const statement = type === undefined ? selectEvents : selectEventsOfType
    const values = [accountId, after, limit, ...(type === undefined ? [] : [type])]
    const rows = await ask<Row>({ ...statement, values })
    const events = rows.filter(hasEvent).map(eventRowsIn)
    const sought = type === undefined ? events : events.filter((row) => eventTypeOf(row) === type).slice(0, limit)
    return { events: sought, last: Number(rows[0]?.last) }
  }
}

/** An event beside what it is about, and the sequence of the last one; only that where no event is listed. */
type Row = { readonly last: bigint } & (EventRow | { readonly sequence: null }) &
  (TransactionRow | { readonly id: null }) &
  (FundingColumns | { readonly fundingKind: null })

type FundingColumns = Pick<Funding, 'because'> & {
  readonly fundingKind: Funding['kind']
  readonly fundingCurrency: string
  readonly fundingAmountMinor: bigint
  readonly fundingAtMs: bigint
}

function hasEvent(row: Row): row is Row & EventRow {
  return row.sequence !== null
}

function eventRowsIn(row: Row & EventRow): EventRows {
  return eventRowsOf(eventOf(row), {
    transaction: row.id === null ? undefined : transactionOf(row),
    funding: row.fundingKind === null ? undefined : fundingIn(row),
  })
}

function fundingIn({ accountId, funding, because, ...row }: FundingColumns & EventRow): Funding {
  return {
    ...{ accountId, reference: funding ?? '', kind: row.fundingKind, currency: row.fundingCurrency },
    ...{ amountMinor: row.fundingAmountMinor, because, atMs: Number(row.fundingAtMs) },
  }
}

/**
 * One statement, so that all is of one moment of one server. The limits of one keep each look-up to itself, even when
 * nothing is known about the tables' sizes.
 */
const select = (
  events: string,
) => `SELECT ended.last, ${transactionColumns}, f.kind AS "fundingKind", f.currency AS "fundingCurrency",
      f.amount_minor AS "fundingAmountMinor", f.because, f.at_ms AS "fundingAtMs", ${eventColumns}
    FROM (SELECT coalesce(max(sequence), 0) AS last FROM events WHERE account_id = $1) AS ended
    LEFT JOIN LATERAL (${events}) AS e ON TRUE
    LEFT JOIN LATERAL (
      SELECT * FROM transactions WHERE account_id = e.account_id AND id = e.transaction_id LIMIT 1
    ) AS t ON TRUE
    LEFT JOIN LATERAL (
      SELECT * FROM fundings WHERE account_id = e.account_id AND reference = e.funding_reference LIMIT 1
    ) AS f ON TRUE
    ORDER BY e.sequence`

const selectEvents = {
  name: 'events',
  text: select('SELECT * FROM events WHERE account_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3'),
}

const selectEventsOfType = {
  name: 'events of a type',
  text: select(`
      (SELECT l.account_id, l.sequence, v.transaction_id, v.funding_reference, v.at_ms FROM event_lists l
        LEFT JOIN LATERAL (SELECT * FROM events WHERE account_id = l.account_id AND sequence = l.sequence LIMIT 1) AS v ON TRUE
        WHERE l.account_id = $1 AND l.type = $4 AND l.sequence > $2 ORDER BY l.sequence LIMIT $3)
      UNION ALL
      (SELECT account_id, sequence, transaction_id, funding_reference, at_ms FROM events
        WHERE account_id = $1 AND sequence > greatest($2, ended.last / 64 * 64) ORDER BY sequence LIMIT 64)`),
}
