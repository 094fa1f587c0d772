import type { Ask } from '../connection/statement.ts'
import { selectMarks } from '../schema/statements.ts'
import { UnusableDatabase } from '../unusableDatabase.ts'

/** How many rows are reported at most. */
const mostReported = 20

/**
 * Throws `UnusableDatabase` for lists of transactions and events and marks of statements that lack a row, or have a wrong one: they
 * are derived from other rows, by triggers among others, and nobody would notice. It reads all transactions and postings.
 */
export async function assertDerived(ask: Ask, name: string): Promise<void> {
  const found = await ask<{ problem: string }>({ text: selectWrong, values: [mostReported] })
  if (found.length === 0) return
  throw new UnusableDatabase(`${name} is damaged: ${found.map(({ problem }) => problem).join('; ')}`)
}

const listed = `(l.account_id, l.currency, l.network, l.kind, l.state, l.id) =
  (t.account_id, t.currency, t.network, t.kind, t.state, t.id)`

const selectWrong = `
  WITH ended AS (SELECT account_id, max(sequence) AS last FROM events GROUP BY account_id)
  SELECT 'transaction ' || t.id || ' is missing from transaction_lists' AS problem
  FROM transactions t WHERE t.state IN ('succeeded', 'failed')
    AND NOT EXISTS (SELECT FROM transaction_lists l WHERE ${listed})
  UNION ALL
  SELECT 'transaction_lists has ' || l.id || ' in a wrong place'
  FROM transaction_lists l
  WHERE NOT EXISTS (SELECT FROM transactions t WHERE ${listed} AND t.state IN ('succeeded', 'failed'))
  UNION ALL
  SELECT 'event ' || e.sequence || ' of account ' || e.account_id || ' is missing from event_lists'
  FROM event_types e JOIN ended USING (account_id)
  WHERE e.sequence <= ended.last / 64 * 64 AND NOT EXISTS (
    SELECT FROM event_lists l WHERE (l.account_id, l.type, l.sequence) = (e.account_id, e.type, e.sequence))
  UNION ALL
  SELECT 'event_lists has event ' || l.sequence || ' of account ' || l.account_id || ' in a wrong place'
  FROM event_lists l LEFT JOIN ended USING (account_id)
  LEFT JOIN event_types e ON (e.account_id, e.sequence) = (l.account_id, l.sequence)
  WHERE l.type IS DISTINCT FROM e.type OR l.sequence > ended.last / 64 * 64
  UNION ALL
  SELECT 'statement_marks lacks, or has wrongly, posting ' || n || ' of ' || account_id || ' ' || currency
  FROM (${selectMarks()}) AS m FULL JOIN statement_marks s USING (account_id, currency, n)
  WHERE (m.latest_ms, m.available, m.held)
    IS DISTINCT FROM (s.latest_ms, s.available_minor, s.held_minor)
  LIMIT $1`
