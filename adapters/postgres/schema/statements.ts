/** How many postings lie between two marks. */
export const markedEvery = 256n

/**
 * The part of a version of the schema that statements are read from: after every 256th posting of an account in a
 * currency a mark with the balance, and with the latest time of any posting until then. A trigger writes them, so that
 * those of older nodes are marked too.
 */
export const statementSchema = `
CREATE TABLE statement_marks (
  account_id TEXT COLLATE "C" NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  n BIGINT NOT NULL,
  latest_ms BIGINT NOT NULL,
  available_minor BIGINT NOT NULL,
  held_minor BIGINT NOT NULL,
  PRIMARY KEY (account_id, currency, n)
);
CREATE INDEX statement_marks_by_time ON statement_marks (account_id, currency, latest_ms, n);

INSERT INTO statement_marks ${selectMarks()};
CREATE FUNCTION mark_statement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO statement_marks
    SELECT NEW.account_id, NEW.currency, NEW.n, greatest(max(m.latest_ms), max(p.at_ms)),
      coalesce(max(m.available_minor), 0) + sum(${changeOf('available')}),
      coalesce(max(m.held_minor), 0) + sum(${changeOf('held')})
    FROM postings p LEFT JOIN statement_marks m
      ON m.account_id = p.account_id AND m.currency = p.currency AND m.n = NEW.n - ${markedEvery}
    WHERE p.account_id = NEW.account_id AND p.currency = NEW.currency AND p.n > NEW.n - ${markedEvery} AND p.n <= NEW.n;
  RETURN NULL;
END $$;
CREATE TRIGGER postings_are_marked AFTER INSERT ON postings FOR EACH ROW
  WHEN (NEW.n % ${markedEvery} = ${markedEvery - 1n})
  EXECUTE FUNCTION mark_statement();
`

/** The marks that the postings require. */
export function selectMarks(): string {
  return `
  SELECT account_id, currency, n, latest_ms, available, held FROM (
    SELECT account_id, currency, n, max(at_ms) OVER earlier AS latest_ms,
      sum(${changeOf('available')}) OVER earlier AS available, sum(${changeOf('held')}) OVER earlier AS held
    FROM postings p WINDOW earlier AS (PARTITION BY account_id, currency ORDER BY n)
  ) AS running WHERE n % ${markedEvery} = ${markedEvery - 1n}`
}

/** What a posting `p` adds to one ledger account. */
export function changeOf(ledgerAccount: 'available' | 'held'): string {
  const isAt = (end: 'to' | 'from') => `(p.${end}_ledger_account = '${ledgerAccount}')::int`
  return `p.amount_minor * (${isAt('to')} - ${isAt('from')})`
}
