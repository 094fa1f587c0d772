import Database from 'better-sqlite3'
import { changeOf } from '../schema/statements.ts'
import { UnusableDatabase } from '../unusableDatabase.ts'

/** How many lines about the damage are reported at most. */
const mostReported = 20

/**
 * Throws `UnusableDatabase`, saying what is wrong, for a database whose pages or indexes are damaged. It reads
 * everything and blocks the event loop meanwhile: some ten seconds for each million transactions.
 */
export function assertIntact(reader: Database.Database): void {
  const found = damageIn(reader)
  if (found.length > 0) throw new UnusableDatabase(`${reader.name} is damaged: ${found.join('; ')}`)
}

/** What lists and statements lack or have wrongly: SQLite cannot check them, because they are ordinary tables. */
const selectUnlisted = `
  SELECT 'transaction ' || t.id || ' is missing from transaction_lists'
  FROM transactions t WHERE t.sequence <= (SELECT sequence FROM last_entered) AND (
    NOT EXISTS (SELECT 1 FROM transaction_lists WHERE (owner, currency, network, kind, state, id) =
      (t.account_id, t.currency, t.network, t.kind, t.state, t.id)) OR
    NOT EXISTS (SELECT 1 FROM transaction_lists WHERE (owner, currency, network, kind, state, id) =
      ('', t.currency, t.network, t.kind, t.state, t.id)))
  UNION ALL
  SELECT 'transaction ' || t.id || ' is missing from transactions_by_phone_number'
  FROM transactions t WHERE t.sequence <= (SELECT sequence FROM last_entered) AND
    NOT EXISTS (SELECT 1 FROM transactions_by_phone_number WHERE (account_id, phone_number, id) =
      (t.account_id, t.phone_number, t.id))
  UNION ALL
  SELECT 'transaction_lists has ' || l.id || ' in a wrong place'
  FROM transaction_lists l LEFT JOIN transactions t ON t.id = l.id
  WHERE (l.owner, l.currency, l.network, l.kind, l.state)
      IS NOT (iif(l.owner = '', '', t.account_id), t.currency, t.network, t.kind, t.state)
    OR t.sequence > (SELECT sequence FROM last_entered)
  UNION ALL
  SELECT 'transactions_by_phone_number has ' || p.id || ' in a wrong place'
  FROM transactions_by_phone_number p LEFT JOIN transactions t ON t.id = p.id
  WHERE (p.account_id, p.phone_number) IS NOT (t.account_id, t.phone_number)
    OR t.sequence > (SELECT sequence FROM last_entered)
  UNION ALL
  SELECT 'event ' || e.sequence || ' of account ' || e.account_id || ' is missing from event_lists'
  FROM event_types e
  WHERE e.sequence <= (SELECT max(sequence) / 64 * 64 FROM events WHERE account_id = e.account_id) AND
    NOT EXISTS (SELECT 1 FROM event_lists WHERE (account_id, type, sequence) = (e.account_id, e.type, e.sequence))
  UNION ALL
  SELECT 'event_lists has event ' || l.sequence || ' of account ' || l.account_id || ' in a wrong place'
  FROM event_lists l LEFT JOIN event_types e ON e.account_id = l.account_id AND e.sequence = l.sequence
  WHERE l.type IS NOT e.type
    OR l.sequence > (SELECT max(sequence) / 64 * 64 FROM events WHERE account_id = l.account_id)
  UNION ALL
  SELECT 'posting ' || e.sequence || ' is missing from statement_lines'
  FROM postings e WHERE e.sequence <= (SELECT sequence FROM last_stated) AND NOT EXISTS (
    SELECT 1 FROM statement_lines WHERE (account_id, currency, sequence) = (e.account_id, e.currency, e.sequence))
  UNION ALL
  SELECT 'statement_lines has ' || sequence || ' with a wrong balance'
  FROM (
    SELECT l.*, max(e.at_ms) OVER earlier AS latest, sum(${changeOf('available')}) OVER earlier AS available,
      sum(${changeOf('held')}) OVER earlier AS held
    FROM statement_lines l LEFT JOIN postings e ON e.sequence = l.sequence
    WINDOW earlier AS (PARTITION BY l.account_id, l.currency ORDER BY l.sequence)
  ) WHERE (latest_ms, available_minor, held_minor) IS NOT (latest, available, held)
  LIMIT ?`

function damageIn(reader: Database.Database): string[] {
  try {
    const report = reader.prepare<[], string>(`PRAGMA integrity_check(${mostReported})`).pluck().all()
    if (report[0] !== 'ok') return report.flatMap((text) => text.split('\n'))
    return reader.prepare<[number], string>(selectUnlisted).pluck().all(mostReported)
  } catch (error) {
    if (error instanceof Database.SqliteError) return [error.message]
    throw error
  }
}
