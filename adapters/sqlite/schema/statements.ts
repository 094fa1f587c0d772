/**
 * The part of a version of the schema that statements are read from: each posting with the balance after it, by account
 * and currency, and with the latest time of any until then. As transactions into their lists, 4,096 postings are entered
 * at once; those that are not entered yet are found without it.
 */
export const statementSchema = `
CREATE TABLE statement_lines (
  account_id TEXT NOT NULL, currency TEXT NOT NULL, sequence INTEGER NOT NULL,
  latest_ms INTEGER NOT NULL, available_minor INTEGER NOT NULL, held_minor INTEGER NOT NULL,
  PRIMARY KEY (account_id, currency, sequence)
) STRICT, WITHOUT ROWID;
CREATE VIEW last_stated (sequence) AS SELECT ifnull(max(sequence), 0) / 4096 * 4096 FROM postings;
CREATE TRIGGER postings_are_stated AFTER INSERT ON postings WHEN NEW.sequence % 4096 = 0
BEGIN
  INSERT INTO statement_lines
  SELECT e.account_id, e.currency, e.sequence, max(ifnull(b.latest_ms, e.at_ms), max(e.at_ms) OVER earlier),
    ifnull(b.available_minor, 0) + sum(${changeOf('available')}) OVER earlier,
    ifnull(b.held_minor, 0) + sum(${changeOf('held')}) OVER earlier
  FROM postings e LEFT JOIN statement_lines b ON b.account_id = e.account_id AND b.currency = e.currency
    AND b.sequence = (
      SELECT max(sequence) FROM statement_lines l WHERE l.account_id = e.account_id AND l.currency = e.currency)
  WHERE e.sequence > NEW.sequence - 4096
  WINDOW earlier AS (PARTITION BY e.account_id, e.currency ORDER BY e.sequence);
END;
INSERT INTO statement_lines
SELECT account_id, currency, sequence, max(at_ms) OVER earlier, sum(${changeOf('available')}) OVER earlier,
  sum(${changeOf('held')}) OVER earlier
FROM postings e WHERE sequence <= (SELECT sequence FROM last_stated)
WINDOW earlier AS (PARTITION BY account_id, currency ORDER BY sequence);
`

/** What a posting `e` adds to one ledger account. */
export function changeOf(ledgerAccount: 'available' | 'held'): string {
  return `(e.amount_minor * ((e.to_ledger_account = '${ledgerAccount}') - (e.from_ledger_account = '${ledgerAccount}')))`
}
