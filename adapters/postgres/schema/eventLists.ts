/**
 * The version of the schema that lists an account's events by type. An index would be written to with every payment; here
 * 64 are entered at once, and the latest ones, which are not entered yet, are found without it. The limits of one keep each
 * look-up to itself, even when nothing is known about the tables' sizes.
 */
export const eventListSchema = `
CREATE TABLE event_lists (
  account_id TEXT COLLATE "C" NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  sequence BIGINT NOT NULL,
  PRIMARY KEY (account_id, type, sequence)
);
CREATE VIEW event_types (account_id, type, sequence) AS
  SELECT e.account_id, CASE f.kind WHEN 'fund' THEN 'balance.funded' WHEN 'withdraw' THEN 'balance.withdrawn'
    ELSE coalesce(t.kind || '.' || t.state, '') END, e.sequence
  FROM events e
  LEFT JOIN LATERAL (
    SELECT kind, state FROM transactions WHERE account_id = e.account_id AND id = e.transaction_id LIMIT 1
  ) AS t ON TRUE
  LEFT JOIN LATERAL (
    SELECT kind FROM fundings WHERE account_id = e.account_id AND reference = e.funding_reference LIMIT 1
  ) AS f ON TRUE;

-- No event is written between what is entered here and the trigger.
LOCK TABLE events IN SHARE ROW EXCLUSIVE MODE;
INSERT INTO event_lists SELECT account_id, type, sequence FROM event_types
  JOIN (SELECT account_id, max(sequence) AS last FROM events GROUP BY account_id) AS ended USING (account_id)
  WHERE sequence <= last / 64 * 64
  ORDER BY account_id, type, sequence;
CREATE FUNCTION enter_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_lists SELECT account_id, type, sequence FROM event_types
    WHERE account_id = NEW.account_id AND sequence > NEW.sequence - 64 AND sequence <= NEW.sequence;
  RETURN NULL;
END $$;
CREATE TRIGGER events_are_entered AFTER INSERT ON events FOR EACH ROW WHEN (NEW.sequence % 64 = 0)
  EXECUTE FUNCTION enter_events();
`
