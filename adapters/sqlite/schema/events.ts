/** The version of the schema in which accounts have events, and endpoints that these are sent to; what has ended or was funded before gets its own. */
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

CREATE TABLE webhook_endpoints (
  id TEXT PRIMARY KEY NOT NULL,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  url TEXT NOT NULL,
  types TEXT NOT NULL CONSTRAINT types_are_json CHECK (json_valid(types)),
  disabled_because TEXT CONSTRAINT disabled_because_is_known
    CHECK (disabled_because = 'asked' OR disabled_because = 'gone' OR disabled_because = 'failing'),
  generation INTEGER NOT NULL CONSTRAINT generation_above_zero CHECK (generation > 0),
  rotated_at_ms INTEGER,
  created_at_ms INTEGER NOT NULL,
  up_to INTEGER NOT NULL CONSTRAINT up_to_not_negative CHECK (up_to >= 0),
  failing_since_ms INTEGER,
  claimed_by TEXT,
  claimed_until_ms INTEGER,
  CONSTRAINT endpoint_claim_is_whole CHECK ((claimed_by IS NULL) = (claimed_until_ms IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_endpoints_by_account ON webhook_endpoints (account_id, id);
CREATE TABLE webhook_waiting (
  endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  sequence INTEGER NOT NULL,
  attempts INTEGER NOT NULL CONSTRAINT attempts_not_negative CHECK (attempts >= 0),
  due_at_ms INTEGER NOT NULL,
  PRIMARY KEY (endpoint_id, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX webhook_waiting_by_time ON webhook_waiting (endpoint_id, due_at_ms);
CREATE TABLE webhook_attempts (
  endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  attempt INTEGER NOT NULL CONSTRAINT attempt_above_zero CHECK (attempt > 0),
  at_ms INTEGER NOT NULL,
  status INTEGER,
  problem TEXT,
  took_ms INTEGER NOT NULL,
  answer TEXT NOT NULL,
  PRIMARY KEY (endpoint_id, n)
) STRICT, WITHOUT ROWID;
`
