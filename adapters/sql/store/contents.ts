import type { BalanceRow, StoreContents, StoreCounts } from '../../../core/sente.ts'
import { type CountedAccountRow, countedAccountOf, selectAllAccounts } from '../accounts/accountRows.ts'
import { type BatchRow, batchColumns, batchOf, type LineRow, lineColumns, lineOf } from '../batches/tables.ts'
import { exchangeColumns, exchangesOf, type StoredExchanges } from '../cases/tables.ts'
import type { Ask } from '../engine/sqlStatement.ts'
import { gathered, mapped, type RowsOf } from '../engine/streams.ts'
import { type LinkRow, linkColumns, linkOf } from '../links/tables.ts'
import {
  type ActionRow,
  actionOf,
  type ChainEndRow,
  chainEndOf,
  selectActions,
  selectChainEnd,
} from '../operators/actions/tables.ts'
import { type MoveRow, moveOf, selectMoves } from '../operators/float/tables.ts'
import { type LineStopRow, lineStopColumns, lineStopOf } from '../operators/lines/tables.ts'
import { type QuarantineRow, quarantineColumns, quarantineOf } from '../operators/quarantines/tables.ts'
import {
  type EntryRow,
  entryColumns,
  entryRecordOf,
  type NoteRow,
  noteColumns,
  noteOf,
  type RunRow,
  runColumns,
  runOf,
} from '../operators/reconciliations/tables.ts'
import { type UserRow, userColumns, userRecordOf } from '../people/tables.ts'
import { type DayCountRow, dayCountColumns, dayCountOf } from '../tables/accounts.ts'
import { type AnnotationRow, annotationColumns, annotationOf } from '../tables/annotations.ts'
import { balanceRowColumns } from '../tables/balances.ts'
import {
  type AttemptRow,
  attemptColumns,
  attemptOf,
  type OfEndpoint,
  type WaitingRow,
  waitingColumns,
  waitingOf,
} from '../tables/deliveries.ts'
import { type EventRow, eventColumns, eventOf } from '../tables/events.ts'
import { type FundingRow, fundingColumns, fundingOf } from '../tables/fundings.ts'
import { type PostingRow, postingColumns, postingOf } from '../tables/postings.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../tables/transactions.ts'
import { type EndpointRow, endpointColumns, placedOf } from '../tables/webhooks.ts'

/** Reads everything that a store holds as rows of one moment. */
export function contentsOf(rowsOf: RowsOf): StoreContents {
  return {
    accounts: () =>
      mapped(
        gathered(rowsOf<CountedAccountRow>(selectAllAccounts), ({ id }) => id),
        countedAccountOf,
      ),
    paymentLinks: () => mapped(rowsOf<LinkRow>(`SELECT ${linkColumns} FROM payment_links l ORDER BY l.id`), linkOf),
    transactions: () => mapped(rowsOf<TransactionRow>(selectTransactions), transactionOf),
    postings: () => mapped(rowsOf<PostingRow>(selectPostings), postingOf),
    balances: () => rowsOf<BalanceRow>(`SELECT ${balanceRowColumns} FROM balances b`),
    dayCounts: () => mapped(rowsOf<DayCountRow>(`SELECT ${dayCountColumns} FROM day_counts d`), dayCountOf),
    fundings: () => mapped(rowsOf<FundingRow>(`SELECT ${fundingColumns} FROM fundings f`), fundingOf),
    batches: () => mapped(rowsOf<BatchRow>(`SELECT ${batchColumns} FROM payout_batches b ORDER BY b.id`), batchOf),
    batchLines: () => mapped(rowsOf<LineRow>(selectBatchLines), lineOf),
    annotations: () =>
      mapped(rowsOf<AnnotationRow>(selectAnnotations), (row) => ({
        accountId: row.accountId,
        annotation: annotationOf(row),
      })),
    exchanges: () => mapped(rowsOf<StoredExchanges>(selectExchanges), exchangesOf),
    events: () => mapped(rowsOf<EventRow>(selectEvents), eventOf),
    webhookEndpoints: () => mapped(rowsOf<EndpointRow>(selectEndpoints), placedOf),
    webhookWaiting: () =>
      mapped(rowsOf<WaitingRow & OfEndpoint>(`SELECT ${waitingColumns} FROM webhook_waiting w`), (row) => ({
        endpointId: row.endpointId,
        ...waitingOf(row),
      })),
    webhookAttempts: () =>
      mapped(rowsOf<AttemptRow & OfEndpoint>(selectAttempts), (row) => ({
        endpointId: row.endpointId,
        n: Number(row.n),
        ...attemptOf(row),
      })),
    quarantines: () => mapped(rowsOf<QuarantineRow>(selectQuarantines), quarantineOf),
    lineStops: () => mapped(rowsOf<LineStopRow>(selectLineStops), lineStopOf),
    reconciliations: () => mapped(rowsOf<RunRow>(selectRuns), runOf),
    reconciliationEntries: () => mapped(rowsOf<EntryRow>(selectEntries), entryRecordOf),
    reconciliationNotes: () => mapped(rowsOf<NoteRow>(selectNotes), noteOf),
    operatorMoves: () => mapped(rowsOf<MoveRow>(selectMoves), moveOf),
    actions: () => mapped(rowsOf<ActionRow>(selectActions), actionOf),
    users: () => mapped(rowsOf<UserRow>(`SELECT ${userColumns} FROM users u ORDER BY u.id`), userRecordOf),
    chainEnd: () => mapped(rowsOf<ChainEndRow>(selectChainEnd), chainEndOf),
  }
}

/** Counts all rows. */
export async function countsOf(ask: Ask): Promise<StoreCounts> {
  const [row = {}] = await ask<Record<string, bigint>>({ text: selectCounts })
  return Object.fromEntries(Object.entries(row).map(([name, rows]) => [name, Number(rows)])) as StoreCounts
}

const counted: Readonly<Record<keyof StoreCounts, string>> = {
  accounts: 'accounts',
  keys: 'account_keys',
  pinCounts: 'accounts WHERE counted_pin_id IS NOT NULL',
  paymentLinks: 'payment_links',
  transactions: 'transactions',
  postings: 'postings',
  balances: 'balances',
  dayCounts: 'day_counts',
  fundings: 'fundings',
  batches: 'payout_batches',
  batchLines: 'payout_batch_lines',
  annotations: 'annotations',
  exchanges: 'exchanges',
  events: 'events',
  webhookEndpoints: 'webhook_endpoints',
  webhookWaiting: 'webhook_waiting',
  webhookAttempts: 'webhook_attempts',
  quarantines: 'quarantines',
  lineStops: 'line_stops',
  reconciliations: 'reconciliations',
  reconciliationEntries: 'reconciliation_entries',
  reconciliationNotes: 'reconciliation_notes',
  operatorMoves: 'operator_moves',
  actions: 'actions',
  users: 'users',
  chainEnd: 'action_chain',
}

const selectCounts = `SELECT ${Object.entries(counted)
  .map(([name, rows]) => `(SELECT count(*) FROM ${rows}) AS "${name}"`)
  .join(', ')}`

/** Ids are in the order in which transactions were opened. */
const selectTransactions = `SELECT ${transactionColumns} FROM transactions t ORDER BY t.id`

const selectPostings = `SELECT ${postingColumns} FROM postings p ORDER BY p.account_id, p.currency, p.n`

const selectBatchLines = `SELECT ${lineColumns} FROM payout_batch_lines l ORDER BY l.batch_id, l.number`

const selectAnnotations = `SELECT ${annotationColumns} FROM annotations n ORDER BY n.sequence`

const selectExchanges = `SELECT ${exchangeColumns} FROM exchanges x ORDER BY x.transaction_id, x.place`

const selectEvents = `SELECT ${eventColumns} FROM events e ORDER BY e.account_id, e.sequence`

const selectEndpoints = `SELECT ${endpointColumns} FROM webhook_endpoints e ORDER BY e.id`

const selectAttempts = `SELECT ${attemptColumns} FROM webhook_attempts a ORDER BY a.endpoint_id, a.n`

const selectQuarantines = `SELECT ${quarantineColumns} FROM quarantines q ORDER BY q.sequence`

const selectLineStops = `SELECT ${lineStopColumns} FROM line_stops s ORDER BY s.sequence`

const selectRuns = `SELECT ${runColumns} FROM reconciliations r ORDER BY r.id`

const selectEntries = `SELECT ${entryColumns} FROM reconciliation_entries e ORDER BY e.run_id, e.item`

const selectNotes = `SELECT ${noteColumns} FROM reconciliation_notes n ORDER BY n.sequence`
