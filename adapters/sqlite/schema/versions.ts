import { eventListSchema } from './eventLists.ts'
import { eventSchema } from './events.ts'
import { firstSchema } from './first.ts'
import { keySchema } from './keys.ts'
import { listSchema } from './lists.ts'
import { networkReasonSchema } from './networkReasons.ts'
import { promptSchema } from './prompts.ts'
import { quarantineSchema } from './quarantines.ts'
import { redeliverySchema } from './redeliveries.ts'
import { statementSchema } from './statements.ts'

/**
 * Every version of the schema, as the statements that upgrade the one before. A released version is never
 * edited. The constraints repeat what the core decides, so that no other writer can break the books. They compare
 * words one by one: for an IN of three or more, SQLite builds a table each time that the statement runs.
 */
export const versions: readonly string[] = [
  firstSchema,
  `
-- Results of steps are kept by the process that may ask for them again.
DROP TABLE steps;
-- In the order of the transactions, so that a payment writes where the one before it wrote.
DROP INDEX open_transactions_by_account;
CREATE INDEX open_transactions ON transactions (sequence) WHERE state IN ('submitting', 'pending');
`,
  `
-- A transaction's row names its reference, and no other may name the same.
DROP TABLE used_references;
CREATE UNIQUE INDEX transactions_by_reference ON transactions (reference, account_id);
-- What an account's transactions are listed by. An index would be written to in as many places as there are accounts that pay;
-- here 4,096 transactions are entered at once, and the latest ones, which are not entered yet, are found without it.
DROP INDEX transactions_by_account;
CREATE TABLE account_transactions (
  account_id TEXT NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY (account_id, sequence)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER transactions_are_entered AFTER INSERT ON transactions WHEN NEW.sequence % 4096 = 0
BEGIN
  INSERT INTO account_transactions SELECT account_id, sequence FROM transactions WHERE sequence > NEW.sequence - 4096;
END;
CREATE VIEW last_entered (sequence) AS SELECT ifnull(max(sequence), 0) / 4096 * 4096 FROM transactions;
INSERT INTO account_transactions SELECT account_id, sequence FROM transactions
WHERE sequence <= (SELECT sequence FROM last_entered) ORDER BY account_id, sequence;
`,
  `
ALTER TABLE transactions ADD COLUMN absences_unmeasured INTEGER NOT NULL DEFAULT 0
  CONSTRAINT absences_unmeasured_not_negative CHECK (absences_unmeasured >= 0);
ALTER TABLE transactions ADD COLUMN ahead_ms INTEGER NOT NULL DEFAULT 0
  CONSTRAINT ahead_not_negative CHECK (ahead_ms >= 0);
-- Each currency of a network is asked about by itself: one that nobody serves any more must hold up no other.
DROP INDEX transactions_to_ask;
CREATE INDEX transactions_to_ask ON transactions (network, currency, ask_at_ms) WHERE ask_at_ms IS NOT NULL;
`,
  `
-- What transactions are listed by: each is here twice, for its account and, with '' as owner, for everybody, so that a list answers
-- any mixture of filters from a few runs of this table. As before, 4,096 are entered at once.
DROP TRIGGER transactions_are_entered;
DROP TABLE account_transactions;
DROP INDEX open_transactions;
CREATE TABLE transaction_lists (
  owner TEXT NOT NULL, currency TEXT NOT NULL, kind TEXT NOT NULL, state TEXT NOT NULL, sequence INTEGER NOT NULL,
  PRIMARY KEY (owner, currency, kind, state, sequence)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER transactions_are_entered AFTER INSERT ON transactions WHEN NEW.sequence % 4096 = 0
BEGIN
  INSERT INTO transaction_lists
  SELECT account_id, currency, kind, state, sequence FROM transactions WHERE sequence > NEW.sequence - 4096;
  INSERT INTO transaction_lists
  SELECT '', currency, kind, state, sequence FROM transactions WHERE sequence > NEW.sequence - 4096;
END;
-- Most have ended before they are entered, so that this is rare.
CREATE TRIGGER lists_follow_states AFTER UPDATE OF state ON transactions
WHEN NEW.state <> OLD.state AND NEW.sequence <= (SELECT sequence FROM last_entered)
BEGIN
  UPDATE transaction_lists SET state = NEW.state WHERE owner = NEW.account_id
    AND currency = NEW.currency AND kind = NEW.kind AND state = OLD.state AND sequence = NEW.sequence;
  UPDATE transaction_lists SET state = NEW.state WHERE owner = ''
    AND currency = NEW.currency AND kind = NEW.kind AND state = OLD.state AND sequence = NEW.sequence;
END;
INSERT INTO transaction_lists SELECT '', currency, kind, state, sequence FROM transactions
WHERE sequence <= (SELECT sequence FROM last_entered) ORDER BY currency, kind, state, sequence;
INSERT INTO transaction_lists SELECT account_id, currency, kind, state, sequence FROM transactions
WHERE sequence <= (SELECT sequence FROM last_entered) ORDER BY account_id, currency, kind, state, sequence;
`,
  quarantineSchema,
  `
CREATE INDEX fundings_by_time ON fundings (at_ms, account_id, reference);
CREATE INDEX fundings_by_account_and_time ON fundings (account_id, at_ms, reference);
`,
  `
-- The words of double entry.
ALTER TABLE entries RENAME TO postings;
ALTER TABLE postings RENAME COLUMN from_place TO from_ledger_account;
ALTER TABLE postings RENAME COLUMN to_place TO to_ledger_account;
ALTER TABLE remarks RENAME TO annotations;
ALTER TABLE transactions RENAME COLUMN asked TO enquiries;
DROP TRIGGER entries_stay;
CREATE TRIGGER postings_stay BEFORE UPDATE ON postings
BEGIN
  SELECT RAISE(ABORT, 'postings_stay');
END;
DROP TRIGGER entries_are_kept;
CREATE TRIGGER postings_are_kept BEFORE DELETE ON postings
BEGIN
  SELECT RAISE(ABORT, 'postings_are_kept');
END;
DROP TRIGGER remarks_stay;
CREATE TRIGGER annotations_stay BEFORE UPDATE ON annotations
BEGIN
  SELECT RAISE(ABORT, 'annotations_stay');
END;
DROP TRIGGER remarks_are_kept;
CREATE TRIGGER annotations_are_kept BEFORE DELETE ON annotations
BEGIN
  SELECT RAISE(ABORT, 'annotations_are_kept');
END;
`,
  eventSchema,
  listSchema + statementSchema,
  networkReasonSchema,
  keySchema,
  `
ALTER TABLE pin_counts ADD COLUMN wrong_at_ms TEXT NOT NULL DEFAULT '[]';
ALTER TABLE pin_counts ADD COLUMN locks INTEGER NOT NULL DEFAULT 0 CONSTRAINT locks_not_negative CHECK (locks >= 0);
`,
  promptSchema,
  redeliverySchema,
  eventListSchema,
]
