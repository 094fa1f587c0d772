import { postgresDialect } from '../../adapters/postgres/dialect.ts'
import { fillLists } from '../../adapters/sql/books/lists/lists.ts'
import { fillMarks } from '../../adapters/sql/books/marks.ts'
import { onDatabase } from '../instruments/postgresServer.ts'

/** The first payments of a database. */
export type History = {
  readonly payments: number
  /** The number of accounts that have made them, in turns. */
  readonly accounts: number
  /** Takes the progress, in words. */
  readonly progress: (line: string) => void
}

const batch = 500_000

/** Every account's first posting. Its amount is far more than the account will ever pay. */
const fundedMinor = 10n ** 15n

const paidMinor = 500

/**
 * Gives an empty database with sente's schema accounts and a history: payouts that have succeeded, a tenth of a second
 * apart until now, with all their rows. Resolves with the accounts' ids.
 */
export async function writeHistory(url: string, { payments, accounts, progress }: History): Promise<string[]> {
  await onDatabase(url, accountsOf(accounts))
  for (let from = 1; from <= payments; from += batch) {
    const to = Math.min(payments, from + batch - 1)
    await onDatabase(url, 'SET synchronous_commit TO off', draftsOf(from, to, { payments, accounts }), ...rowsOfDrafts)
    progress(`${to} of ${payments} payments`)
  }
  await onDatabase(
    url,
    'DROP TABLE IF EXISTS drafts',
    balancesOf,
    'ANALYZE',
    ...fillLists(),
    ...fillMarks(postgresDialect),
  )
  await onDatabase(url, 'VACUUM (FREEZE, ANALYZE)', 'CHECKPOINT')
  const rows = await onDatabase<{ id: string }>(url, 'SELECT account_id AS id FROM payers ORDER BY place')
  await onDatabase(url, 'DROP TABLE payers')
  return rows.map(({ id }) => id)
}

const accountsOf = (accounts: number) => `
CREATE UNLOGGED TABLE payers AS
  SELECT n - 1 AS place, uuidv7()::text COLLATE "C" AS account_id FROM generate_series(1, ${accounts}) n;
INSERT INTO accounts (id, name, kyc, api_access, closed, activated_currencies, version, pin_failures,
    pin_wrong_at_ms, pin_locks)
  SELECT account_id, 'Shop ' || place, 'complete', true, false, '["UGX"]', 1, 0, '[]', 0 FROM payers;
INSERT INTO fundings (account_id, reference, kind, currency, amount_minor, at_ms)
  SELECT account_id, 'float', 'fund', 'UGX', ${fundedMinor}, 1700000000000 FROM payers;
INSERT INTO postings (account_id, currency, n, from_ledger_account, to_ledger_account, amount_minor, funding_reference,
    at_ms)
  SELECT account_id, 'UGX', 0, 'funding', 'available', ${fundedMinor}, 'float', 1700000000000 FROM payers;
INSERT INTO events (account_id, sequence, funding_reference, at_ms)
  SELECT account_id, 1, 'float', 1700000000000 FROM payers`

/** Payments by number, with the account of each, and its number among the account's payments. */
const draftsOf = (from: number, to: number, { payments, accounts }: Pick<History, 'payments' | 'accounts'>) => `
DROP TABLE IF EXISTS drafts;
CREATE UNLOGGED TABLE drafts AS
  SELECT account_id, (n - 1) / ${accounts} AS earlier, gen_random_uuid()::text AS reference,
    uuidv7(make_interval(secs => (n - ${payments}) / 10.0))::text COLLATE "C" AS id,
    (extract(epoch FROM now()) * 1000)::bigint + (n - ${payments}) * 100 AS at_ms
  FROM generate_series(${from}, ${to}) n JOIN payers ON place = (n - 1) % ${accounts}
  ORDER BY n`

const rowsOfDrafts = [
  `INSERT INTO transactions (account_id, id, kind, reference, phone_number, amount_minor, currency, network, state,
      provider_id, provider_ref, fingerprint, submit_until_ms, created_at_ms, updated_at_ms, enquiries, absences,
      absences_unmeasured, ahead_ms, is_taken_back)
    SELECT account_id, id, 'payout', reference, '256770000001', ${paidMinor}, 'UGX', 'MTN', 'succeeded',
      gen_random_uuid()::text, at_ms::text, 'MTN https://proxy.momoapi.mtn.com mtnuganda', at_ms + 5000, at_ms,
      at_ms + 700, 0, 0, 0, 0, FALSE
    FROM drafts`,
  'INSERT INTO used_references SELECT account_id, reference, id FROM drafts',
  `INSERT INTO events (account_id, sequence, transaction_id, at_ms)
    SELECT account_id, 2 + earlier, id, at_ms + 700 FROM drafts`,
  `INSERT INTO postings (account_id, currency, n, from_ledger_account, to_ledger_account, amount_minor, transaction_id,
      at_ms)
    SELECT account_id, 'UGX', 1 + earlier * 2 + later, source, target, ${paidMinor}, id, at_ms + later * 700
    FROM drafts, (VALUES (0, 'available', 'held'), (1, 'held', 'float:MTN')) AS moves (later, source, target)`,
]

const balancesOf = `
INSERT INTO balances (account_id, currency, available_minor, held_minor, postings, posted_at_ms)
  SELECT account_id, 'UGX', ${fundedMinor} - max(n) / 2 * ${paidMinor}, 0, max(n) + 1, max(at_ms)
  FROM postings GROUP BY account_id`
