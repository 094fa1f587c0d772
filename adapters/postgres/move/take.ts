import type pg from 'pg'
import type { BalanceRow, CountedAccount, OnRows, Posting, StoreContents } from '../../../core/sente.ts'
import { batches, batchLines, batchTable } from '../../sql/batches/tables.ts'
import { fillLists } from '../../sql/books/lists.ts'
import { fillMarks } from '../../sql/books/marks.ts'
import { exchanges } from '../../sql/cases/tables.ts'
import { mapped } from '../../sql/engine/streams.ts'
import type { Column } from '../../sql/engine/table.ts'
import { paymentLinks } from '../../sql/links/tables.ts'
import { actionChain, actions } from '../../sql/operators/actions/tables.ts'
import { operatorMoves } from '../../sql/operators/float/tables.ts'
import { lineStops } from '../../sql/operators/lines/tables.ts'
import { quarantines } from '../../sql/operators/quarantines/tables.ts'
import { entries, notes, reconciliations } from '../../sql/operators/reconciliations/tables.ts'
import { users } from '../../sql/people/tables.ts'
import { tables } from '../../sql/schema/tables.ts'
import { accountKeys, accountValues, dayCounts, keys, pinCountColumns, placedKeys } from '../../sql/tables/accounts.ts'
import { annotations } from '../../sql/tables/annotations.ts'
import { balances, type StoredBalance } from '../../sql/tables/balances.ts'
import { attempts, waiting } from '../../sql/tables/deliveries.ts'
import { events } from '../../sql/tables/events.ts'
import { fundings } from '../../sql/tables/fundings.ts'
import { postings } from '../../sql/tables/postings.ts'
import { transactions } from '../../sql/tables/transactions.ts'
import { placedEndpointColumns } from '../../sql/tables/webhooks.ts'
import { postgresDialect } from '../dialect.ts'
import { type Copying, copyRows } from './copyRows.ts'

/**
 * Puts everything that another store holds into empty tables, within a transaction that has begun. Resolves with the
 * number of texts in which something was replaced because PostgreSQL can't keep it.
 */
export async function take(client: pg.Client, contents: StoreContents, onRows: OnRows): Promise<number> {
  let replaced = 0
  const copy = async <Row>(rows: Rows<Row>, { table, columns }: Copying<Row>, name?: keyof StoreContents) => {
    const told = name === undefined ? {} : { onRows: (count: number) => onRows(name, count) }
    replaced += await copyRows(client, rows, { table, columns, ...told })
  }
  const posted = new Map<string, Posted>()
  const stored = () =>
    mapped(asynchronous(contents.balances()), (row) => ({ ...row, ...(posted.get(keyOf(row)) ?? nothingPosted) }))
  await copy(contents.accounts(), { table: 'accounts', columns: countedColumns }, 'accounts')
  await copy(keysIn(contents.accounts()), into(keys))
  await copy(contents.paymentLinks(), into(paymentLinks), 'paymentLinks')
  await copy(contents.transactions(), into(transactions), 'transactions')
  await copy(numbered(contents.postings(), posted), into(postings), 'postings')
  await copy(stored(), into(balances), 'balances')
  await copy(contents.dayCounts(), into(dayCounts), 'dayCounts')
  await copy(contents.fundings(), into(fundings), 'fundings')
  await copy(contents.batches(), { table: batches.name, columns: batchTable }, 'batches')
  await copy(contents.batchLines(), into(batchLines), 'batchLines')
  await copy(contents.annotations(), into(annotations), 'annotations')
  await copy(contents.exchanges(), into(exchanges), 'exchanges')
  await copy(contents.events(), into(events), 'events')
  const endpoints = { table: 'webhook_endpoints', columns: placedEndpointColumns }
  await copy(contents.webhookEndpoints(), endpoints, 'webhookEndpoints')
  await copy(contents.webhookWaiting(), into(waiting), 'webhookWaiting')
  await copy(contents.webhookAttempts(), into(attempts), 'webhookAttempts')
  await copy(contents.quarantines(), into(quarantines), 'quarantines')
  await copy(contents.lineStops(), into(lineStops), 'lineStops')
  await copy(contents.reconciliations(), into(reconciliations), 'reconciliations')
  await copy(contents.reconciliationEntries(), into(entries), 'reconciliationEntries')
  await copy(contents.reconciliationNotes(), into(notes), 'reconciliationNotes')
  await copy(contents.operatorMoves(), into(operatorMoves), 'operatorMoves')
  await copy(contents.actions(), into(actions), 'actions')
  await copy(contents.users(), into(users), 'users')
  await copy(contents.chainEnd(), into(actionChain), 'chainEnd')
  // What follows is planned for these rows, and not for the empty tables, and what is read next for those that follow.
  for (const statement of [analyze, ...derivedRows, analyze]) await client.query(statement)
  return replaced
}

function into<Row>({ name, columns }: { name: string; columns: readonly Column<Row>[] }): Copying<Row> {
  return { table: name, columns }
}

const analyze = `ANALYZE ${tables.map(({ name }) => name).join(', ')}`

const insertReferences = `
  INSERT INTO used_references (account_id, reference, transaction_id) SELECT account_id, reference, id FROM transactions`

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

/** What follows from the rows that are there by then. */
const derivedRows: readonly string[] = [
  insertReferences,
  insertFollowUps,
  insertPrompts,
  ...fillLists(),
  ...fillMarks(postgresDialect),
]

const countedColumns: readonly Column<CountedAccount>[] = [
  ...[...accountKeys, ...accountValues].map(
    ([name, type, value]): Column<CountedAccount> => [name, type, ({ account }) => value(account)],
  ),
  ...pinCountColumns.map(
    ([name, type, value]): Column<CountedAccount> => [
      name,
      type,
      ({ account, pinCount }) => value({ id: account.id, pinCount }),
    ],
  ),
]

type Rows<Row> = Iterable<Row> | AsyncIterable<Row>

async function* asynchronous<Row>(rows: Rows<Row>): AsyncGenerator<Row> {
  yield* rows
}

async function* keysIn(accounts: Rows<CountedAccount>) {
  for await (const { account } of accounts) yield* placedKeys(account)
}

/** How many postings a balance has had, and the time of the last of them. */
type Posted = Pick<StoredBalance, 'postings' | 'postedAtMs'>

const nothingPosted: Posted = { postings: 0n, postedAtMs: 0 }

/** Numbers postings as a step does: from 0 for each balance, in the order in which they were made. */
async function* numbered(postings: Rows<Posting>, posted: Map<string, Posted>) {
  for await (const posting of postings) {
    const key = keyOf(posting)
    const { postings: n } = posted.get(key) ?? nothingPosted
    posted.set(key, { postings: n + 1n, postedAtMs: posting.atMs })
    yield { posting, n }
  }
}

function keyOf({ accountId, currency }: Pick<BalanceRow, 'accountId' | 'currency'>): string {
  return `${accountId} ${currency}`
}
