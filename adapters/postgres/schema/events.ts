/**
 * The version of the schema in which accounts have events; what has ended or was funded before gets its own. Nodes of the
 * version before know no events: triggers write them for what those nodes end and fund. Connections that write events
 * themselves say so by `writesEvents`. The version after next drops the triggers.
 */
export const eventSchema = `
CREATE TABLE events (
  account_id TEXT COLLATE "C" NOT NULL,
  sequence BIGINT NOT NULL CONSTRAINT sequence_above_zero CHECK (sequence > 0),
  transaction_id TEXT COLLATE "C",
  funding_reference TEXT COLLATE "C",
  at_ms BIGINT NOT NULL,
  CONSTRAINT event_has_one_cause CHECK ((transaction_id IS NULL) <> (funding_reference IS NULL)),
  PRIMARY KEY (account_id, sequence)
);

-- Nothing ends between what is counted here and the triggers.
LOCK TABLE transactions, fundings IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO events
  SELECT account_id, row_number() OVER (PARTITION BY account_id ORDER BY at_ms, id NULLS FIRST), id, reference, at_ms
  FROM (
    SELECT account_id, id, NULL AS reference, updated_at_ms AS at_ms
    FROM transactions WHERE state IN ('succeeded', 'failed')
    UNION ALL
    SELECT account_id, NULL, reference, at_ms FROM fundings
  ) AS happened;

-- The account is locked by whoever ends or funds something, so that nobody else takes the same sequence.
CREATE FUNCTION write_event(account TEXT, ended TEXT, funded TEXT, happened_at_ms BIGINT) RETURNS void LANGUAGE sql AS $$
  INSERT INTO events
    SELECT account, coalesce(max(sequence), 0) + 1, ended, funded, happened_at_ms FROM events WHERE account_id = account
$$;
CREATE FUNCTION write_event_of_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_event(NEW.account_id, NEW.id, NULL, NEW.updated_at_ms);
  RETURN NULL;
END $$;
CREATE FUNCTION write_event_of_funding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM write_event(NEW.account_id, NULL, NEW.reference, NEW.at_ms);
  RETURN NULL;
END $$;
CREATE TRIGGER ends_have_events AFTER UPDATE OF state ON transactions FOR EACH ROW
  WHEN (NEW.state IN ('succeeded', 'failed') AND OLD.state IN ('submitting', 'pending')
    AND current_setting('sente.writes_events', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION write_event_of_end();
CREATE TRIGGER fundings_have_events AFTER INSERT ON fundings FOR EACH ROW
  WHEN (current_setting('sente.writes_events', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION write_event_of_funding();

CREATE TABLE webhook_endpoints (
  account_id TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" PRIMARY KEY,
  url TEXT NOT NULL,
  types JSONB NOT NULL,
  disabled_because TEXT
    CONSTRAINT disabled_because_is_known CHECK (disabled_because IN ('asked', 'gone', 'failing')),
  generation BIGINT NOT NULL CONSTRAINT generation_above_zero CHECK (generation > 0),
  rotated_at_ms BIGINT,
  created_at_ms BIGINT NOT NULL,
  up_to BIGINT NOT NULL CONSTRAINT up_to_not_negative CHECK (up_to >= 0),
  failing_since_ms BIGINT,
  claimed_by TEXT,
  claimed_until_ms BIGINT,
  CONSTRAINT endpoint_claim_is_whole CHECK ((claimed_by IS NULL) = (claimed_until_ms IS NULL))
) WITH (fillfactor = 50);
CREATE INDEX webhook_endpoints_by_account ON webhook_endpoints (account_id, id);
CREATE TABLE webhook_waiting (
  endpoint_id TEXT COLLATE "C" NOT NULL,
  sequence BIGINT NOT NULL,
  attempts BIGINT NOT NULL CONSTRAINT attempts_not_negative CHECK (attempts >= 0),
  due_at_ms BIGINT NOT NULL,
  PRIMARY KEY (endpoint_id, sequence)
);
CREATE INDEX webhook_waiting_by_time ON webhook_waiting (endpoint_id, due_at_ms);
CREATE TABLE webhook_attempts (
  endpoint_id TEXT COLLATE "C" NOT NULL,
  n BIGINT NOT NULL,
  sequence BIGINT NOT NULL,
  attempt BIGINT NOT NULL CONSTRAINT attempt_above_zero CHECK (attempt > 0),
  at_ms BIGINT NOT NULL,
  status BIGINT,
  problem TEXT,
  took_ms BIGINT NOT NULL,
  answer TEXT NOT NULL,
  PRIMARY KEY (endpoint_id, n)
);
`

/** What a connection says when it writes events itself. */
export const writesEvents = 'SET sente.writes_events TO on'
