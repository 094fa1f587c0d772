/**
 * The version of the schema that keeps what merchants say about their payments, and lists these by network and phone
 * number too, in the order of their ids, which begin with the time: a range of times is a range of each list. As before,
 * 4,096 are entered at once.
 */
export const listSchema = `
ALTER TABLE transactions ADD COLUMN description TEXT;
ALTER TABLE transactions ADD COLUMN metadata TEXT
  CONSTRAINT metadata_is_json CHECK (metadata IS NULL OR json_valid(metadata));
DROP TRIGGER final_states_stay;
CREATE TRIGGER final_states_stay BEFORE UPDATE ON transactions
WHEN OLD.state IN ('succeeded', 'failed') AND
  (NEW.sequence, NEW.id, NEW.account_id, NEW.kind, NEW.reference, NEW.phone_number, NEW.amount_minor, NEW.currency,
    NEW.network, NEW.description, NEW.metadata, NEW.state, NEW.reason, NEW.provider_id, NEW.provider_ref,
    NEW.fingerprint, NEW.submit_until_ms, NEW.created_at_ms, NEW.updated_at_ms)
  IS NOT
  (OLD.sequence, OLD.id, OLD.account_id, OLD.kind, OLD.reference, OLD.phone_number, OLD.amount_minor, OLD.currency,
    OLD.network, OLD.description, OLD.metadata, OLD.state, OLD.reason, OLD.provider_id, OLD.provider_ref,
    OLD.fingerprint, OLD.submit_until_ms, OLD.created_at_ms, OLD.updated_at_ms)
BEGIN
  SELECT RAISE(ABORT, 'final_states_stay');
END;

DROP TRIGGER transactions_are_entered;
DROP TRIGGER lists_follow_states;
DROP TABLE transaction_lists;
DROP INDEX transactions_to_look_at;
CREATE INDEX transactions_to_look_at ON transactions (id) WHERE attention IS NOT NULL;
CREATE TABLE transaction_lists (
  owner TEXT NOT NULL, currency TEXT NOT NULL, network TEXT NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (owner, currency, network, kind, state, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE transactions_by_phone_number (
  account_id TEXT NOT NULL, phone_number TEXT NOT NULL, id TEXT NOT NULL,
  PRIMARY KEY (account_id, phone_number, id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER transactions_are_entered AFTER INSERT ON transactions WHEN NEW.sequence % 4096 = 0
BEGIN
  INSERT INTO transaction_lists
  SELECT account_id, currency, network, kind, state, id FROM transactions WHERE sequence > NEW.sequence - 4096;
  INSERT INTO transaction_lists
  SELECT '', currency, network, kind, state, id FROM transactions WHERE sequence > NEW.sequence - 4096;
  INSERT INTO transactions_by_phone_number
  SELECT account_id, phone_number, id FROM transactions WHERE sequence > NEW.sequence - 4096;
END;
CREATE TRIGGER lists_follow_states AFTER UPDATE OF state ON transactions
WHEN NEW.state <> OLD.state AND NEW.sequence <= (SELECT sequence FROM last_entered)
BEGIN
  UPDATE transaction_lists SET state = NEW.state WHERE owner = NEW.account_id AND currency = NEW.currency
    AND network = NEW.network AND kind = NEW.kind AND state = OLD.state AND id = NEW.id;
  UPDATE transaction_lists SET state = NEW.state WHERE owner = '' AND currency = NEW.currency
    AND network = NEW.network AND kind = NEW.kind AND state = OLD.state AND id = NEW.id;
END;
INSERT INTO transaction_lists SELECT '', currency, network, kind, state, id FROM transactions
WHERE sequence <= (SELECT sequence FROM last_entered) ORDER BY currency, network, kind, state, id;
INSERT INTO transaction_lists SELECT account_id, currency, network, kind, state, id FROM transactions
WHERE sequence <= (SELECT sequence FROM last_entered) ORDER BY account_id, currency, network, kind, state, id;
INSERT INTO transactions_by_phone_number SELECT account_id, phone_number, id FROM transactions
WHERE sequence <= (SELECT sequence FROM last_entered) ORDER BY account_id, phone_number, id;
`
