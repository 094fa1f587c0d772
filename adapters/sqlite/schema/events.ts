/** The version of the schema in which accounts have events; what has ended or was funded before gets its own. */
export const eventSchema = `
CREATE TABLE events (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  sequence INTEGER NOT NULL CONSTRAINT sequence_above_zero CHECK (sequence > 0),
  transaction_id TEXT REFERENCES transactions (id),
  funding_reference TEXT,
  at_ms INTEGER NOT NULL,
  CONSTRAINT event_has_one_cause CHECK ((transaction_id IS NULL) <> (funding_reference IS NULL)),
  PRIMARY KEY (account_id, sequence),
  FOREIGN KEY (account_id, funding_reference) REFERENCES fundings (account_id, reference)
) STRICT, WITHOUT ROWID;
INSERT INTO events
  SELECT account_id, row_number() OVER (PARTITION BY account_id ORDER BY at_ms, place),
    transaction_id, funding_reference, at_ms
  FROM (
    SELECT account_id, id AS transaction_id, NULL AS funding_reference, updated_at_ms AS at_ms, sequence AS place
    FROM transactions WHERE state = 'succeeded' OR state = 'failed'
    UNION ALL
    SELECT account_id, NULL, reference, at_ms, 0 FROM fundings
  )
  ORDER BY 1, 2;
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN
  SELECT RAISE(ABORT, 'events_stay');
END;
CREATE TRIGGER events_are_kept BEFORE DELETE ON events
BEGIN
  SELECT RAISE(ABORT, 'events_are_kept');
END;
`
