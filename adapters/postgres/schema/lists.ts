/**
 * The part of a version of the schema that answers every filter of an account's list from an index. What has ended never
 * changes again, and stands in a list of its own kind; what is open is found among the follow-ups. For nodes of older
 * versions a trigger writes the list; connections that write it themselves say so by `writesLists`. The version after
 * next drops the trigger.
 */
export const listSchema = `
CREATE TABLE transaction_lists (
  account_id TEXT COLLATE "C" NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  network TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, currency, network, kind, state, id)
);
CREATE INDEX transactions_by_phone_number ON transactions (account_id, phone_number, id);

INSERT INTO transaction_lists
  SELECT account_id, currency, network, kind, state, id FROM transactions WHERE state IN ('succeeded', 'failed')
  ORDER BY account_id, currency, network, kind, state, id;
CREATE FUNCTION list_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transaction_lists
    VALUES (NEW.account_id, NEW.currency, NEW.network, NEW.kind, NEW.state, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER ends_are_listed AFTER UPDATE OF state ON transactions FOR EACH ROW
  WHEN (NEW.state IN ('succeeded', 'failed') AND OLD.state IN ('submitting', 'pending')
    AND current_setting('sente.writes_lists', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION list_transaction();
`

/** What a connection says when it writes the lists itself. */
export const writesLists = 'SET sente.writes_lists TO on'
