import Database from 'better-sqlite3'
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

/** What `transaction_lists` lacks or lists wrongly: SQLite cannot check it, because it is an ordinary table. */
const selectUnlisted = `
  SELECT 'transaction ' || t.id || ' is missing from transaction_lists'
  FROM transactions t WHERE t.sequence <= (SELECT sequence FROM last_entered) AND (
    NOT EXISTS (SELECT 1 FROM transaction_lists WHERE (owner, currency, kind, state, sequence) =
      (t.account_id, t.currency, t.kind, t.state, t.sequence)) OR
    NOT EXISTS (SELECT 1 FROM transaction_lists WHERE (owner, currency, kind, state, sequence) =
      ('', t.currency, t.kind, t.state, t.sequence)))
  UNION ALL
  SELECT 'transaction_lists has number ' || l.sequence || ' in a wrong place'
  FROM transaction_lists l LEFT JOIN transactions t ON t.sequence = l.sequence
  WHERE (l.owner, l.currency, l.kind, l.state) IS NOT (iif(l.owner = '', '', t.account_id), t.currency, t.kind, t.state)
    OR l.sequence > (SELECT sequence FROM last_entered)
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
