/** The first version of the schema; the later versions change it. */
export const firstSchema = `
CREATE TABLE meta (
  one INTEGER PRIMARY KEY CONSTRAINT meta_has_one_row CHECK (one = 1),
  purpose TEXT NOT NULL CONSTRAINT purpose_is_known CHECK (purpose IN ('sandbox', 'live'))
) STRICT;

CREATE TABLE accounts (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  kyc TEXT NOT NULL CONSTRAINT kyc_is_known CHECK (kyc IN ('complete', 'incomplete')),
  api_access INTEGER NOT NULL CONSTRAINT api_access_is_boolean CHECK (api_access IN (0, 1)),
  closed INTEGER NOT NULL CONSTRAINT closed_is_boolean CHECK (closed IN (0, 1)),
  pin_id TEXT,
  pin_key_version TEXT,
  pin_mac TEXT,
  version INTEGER NOT NULL CONSTRAINT version_above_zero CHECK (version > 0),
  CONSTRAINT pin_is_whole CHECK ((pin_id IS NULL) = (pin_mac IS NULL) AND (pin_id IS NULL) = (pin_key_version IS NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE account_currencies (
  sequence INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  currency TEXT NOT NULL,
  UNIQUE (account_id, currency)
) STRICT;

CREATE TABLE account_keys (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  kind TEXT NOT NULL CONSTRAINT key_kind_is_known CHECK (kind IN ('secret', 'public')),
  digest TEXT NOT NULL UNIQUE,
  active INTEGER NOT NULL CONSTRAINT active_is_boolean CHECK (active IN (0, 1))
) STRICT;
CREATE INDEX account_keys_by_account ON account_keys (account_id);

CREATE TABLE pin_counts (
  account_id TEXT PRIMARY KEY NOT NULL REFERENCES accounts (id),
  pin_id TEXT NOT NULL,
  failures INTEGER NOT NULL CONSTRAINT failures_not_negative CHECK (failures >= 0),
  locked_until_ms INTEGER
) STRICT, WITHOUT ROWID;

CREATE TABLE transactions (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  kind TEXT NOT NULL CONSTRAINT kind_is_known CHECK (kind IN ('payout', 'collection')),
  reference TEXT NOT NULL,
  phone_number TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CONSTRAINT amount_above_zero CHECK (amount_minor > 0),
  currency TEXT NOT NULL,
  network TEXT NOT NULL,
  state TEXT NOT NULL CONSTRAINT state_is_known
    CHECK (state = 'submitting' OR state = 'pending' OR state = 'succeeded' OR state = 'failed'),
  reason TEXT CONSTRAINT failure_has_reason CHECK ((state = 'failed') = (reason IS NOT NULL)),
  provider_id TEXT NOT NULL,
  provider_ref TEXT,
  fingerprint TEXT NOT NULL,
  submit_until_ms INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  attention TEXT CONSTRAINT attention_is_known
    CHECK (attention = 'mismatch' OR attention = 'contradiction' OR attention = 'vanished' OR attention = 'overdue'),
  ask_at_ms INTEGER,
  asked INTEGER NOT NULL CONSTRAINT asked_not_negative CHECK (asked >= 0),
  absences INTEGER NOT NULL CONSTRAINT absences_not_negative CHECK (absences >= 0),
  absent_wall_ms INTEGER,
  absent_monotonic_ms REAL,
  absent_run TEXT,
  CONSTRAINT absence_is_whole
    CHECK ((absent_wall_ms IS NULL) = (absent_monotonic_ms IS NULL) AND (absent_wall_ms IS NULL) = (absent_run IS NULL))
) STRICT;
-- Every index ends in the sequence, so that what it finds comes in order. Those of a few rows stay small for ever.
CREATE INDEX transactions_by_account ON transactions (account_id);
CREATE INDEX open_transactions_by_account ON transactions (account_id) WHERE state IN ('submitting', 'pending');
CREATE INDEX transactions_to_ask ON transactions (network, ask_at_ms) WHERE ask_at_ms IS NOT NULL;
CREATE INDEX transactions_to_look_at ON transactions (sequence) WHERE attention IS NOT NULL;
CREATE TRIGGER final_states_stay BEFORE UPDATE ON transactions
WHEN OLD.state IN ('succeeded', 'failed') AND
  (NEW.sequence, NEW.id, NEW.account_id, NEW.kind, NEW.reference, NEW.phone_number, NEW.amount_minor, NEW.currency,
    NEW.network, NEW.state, NEW.reason, NEW.provider_id, NEW.provider_ref, NEW.fingerprint, NEW.submit_until_ms,
    NEW.created_at_ms, NEW.updated_at_ms)
  IS NOT
  (OLD.sequence, OLD.id, OLD.account_id, OLD.kind, OLD.reference, OLD.phone_number, OLD.amount_minor, OLD.currency,
    OLD.network, OLD.state, OLD.reason, OLD.provider_id, OLD.provider_ref, OLD.fingerprint, OLD.submit_until_ms,
    OLD.created_at_ms, OLD.updated_at_ms)
BEGIN
  SELECT RAISE(ABORT, 'final_states_stay');
END;

CREATE TABLE remarks (
  sequence INTEGER PRIMARY KEY,
  transaction_id TEXT NOT NULL REFERENCES transactions (id),
  kind TEXT NOT NULL
    CONSTRAINT remark_kind_is_known CHECK (kind = 'mismatch' OR kind = 'contradiction' OR kind = 'resolution'),
  text TEXT NOT NULL,
  made_by TEXT CONSTRAINT resolution_has_maker CHECK (kind <> 'resolution' OR made_by IS NOT NULL),
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX remarks_by_transaction ON remarks (transaction_id);
CREATE TRIGGER remarks_stay BEFORE UPDATE ON remarks
BEGIN
  SELECT RAISE(ABORT, 'remarks_stay');
END;
CREATE TRIGGER remarks_are_kept BEFORE DELETE ON remarks
BEGIN
  SELECT RAISE(ABORT, 'remarks_are_kept');
END;

CREATE TABLE used_references (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  reference TEXT NOT NULL,
  transaction_id TEXT NOT NULL REFERENCES transactions (id),
  PRIMARY KEY (account_id, reference)
) STRICT, WITHOUT ROWID;

CREATE TABLE fundings (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  reference TEXT NOT NULL,
  kind TEXT NOT NULL CONSTRAINT funding_kind_is_known CHECK (kind IN ('fund', 'withdraw')),
  currency TEXT NOT NULL,
  amount_minor INTEGER NOT NULL CONSTRAINT funding_above_zero CHECK (amount_minor > 0),
  because TEXT CONSTRAINT withdrawal_has_because CHECK ((kind = 'withdraw') = (because IS NOT NULL)),
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (account_id, reference)
) STRICT, WITHOUT ROWID;

CREATE TABLE balances (
  account_id TEXT NOT NULL REFERENCES accounts (id),
  currency TEXT NOT NULL,
  available_minor INTEGER NOT NULL CONSTRAINT available_not_negative CHECK (available_minor >= 0),
  held_minor INTEGER NOT NULL CONSTRAINT held_not_negative CHECK (held_minor >= 0),
  PRIMARY KEY (account_id, currency)
) STRICT, WITHOUT ROWID;

CREATE TABLE entries (
  sequence INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  currency TEXT NOT NULL,
  from_place TEXT NOT NULL CONSTRAINT from_is_place
    CHECK (from_place = 'available' OR from_place = 'held' OR from_place = 'funding' OR from_place GLOB 'float:?*'),
  to_place TEXT NOT NULL CONSTRAINT to_is_place
    CHECK (to_place = 'available' OR to_place = 'held' OR to_place = 'funding' OR to_place GLOB 'float:?*'),
  amount_minor INTEGER NOT NULL CONSTRAINT entry_above_zero CHECK (amount_minor > 0),
  transaction_id TEXT REFERENCES transactions (id),
  funding_reference TEXT,
  at_ms INTEGER NOT NULL,
  CONSTRAINT entry_moves CHECK (from_place <> to_place),
  CONSTRAINT entry_has_one_cause CHECK ((transaction_id IS NULL) <> (funding_reference IS NULL)),
  FOREIGN KEY (account_id, funding_reference) REFERENCES fundings (account_id, reference)
) STRICT;
CREATE INDEX entries_by_transaction ON entries (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX entries_by_funding ON entries (account_id, funding_reference) WHERE funding_reference IS NOT NULL;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
BEGIN
  SELECT RAISE(ABORT, 'entries_stay');
END;
CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries
BEGIN
  SELECT RAISE(ABORT, 'entries_are_kept');
END;

CREATE TABLE steps (
  id TEXT PRIMARY KEY NOT NULL,
  result TEXT CONSTRAINT result_is_json CHECK (result IS NULL OR json_valid(result))
) STRICT, WITHOUT ROWID;
`
