/**
 * The first version of the schema. The account leads every key, so that all rows of a step lie together where an engine
 * spreads them over machines. Nothing refers to another row by a constraint, which would cost every payment: the audit
 * checks what they would. Ids compare byte by byte, and those of version 7 in the order of their times.
 */
export const firstSchema = `
CREATE TABLE accounts (
  id TEXT COLLATE "C" PRIMARY KEY,
  name TEXT NOT NULL,
  kyc TEXT NOT NULL CONSTRAINT kyc_is_known CHECK (kyc IN ('complete', 'incomplete')),
  api_access BOOLEAN NOT NULL,
  closed BOOLEAN NOT NULL,
  activated_currencies JSONB NOT NULL,
  pin_id TEXT,
  pin_key_version TEXT,
  pin_mac TEXT,
  version BIGINT NOT NULL CONSTRAINT version_above_zero CHECK (version > 0),
  counted_pin_id TEXT,
  pin_failures BIGINT NOT NULL DEFAULT 0 CONSTRAINT failures_not_negative CHECK (pin_failures >= 0),
  pin_locked_until_ms BIGINT,
  CONSTRAINT pin_is_whole CHECK ((pin_id IS NULL) = (pin_mac IS NULL) AND (pin_id IS NULL) = (pin_key_version IS NULL))
);

CREATE TABLE account_keys (
  account_id TEXT COLLATE "C" NOT NULL,
  place BIGINT NOT NULL,
  id TEXT COLLATE "C" NOT NULL UNIQUE,
  kind TEXT NOT NULL CONSTRAINT key_kind_is_known CHECK (kind IN ('secret', 'public')),
  digest TEXT COLLATE "C" NOT NULL UNIQUE,
  active BOOLEAN NOT NULL,
  PRIMARY KEY (account_id, place)
);

CREATE TABLE balances (
  account_id TEXT COLLATE "C" NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  available_minor BIGINT NOT NULL CONSTRAINT available_not_negative CHECK (available_minor >= 0),
  held_minor BIGINT NOT NULL CONSTRAINT held_not_negative CHECK (held_minor >= 0),
  postings BIGINT NOT NULL,
  PRIMARY KEY (account_id, currency)
) WITH (fillfactor = 50);

CREATE TABLE transactions (
  account_id TEXT COLLATE "C" NOT NULL,
  id TEXT COLLATE "C" NOT NULL,
  kind TEXT NOT NULL CONSTRAINT kind_is_known CHECK (kind IN ('payout', 'collection')),
  reference TEXT NOT NULL,
  phone_number TEXT NOT NULL,
  amount_minor BIGINT NOT NULL CONSTRAINT amount_above_zero CHECK (amount_minor > 0),
  currency TEXT NOT NULL,
  network TEXT NOT NULL,
  state TEXT NOT NULL CONSTRAINT state_is_known CHECK (state IN ('submitting', 'pending', 'succeeded', 'failed')),
  reason TEXT CONSTRAINT failure_has_reason CHECK ((state = 'failed') = (reason IS NOT NULL)),
  provider_id TEXT NOT NULL,
  provider_ref TEXT,
  fingerprint TEXT NOT NULL,
  submit_until_ms BIGINT NOT NULL,
  created_at_ms BIGINT NOT NULL,
  updated_at_ms BIGINT NOT NULL,
  attention TEXT CONSTRAINT attention_is_known
    CHECK (attention IN ('mismatch', 'contradiction', 'vanished', 'overdue')),
  ask_at_ms BIGINT,
  enquiries BIGINT NOT NULL CONSTRAINT enquiries_not_negative CHECK (enquiries >= 0),
  absences BIGINT NOT NULL CONSTRAINT absences_not_negative CHECK (absences >= 0),
  absences_unmeasured BIGINT NOT NULL
    CONSTRAINT absences_unmeasured_not_negative CHECK (absences_unmeasured >= 0),
  absent_wall_ms BIGINT,
  absent_monotonic_ms DOUBLE PRECISION,
  absent_run TEXT,
  ahead_ms BIGINT NOT NULL CONSTRAINT ahead_not_negative CHECK (ahead_ms >= 0),
  CONSTRAINT absence_is_whole
    CHECK ((absent_wall_ms IS NULL) = (absent_monotonic_ms IS NULL) AND (absent_wall_ms IS NULL) = (absent_run IS NULL)),
  PRIMARY KEY (account_id, id)
) WITH (fillfactor = 80);
CREATE INDEX transactions_by_id ON transactions (id);
CREATE INDEX transactions_to_look_at ON transactions (id) WHERE attention IS NOT NULL;

CREATE TABLE used_references (
  account_id TEXT COLLATE "C" NOT NULL,
  reference TEXT COLLATE "C" NOT NULL,
  transaction_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (account_id, reference)
);

-- Of transactions that are open or still asked about; its rows come and go.
CREATE TABLE follow_ups (
  account_id TEXT COLLATE "C" NOT NULL,
  transaction_id TEXT COLLATE "C" NOT NULL,
  network TEXT NOT NULL,
  currency TEXT NOT NULL,
  ask_at_ms BIGINT,
  leased_at_ms BIGINT,
  leased_until_ms BIGINT,
  CONSTRAINT lease_is_whole CHECK ((leased_at_ms IS NULL) = (leased_until_ms IS NULL)),
  PRIMARY KEY (account_id, transaction_id)
) WITH (fillfactor = 50);
CREATE INDEX follow_ups_by_time ON follow_ups (network, currency, ask_at_ms);

CREATE TABLE postings (
  account_id TEXT COLLATE "C" NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  n BIGINT NOT NULL,
  from_ledger_account TEXT NOT NULL CONSTRAINT from_is_ledger_account
    CHECK (from_ledger_account IN ('available', 'held', 'funding') OR from_ledger_account LIKE 'float:_%'),
  to_ledger_account TEXT NOT NULL CONSTRAINT to_is_ledger_account
    CHECK (to_ledger_account IN ('available', 'held', 'funding') OR to_ledger_account LIKE 'float:_%'),
  amount_minor BIGINT NOT NULL CONSTRAINT posting_above_zero CHECK (amount_minor > 0),
  transaction_id TEXT COLLATE "C",
  funding_reference TEXT COLLATE "C",
  at_ms BIGINT NOT NULL,
  CONSTRAINT posting_moves CHECK (from_ledger_account <> to_ledger_account),
  CONSTRAINT posting_has_one_cause CHECK ((transaction_id IS NULL) <> (funding_reference IS NULL)),
  PRIMARY KEY (account_id, currency, n)
);

CREATE TABLE fundings (
  account_id TEXT COLLATE "C" NOT NULL,
  reference TEXT COLLATE "C" NOT NULL,
  kind TEXT NOT NULL CONSTRAINT funding_kind_is_known CHECK (kind IN ('fund', 'withdraw')),
  currency TEXT NOT NULL,
  amount_minor BIGINT NOT NULL CONSTRAINT funding_above_zero CHECK (amount_minor > 0),
  because TEXT CONSTRAINT withdrawal_has_because CHECK ((kind = 'withdraw') = (because IS NOT NULL)),
  at_ms BIGINT NOT NULL,
  PRIMARY KEY (account_id, reference)
);
CREATE INDEX fundings_by_time ON fundings (at_ms, account_id, reference);
CREATE INDEX fundings_by_account_and_time ON fundings (account_id, at_ms, reference);

CREATE TABLE annotations (
  sequence BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id TEXT COLLATE "C" NOT NULL,
  transaction_id TEXT COLLATE "C" NOT NULL,
  kind TEXT NOT NULL CONSTRAINT annotation_kind_is_known CHECK (kind IN ('mismatch', 'contradiction', 'resolution')),
  text TEXT NOT NULL,
  made_by TEXT CONSTRAINT resolution_has_maker CHECK (kind <> 'resolution' OR made_by IS NOT NULL),
  at_ms BIGINT NOT NULL
);
CREATE INDEX annotations_by_transaction ON annotations (transaction_id, sequence);

CREATE TABLE quarantines (
  sequence BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  why TEXT NOT NULL,
  begun_at_ms BIGINT NOT NULL,
  explanation TEXT,
  known_id TEXT,
  known_at_ms BIGINT,
  reached_id TEXT,
  reached_at_ms BIGINT,
  ended_at_ms BIGINT,
  ended_by TEXT,
  because TEXT,
  CONSTRAINT known_is_whole CHECK ((known_id IS NULL) = (known_at_ms IS NULL)),
  CONSTRAINT reached_is_whole CHECK ((reached_id IS NULL) = (reached_at_ms IS NULL)),
  CONSTRAINT end_is_whole
    CHECK ((ended_at_ms IS NULL) = (ended_by IS NULL) AND (ended_at_ms IS NULL) = (because IS NULL))
);
CREATE UNIQUE INDEX one_quarantine_lasts ON quarantines ((ended_at_ms IS NULL)) WHERE ended_at_ms IS NULL;

-- How database transactions ended, for a commit whose answer was lost; see connection/transact.ts.
CREATE TABLE batches (
  id TEXT COLLATE "C" PRIMARY KEY,
  outcome TEXT NOT NULL CONSTRAINT outcome_is_known CHECK (outcome IN ('done', 'void'))
);
`
