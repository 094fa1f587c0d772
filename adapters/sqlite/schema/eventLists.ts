/**
 * The version of the schema that lists an account's events by type. An index would be written to with every payment; here
 * 64 are entered at once, and the latest ones, which are not entered yet, are found without it.
 */
export const eventListSchema = `
CREATE TABLE event_lists (
  account_id TEXT NOT NULL, type TEXT NOT NULL, sequence INTEGER NOT NULL,
  PRIMARY KEY (account_id, type, sequence)
) STRICT, WITHOUT ROWID;
CREATE VIEW event_types (account_id, type, sequence) AS
  SELECT v.account_id, CASE f.kind WHEN 'fund' THEN 'balance.funded' WHEN 'withdraw' THEN 'balance.withdrawn'
    ELSE ifnull(t.kind || '.' || t.state, '') END, v.sequence
  FROM events v LEFT JOIN transactions t ON t.id = v.transaction_id
    LEFT JOIN fundings f ON f.account_id = v.account_id AND f.reference = v.funding_reference;
CREATE TRIGGER events_are_entered AFTER INSERT ON events WHEN NEW.sequence % 64 = 0
BEGIN
  INSERT INTO event_lists SELECT account_id, type, sequence FROM event_types
  WHERE account_id = NEW.account_id AND sequence > NEW.sequence - 64 AND sequence <= NEW.sequence;
END;
INSERT INTO event_lists SELECT account_id, type, sequence FROM event_types e
WHERE sequence <= (SELECT max(sequence) / 64 * 64 FROM events WHERE account_id = e.account_id)
ORDER BY account_id, type, sequence;
`
