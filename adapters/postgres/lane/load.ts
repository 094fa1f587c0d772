import type { Prompt, Scope } from '../../../core/sente.ts'
import { nowMsColumn } from '../connection/commit.ts'
import type { Ask, Statement } from '../connection/statement.ts'
import {
  balanceColumns,
  type FundingRow,
  fundingColumns,
  fundingOf,
  type LockedAccountRow,
  pinCountOf,
} from '../rows/rows.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../rows/transactionRow.ts'
import { keyOf, type LoadedRows, type StoredBalance } from './batchRows.ts'

type PromptsRow = { phoneNumber: string; prompts: string }
type ReferenceRow = { accountId: string; reference: string; transactionId: string }

/**
 * Locks the accounts of these scopes and then their phone numbers, each in the order of their ids, so that nobody waits in
 * a circle, and loads the time and the other rows that they name; all in one round trip. Each statement sees what was
 * committed before it began, so that what follows the lock sees what the last holder wrote, and is dated later: one
 * statement that locks and loads would not.
 */
export async function lockAndLoad(ask: Ask, scopes: readonly Scope[]): Promise<LoadedRows> {
  const ids = [...new Set(scopes.map(({ account }) => account))]
  const phoneNumbers = [...new Set(scopes.flatMap(({ phoneNumber }) => phoneNumber ?? []))]
  const [accounts, prompts, prompted, [moment], balances, references, transactions, fundings, lastEvents] =
    await Promise.all([
      ask<LockedAccountRow>(locking(ids)),
      askAbout<PromptsRow>(ask, lockPrompts, phoneNumbers),
      askAbout<TransactionRow>(ask, loadPrompted, phoneNumbers),
      ask<MomentRow>(loadMoment),
      ask<StoredBalance>(loading(loadBalances, pairsOf(scopes, 'currency'))),
      askIfAny<ReferenceRow>(ask, loadReferences, pairsOf(scopes, 'reference')),
      askIfAny<TransactionRow & { isClaimed: boolean }>(ask, loadTransactions, pairsOf(scopes, 'transaction')),
      askIfAny<FundingRow>(ask, loadFundings, pairsOf(scopes, 'funding')),
      askLastEvents(ask, scopes),
    ])
  if (!moment) throw new Error('the database did not tell the time')
  return {
    nowMs: Number(moment.nowMs),
    isQuarantined: moment.isQuarantined,
    accounts: new Map(
      accounts.map((row) => [row.id, { version: Number(row.version), pinCount: pinCountOf(row) }] as const),
    ),
    prompts: new Map(prompts.map((row) => [row.phoneNumber, JSON.parse(row.prompts) as Prompt[]] as const)),
    balances: new Map(balances.map((row) => [keyOf(row.accountId, row.currency), row] as const)),
    references: new Map(references.map((row) => [keyOf(row.accountId, row.reference), row.transactionId] as const)),
    transactions: new Map(
      [...prompted.map((row) => ({ ...row, isClaimed: false })), ...transactions].map(
        (row) => [row.id, { transaction: transactionOf(row), isClaimed: row.isClaimed }] as const,
      ),
    ),
    fundings: new Map(fundings.map((row) => [keyOf(row.accountId, row.reference), fundingOf(row)] as const)),
    lastEvents: new Map(lastEvents.map(({ accountId, sequence }) => [accountId, Number(sequence)] as const)),
  }
}

type LastEventRow = { accountId: string; sequence: bigint }

async function askLastEvents(ask: Ask, scopes: readonly Scope[]): Promise<LastEventRow[]> {
  const ids = new Set(scopes.filter(({ events }) => events).map(({ account }) => account))
  return askAbout(ask, loadLastEvents, [...ids])
}

async function askAbout<Row>(ask: Ask, load: Load, keys: readonly string[]): Promise<Row[]> {
  return keys.length === 0 ? [] : ask<Row>({ ...load, values: [keys] })
}

type Pairs = { readonly accounts: readonly string[]; readonly names: readonly string[] }
type Load = { readonly name: string; readonly text: string }

function pairsOf(scopes: readonly Scope[], part: 'currency' | 'reference' | 'transaction' | 'funding'): Pairs {
  const pairs = new Map<string, readonly [account: string, name: string]>()
  for (const { account, [part]: name } of scopes) {
    if (name !== undefined) pairs.set(keyOf(account, name), [account, name])
  }
  return {
    accounts: [...pairs.values()].map(([account]) => account),
    names: [...pairs.values()].map(([, name]) => name),
  }
}

function loading(load: Load, { accounts, names }: Pairs): Statement {
  return { ...load, values: [accounts, names] }
}

async function askIfAny<Row>(ask: Ask, load: Load, pairs: Pairs): Promise<Row[]> {
  return pairs.accounts.length === 0 ? [] : ask<Row>(loading(load, pairs))
}

function locking(ids: readonly string[]): Statement {
  return {
    name: 'lock accounts',
    text: `SELECT id, version, counted_pin_id AS "countedPinId", pin_failures AS "pinFailures",
        pin_wrong_at_ms AS "pinWrongAtMs", pin_locks AS "pinLocks", pin_locked_until_ms AS "pinLockedUntilMs"
      FROM accounts WHERE id = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [ids],
  }
}

const lockPrompts: Load = {
  name: 'lock prompts',
  text: `SELECT phone_number AS "phoneNumber", prompts
    FROM phone_prompts WHERE phone_number = ANY($1::text[]) ORDER BY phone_number FOR NO KEY UPDATE`,
}

const loadPrompted: Load = {
  name: 'load prompted',
  text: `SELECT ${transactionColumns} FROM phone_prompts p
    CROSS JOIN LATERAL jsonb_array_elements(p.prompts::jsonb) AS one (prompt)
    JOIN transactions t ON t.id = one.prompt->>'transactionId'
    WHERE p.phone_number = ANY($1::text[]) AND (one.prompt->>'isOpen')::boolean`,
}

type MomentRow = { readonly nowMs: bigint; readonly isQuarantined: boolean }

const loadMoment: Statement = {
  name: 'load moment',
  text: `SELECT ${nowMsColumn},
    EXISTS (SELECT 1 FROM quarantines WHERE ended_at_ms IS NULL) AS "isQuarantined"`,
}

const wanted = 'unnest($1::text[], $2::text[]) AS wanted (account_id, name)'

const loadBalances: Load = {
  name: 'load balances',
  text: `SELECT ${balanceColumns}, b.postings
    FROM ${wanted} JOIN balances b ON b.account_id = wanted.account_id AND b.currency = wanted.name`,
}

const loadReferences: Load = {
  name: 'load references',
  text: `SELECT r.account_id AS "accountId", r.reference, r.transaction_id AS "transactionId"
    FROM ${wanted} JOIN used_references r ON r.account_id = wanted.account_id AND r.reference = wanted.name`,
}

const loadTransactions: Load = {
  name: 'load transactions',
  text: `SELECT ${transactionColumns}, f.leased_until_ms IS NOT NULL AS "isClaimed"
    FROM ${wanted} JOIN transactions t ON t.account_id = wanted.account_id AND t.id = wanted.name
    LEFT JOIN follow_ups f ON f.account_id = t.account_id AND f.transaction_id = t.id`,
}

const loadFundings: Load = {
  name: 'load fundings',
  text: `SELECT ${fundingColumns}
    FROM ${wanted} JOIN fundings f ON f.account_id = wanted.account_id AND f.reference = wanted.name`,
}

const loadLastEvents: Load = {
  name: 'load last events',
  text: `SELECT wanted.account_id AS "accountId", last.sequence FROM unnest($1::text[]) AS wanted (account_id)
    CROSS JOIN LATERAL (
      SELECT sequence FROM events e WHERE e.account_id = wanted.account_id ORDER BY sequence DESC LIMIT 1
    ) AS last`,
}
