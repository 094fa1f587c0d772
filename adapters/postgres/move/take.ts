import type pg from 'pg'
import type {
  BalanceRow,
  CountedAccount,
  Posting,
  Quarantine,
  StoreContents,
  StoreCounts,
} from '../../../core/sente.ts'
import { accountTable, keysOf, keyTable } from '../accounts/postgresAccountRepo.ts'
import { mapped } from '../books/cursors.ts'
import { asking } from '../connection/asking.ts'
import type { Column } from '../lane/table.ts'
import { transactionTable } from '../lane/transactionTables.ts'
import { annotationTable, balanceTable, eventTable, fundingTable, postingTable } from '../lane/write.ts'
import { attemptTable, endpointTable, waitingTable } from '../webhooks/webhookTables.ts'
import { type Copying, copyRows } from './copyRows.ts'
import type { OnRows } from './move.ts'

/**
 * Puts everything that another store holds into empty tables, within a transaction that has begun. Resolves with the
 * number of texts in which something was replaced because PostgreSQL can't keep it.
 */
export async function take(client: pg.Client, contents: StoreContents, onRows: OnRows): Promise<number> {
  let replaced = 0
  const copy = async <Row>(rows: Rows<Row>, copying: Copying<Row>) => {
    replaced += await copyRows(client, rows, copying)
  }
  const told = (name: keyof StoreContents) => (rows: number) => onRows(name, rows)
  const { accounts, transactions, postings, balances, fundings, annotations, events, quarantines } = contents
  const { webhookEndpoints, webhookWaiting, webhookAttempts } = contents
  const counted = { table: 'accounts', columns: countedAccountTable, onRows: told('accounts') }
  await copy(accounts(), counted)
  await copy(keysIn(accounts()), { table: 'account_keys', columns: keyTable })
  const paid = { table: 'transactions', columns: transactionTable, onRows: told('transactions') }
  await copy(transactions(), paid)
  await client.query(insertReferences)
  await client.query(insertListed)
  await client.query(insertFollowUps)
  await client.query(insertPrompts)
  const numbers = new Map<string, bigint>()
  const posted = { table: 'postings', columns: postingTable, onRows: told('postings') }
  await copy(numbered(postings(), numbers), posted)
  const stored = mapped(asynchronous(balances()), (row) => ({ ...row, postings: numbers.get(keyOf(row)) ?? 0n }))
  await copy(stored, { table: 'balances', columns: balanceTable, onRows: told('balances') })
  await copy(fundings(), { table: 'fundings', columns: fundingTable, onRows: told('fundings') })
  const noted = { table: 'annotations', columns: annotationTable, onRows: told('annotations') }
  await copy(annotations(), noted)
  await copy(events(), { table: 'events', columns: eventTable, onRows: told('events') })
  await copy(webhookEndpoints(), {
    table: 'webhook_endpoints',
    columns: endpointTable,
    onRows: told('webhookEndpoints'),
  })
  await copy(webhookWaiting(), {
    table: 'webhook_waiting',
    columns: waitingTable,
    onRows: told('webhookWaiting'),
  })
  await copy(webhookAttempts(), {
    table: 'webhook_attempts',
    columns: attemptTable,
    onRows: told('webhookAttempts'),
  })
  const kept = { table: 'quarantines', columns: quarantineTable, onRows: told('quarantines') }
  await copy(quarantines(), kept)
  // What is read next is planned for these rows, and not for the empty tables.
  await client.query(`ANALYZE ${tables.join(', ')}`)
  return replaced
}

/** The tables that hold what is moved. */
export const tables: readonly string[] = [
  ...['accounts', 'account_keys', 'transactions', 'used_references', 'transaction_lists', 'follow_ups', 'postings'],
  'phone_prompts',
  ...[
    'balances',
    'fundings',
    'annotations',
    'events',
    'event_lists',
    'webhook_endpoints',
    'webhook_waiting',
    'webhook_attempts',
    'quarantines',
  ],
]

/** Counts all rows. */
export async function countsIn(client: pg.Client): Promise<StoreCounts> {
  const [row = {}] = await asking(client)<Record<string, bigint>>({ text: selectCounts })
  return Object.fromEntries(Object.entries(row).map(([name, rows]) => [name, Number(rows)])) as StoreCounts
}

const selectCounts = `SELECT
  (SELECT count(*) FROM accounts) AS accounts,
  (SELECT count(*) FROM account_keys) AS keys,
  (SELECT count(*) FROM accounts WHERE counted_pin_id IS NOT NULL) AS "pinCounts",
  (SELECT count(*) FROM transactions) AS transactions,
  (SELECT count(*) FROM postings) AS postings,
  (SELECT count(*) FROM balances) AS balances,
  (SELECT count(*) FROM fundings) AS fundings,
  (SELECT count(*) FROM annotations) AS annotations,
  (SELECT count(*) FROM events) AS events,
  (SELECT count(*) FROM webhook_endpoints) AS "webhookEndpoints",
  (SELECT count(*) FROM webhook_waiting) AS "webhookWaiting",
  (SELECT count(*) FROM webhook_attempts) AS "webhookAttempts",
  (SELECT count(*) FROM quarantines) AS quarantines`

const insertReferences = `
  INSERT INTO used_references (account_id, reference, transaction_id) SELECT account_id, reference, id FROM transactions`

const insertListed = `
  INSERT INTO transaction_lists (account_id, currency, network, kind, state, id)
  SELECT account_id, currency, network, kind, state, id FROM transactions WHERE state IN ('succeeded', 'failed')`

const insertFollowUps = `
  INSERT INTO follow_ups (account_id, transaction_id, network, currency, ask_at_ms)
  SELECT account_id, id, network, currency, ask_at_ms FROM transactions
  WHERE ask_at_ms IS NOT NULL OR state IN ('submitting', 'pending')`

/** What a limit may still count: collections that are open, and those of the last hour. */
const insertPrompts = `
  INSERT INTO phone_prompts (phone_number, prompts)
  SELECT phone_number, json_agg(json_build_object('transactionId', id, 'atMs', created_at_ms,
    'isOpen', state IN ('submitting', 'pending')) ORDER BY id)::text
  FROM transactions WHERE kind = 'collection' AND (state IN ('submitting', 'pending')
    OR created_at_ms > extract(epoch FROM now()) * 1000 - 3600000 AND reason IS DISTINCT FROM 'not_sent')
  GROUP BY phone_number`

const countedAccountTable: readonly Column<CountedAccount>[] = [
  ...accountTable.map(([name, type, value]): Column<CountedAccount> => [name, type, ({ account }) => value(account)]),
  ['counted_pin_id', 'text', ({ pinCount }) => pinCount?.pinId ?? null],
  ['pin_failures', 'bigint', ({ pinCount }) => pinCount?.failures ?? 0],
  ['pin_wrong_at_ms', 'jsonb', ({ pinCount }) => JSON.stringify(pinCount?.wrongAtMs ?? [])],
  ['pin_locks', 'bigint', ({ pinCount }) => pinCount?.locks ?? 0],
  ['pin_locked_until_ms', 'bigint', ({ pinCount }) => pinCount?.lockedUntilMs ?? null],
]

const quarantineTable: readonly Column<Quarantine>[] = [
  ['why', 'text', ({ why }) => why],
  ['begun_at_ms', 'bigint', ({ begunAtMs }) => begunAtMs],
  ['explanation', 'text', ({ explanation }) => explanation],
  ['known_id', 'text', ({ known }) => known?.transactionId ?? null],
  ['known_at_ms', 'bigint', ({ known }) => known?.createdAtMs ?? null],
  ['reached_id', 'text', ({ reached }) => reached?.transactionId ?? null],
  ['reached_at_ms', 'bigint', ({ reached }) => reached?.createdAtMs ?? null],
  ['ended_at_ms', 'bigint', ({ ended }) => ended?.atMs ?? null],
  ['ended_by', 'text', ({ ended }) => ended?.by ?? null],
  ['because', 'text', ({ ended }) => ended?.because ?? null],
]

type Rows<Row> = Iterable<Row> | AsyncIterable<Row>

async function* asynchronous<Row>(rows: Rows<Row>): AsyncGenerator<Row> {
  yield* rows
}

async function* keysIn(accounts: Rows<CountedAccount>) {
  for await (const { account } of accounts) yield* keysOf(account)
}

/** Numbers postings as a node does: from 0 for each balance, in the order in which they were made. */
async function* numbered(postings: Rows<Posting>, numbers: Map<string, bigint>) {
  for await (const posting of postings) {
    const key = keyOf(posting)
    const n = numbers.get(key) ?? 0n
    numbers.set(key, n + 1n)
    yield { posting, n }
  }
}

function keyOf({ accountId, currency }: Pick<BalanceRow, 'accountId' | 'currency'>): string {
  return `${accountId} ${currency}`
}
