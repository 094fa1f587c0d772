import type { Ask } from '../connection/statement.ts'
import { selectMarks } from '../schema/statements.ts'
import { UnusableDatabase } from '../unusableDatabase.ts'

/** How many rows are reported at most. */
const mostReported = 20

/**
 * Throws `UnusableDatabase` for lists of transactions and marks of statements that lack a row, or have a wrong one: they
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
  SELECT 'transaction ' || t.id || ' is missing from transaction_lists' AS problem
  FROM transactions t WHERE t.state IN ('succeeded', 'failed')
    AND NOT EXISTS (SELECT FROM transaction_lists l WHERE ${listed})
  UNION ALL
  SELECT 'transaction_lists has ' || l.id || ' in a wrong place'
  FROM transaction_lists l
  WHERE NOT EXISTS (SELECT FROM transactions t WHERE ${listed} AND t.state IN ('succeeded', 'failed'))
  UNION ALL
  SELECT 'statement_marks lacks, or has wrongly, posting ' || n || ' of ' || account_id || ' ' || currency
  FROM (${selectMarks()}) AS m FULL JOIN statement_marks s USING (account_id, currency, n)
  WHERE (m.latest_ms, m.available, m.held)
    IS DISTINCT FROM (s.latest_ms, s.available_minor, s.held_minor)
  LIMIT $1`
