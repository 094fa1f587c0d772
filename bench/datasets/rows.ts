/**
 * The rows that payments leave, as SQL for many at once: the same rows, column by column, that the use cases write. No
 * other part of the benchmark depends on it. `drafts` holds the payments of one batch, each with the sources of all its rows.
 */

/** The tables from which payments are drawn, and the current batch. They end with the connection. */
export const workTables = `
CREATE TEMP TABLE payers (place INTEGER PRIMARY KEY, account_id TEXT NOT NULL);
INSERT INTO payers SELECT row_number() OVER () - 1, id FROM accounts;
CREATE TEMP TABLE drafts (
  n INTEGER PRIMARY KEY, dice INTEGER, at_ms INTEGER, id TEXT, account_id TEXT, kind TEXT, network TEXT, state TEXT,
  amount_minor INTEGER, answers_at_once INTEGER, ask_at_ms INTEGER
);
-- How the money of a payment has moved, by its state, in the order of the postings.
CREATE TEMP TABLE ways (kind TEXT, state TEXT, later_ms INTEGER, from_ledger_account TEXT, to_ledger_account TEXT);
INSERT INTO ways VALUES
  ('payout', 'pending', 0, 'available', 'held'),
  ('payout', 'succeeded', 0, 'available', 'held'),
  ('payout', 'succeeded', 700, 'held', 'float'),
  ('payout', 'failed', 0, 'available', 'held'),
  ('payout', 'failed', 700, 'held', 'available'),
  ('collection', 'succeeded', 700, 'float', 'available');
`

/**
 * Draws the payments `@from` to `@to`, a second apart and spread evenly over the accounts: seven payouts to three
 * collections, two on MTN to one on Airtel. 97 of 100 have succeeded, 3 have failed; the ones after `@lastFinal` are
 * pending.
 */
export const drawPayments = `
INSERT INTO drafts
WITH RECURSIVE
  numbers (n) AS (SELECT @from UNION ALL SELECT n + 1 FROM numbers WHERE n < @to),
  drawn AS MATERIALIZED (SELECT n, abs(random() % 1000000000000) AS dice, @beginMs + n * 1000 AS at_ms FROM numbers),
  kinds AS (
    SELECT *, iif(dice % 10 < 7, 'payout', 'collection') AS kind,
      iif(dice / 10 % 3 < 2, 'MTN', 'AIRTEL') AS network,
      CASE WHEN n > @lastFinal THEN 'pending' WHEN dice / 30 % 100 < 97 THEN 'succeeded' ELSE 'failed' END AS state
    FROM drawn
  )
SELECT n, dice, at_ms, ordered_id(at_ms), account_id, kind, network, state, 500 + dice / 3000 % 500 * 100,
  kind = 'payout' AND network = 'AIRTEL' AND state <> 'pending', iif(state = 'pending', @askAtMs, NULL)
FROM kinds CROSS JOIN payers ON place = dice / 1500000 % (SELECT count(*) FROM payers)`

/** Writes the drafts as rows of each table, parents first. */
export const keepPayments: readonly string[] = [
  `INSERT INTO transactions (sequence, id, account_id, kind, reference, phone_number, amount_minor, currency, network,
     state, reason, provider_id, provider_ref, fingerprint, submit_until_ms, created_at_ms, updated_at_ms, ask_at_ms,
     enquiries, absences, absences_unmeasured, ahead_ms, is_taken_back)
   SELECT n, id, account_id, kind, random_id(), printf('2567%08d', dice / 7 % 100000000), amount_minor, 'UGX', network,
     state,
     CASE WHEN state = 'failed' THEN iif(kind = 'payout', 'phone_number_not_found', 'customer_did_not_approve') END,
     iif(network = 'MTN', random_id(), airtel_id(id)),
     iif(state = 'succeeded', CAST(1000000000 + n AS TEXT), NULL),
     iif(network = 'MTN',
       'MTN https://proxy.momoapi.mtn.com mtnuganda ' ||
         '4d1f0c9e-52a7-4b06-9c35-7f0a61d8e2b4 b8e3a5d2-0f64-4c19-8a7d-1e95c02f3b76',
       'AIRTEL https://openapi.airtel.africa UG 6c2e91f0-83b5-4d7a-b1c4-20d95ea7f386'),
     at_ms + 5000, at_ms, at_ms + CASE WHEN state = 'pending' OR answers_at_once THEN 80 ELSE 700 END, ask_at_ms,
     0, 0, 0, 0, 0
   FROM drafts`,
  `INSERT INTO used_references (account_id, reference, transaction_id)
   SELECT account_id, reference, id FROM transactions
   WHERE sequence BETWEEN (SELECT min(n) FROM drafts) AND (SELECT max(n) FROM drafts)`,
  `INSERT INTO follow_ups (account_id, transaction_id, network, currency, ask_at_ms)
   SELECT account_id, id, network, 'UGX', ask_at_ms FROM drafts WHERE state = 'pending'`,
  `INSERT INTO postings (account_id, currency, n, from_ledger_account, to_ledger_account, amount_minor, transaction_id,
     at_ms)
   SELECT d.account_id, 'UGX',
     (SELECT postings FROM balances b WHERE b.account_id = d.account_id AND b.currency = 'UGX') - 1 +
       row_number() OVER (PARTITION BY d.account_id ORDER BY d.n, w.rowid),
     iif(from_ledger_account = 'float', 'float:' || network, from_ledger_account),
     iif(to_ledger_account = 'float', 'float:' || network, to_ledger_account), amount_minor, id,
     at_ms + iif(answers_at_once, min(later_ms, 80), later_ms)
   FROM drafts d CROSS JOIN ways w ON w.kind = d.kind AND w.state = d.state`,
  `INSERT INTO events (account_id, sequence, transaction_id, at_ms)
   SELECT account_id,
     (SELECT ifnull(max(sequence), 0) FROM events e WHERE e.account_id = drafts.account_id) +
       row_number() OVER (PARTITION BY account_id ORDER BY n),
     id, at_ms + iif(answers_at_once, 80, 700)
   FROM drafts WHERE state <> 'pending'`,
  `UPDATE balances SET available_minor = available_minor + gained, held_minor = held_minor + newly_held,
     postings = postings + moves,
     posted_at_ms = (SELECT max(at_ms) FROM postings p WHERE p.account_id = payer AND p.currency = 'UGX')
   FROM (
     SELECT account_id AS payer, count(*) AS moves,
       sum(amount_minor * ((to_ledger_account = 'available') - (from_ledger_account = 'available'))) AS gained,
       sum(amount_minor * ((to_ledger_account = 'held') - (from_ledger_account = 'held'))) AS newly_held
     FROM drafts CROSS JOIN ways USING (kind, state) GROUP BY account_id
   ) WHERE account_id = payer AND currency = 'UGX'`,
]
