import type { HeldRows, StoreContents, StoreCounts } from '../../../core/sente.ts'
import { countedAccountOf, selectAllAccounts } from '../accounts/accountRows.ts'
import { batches, batchLines, batchOf, batchTable, lineOf } from '../batches/tables.ts'
import { exchanges, exchangesOf } from '../cases/tables.ts'
import type { Ask } from '../engine/sqlStatement.ts'
import { gathered, mapped, type RowsOf } from '../engine/streams.ts'
import { type Column, selected, type Table } from '../engine/table.ts'
import { linkOf, paymentLinks } from '../links/tables.ts'
import { actionChain, actionOf, actions, chainEndOf } from '../operators/actions/tables.ts'
import { channelStopOf, channelStops } from '../operators/channels/tables.ts'
import { floatReportOf, floatReports, moveOf, operatorMoves, selectReports } from '../operators/float/tables.ts'
import { quarantineOf, quarantines } from '../operators/quarantines/tables.ts'
import { reconciliationRules, ruleOf } from '../operators/reconciliations/ruleTable.ts'
import { entries, entryRecordOf, noteOf, notes, reconciliations, runOf } from '../operators/reconciliations/tables.ts'
import {
  noticeMarkOf,
  noticeMarks,
  noticeOf,
  noticeSettings,
  noticeSettingsOf,
  notices,
} from '../people/notices/tables.ts'
import { countedKeyOf, invitationOf, invitations, signInAttempts, userRecordOf, users } from '../people/tables.ts'
import {
  accounts,
  countedColumns,
  dayCountOf,
  dayCounts,
  keys,
  nameLookUpOf,
  nameLookUps,
  placedKeyOf,
  selectKeys,
} from '../tables/accounts.ts'
import { annotations, ownedAnnotationOf } from '../tables/annotations.ts'
import { balanceOf, balances } from '../tables/balances.ts'
import {
  attempts,
  endpointAttemptOf,
  endpointWaitingOf,
  redeliveries,
  redeliveryOf,
  waiting,
} from '../tables/deliveries.ts'
import { eventOf, events } from '../tables/events.ts'
import { fundingOf, fundings } from '../tables/fundings.ts'
import { numberedPostingOf, postings } from '../tables/postings.ts'
import { transactionOf, transactions } from '../tables/transactions.ts'
import { endpoints, placedEndpointColumns, placedOf } from '../tables/webhooks.ts'

/** The rows of a kind: their reads, and the table that takes them, with the columns that they fill. */
export type Held<Row> = {
  readonly table: Table
  readonly columns: readonly Column<Row>[]
  read(rowsOf: RowsOf): AsyncIterable<Row>
}

/** The rows of a store, each kind after the kinds that it refers to: contents, counts and moves are made from this list. */
export const held: { readonly [Name in keyof HeldRows]: Held<HeldRows[Name]> } = {
  accounts: {
    table: accounts,
    columns: countedColumns,
    read: (rowsOf) =>
      mapped(gathered(rowsOf<RowOf<typeof countedAccountOf>>(selectAllAccounts), byId), countedAccountOf),
  },
  keys: rows(keys, placedKeyOf, { select: selectKeys }),
  nameLookUps: rows(nameLookUps, nameLookUpOf),
  paymentLinks: rows(paymentLinks, linkOf),
  // Transactions were opened in the order of their ids.
  transactions: rows(transactions, transactionOf, { order: 'r.id' }),
  dayCounts: rows(dayCounts, dayCountOf),
  fundings: rows(fundings, fundingOf),
  batches: rows({ ...batches, columns: batchTable }, batchOf, { whole: batches }),
  batchLines: rows(batchLines, lineOf),
  postings: rows(postings, numberedPostingOf),
  balances: rows(balances, balanceOf),
  annotations: rows(annotations, ownedAnnotationOf),
  exchanges: rows(exchanges, exchangesOf),
  events: rows(events, eventOf),
  webhookEndpoints: rows({ ...endpoints, columns: placedEndpointColumns }, placedOf, { whole: endpoints }),
  webhookWaiting: rows(waiting, endpointWaitingOf),
  webhookAttempts: rows(attempts, endpointAttemptOf),
  webhookRedeliveries: rows(redeliveries, redeliveryOf),
  quarantines: rows(quarantines, quarantineOf),
  channelStops: rows(channelStops, channelStopOf),
  reconciliations: rows(reconciliations, runOf),
  reconciliationEntries: rows(entries, entryRecordOf),
  reconciliationNotes: rows(notes, noteOf),
  reconciliationRules: rows(reconciliationRules, ruleOf),
  operatorMoves: rows(operatorMoves, moveOf),
  floatReports: rows(floatReports, floatReportOf, { select: selectReports }),
  actions: rows(actions, actionOf),
  chainEnd: rows(actionChain, chainEndOf),
  users: rows(users, userRecordOf),
  invitations: rows(invitations, invitationOf),
  signInAttempts: rows(signInAttempts, countedKeyOf),
  notices: rows(notices, noticeOf),
  noticeSettings: rows(noticeSettings, noticeSettingsOf),
  noticeMarks: rows(noticeMarks, noticeMarkOf),
}

/** The kinds of rows, in that order. */
export const heldNames = Object.keys(held) as (keyof HeldRows)[]

/** Reads all rows of a store at one moment. */
export function contentsOf(rowsOf: RowsOf): StoreContents {
  const contents = heldNames.map((name) => [name, () => held[name].read(rowsOf)] as const)
  return Object.fromEntries(contents) as StoreContents
}

/** Counts all rows. */
export async function countsOf(ask: Ask): Promise<StoreCounts> {
  const [row = {}] = await ask<Record<string, bigint>>({ text: selectCounts })
  return Object.fromEntries(Object.entries(row).map(([name, rows]) => [name, Number(rows)])) as StoreCounts
}

const counted = [
  ...heldNames.map((name) => [name, held[name].table.name] as const),
  ['pinCounts', 'accounts WHERE counted_pin_id IS NOT NULL'] as const,
]

const selectCounts = `SELECT ${counted.map(([name, from]) => `(SELECT count(*) FROM ${from}) AS "${name}"`).join(', ')}`

/** The rows of a table, in the order of its key or another one. `whole` also has the columns that do not move. */
function rows<Row, Record>(
  table: Table & { readonly columns: readonly Column<Record>[] },
  of: (row: Row) => Record,
  reading: { readonly order?: string; readonly select?: string; readonly whole?: Table } = {},
): Held<Record> {
  const { name, columns, key } = table
  const order = reading.order ?? (key === 'arrival' ? 'r.sequence' : key.map((column) => `r.${column}`).join(', '))
  const { select = `SELECT ${selected(columns, 'r')} FROM ${name} r ORDER BY ${order}` } = reading
  return { table: reading.whole ?? table, columns, read: (rowsOf) => mapped(rowsOf<Row>(select), of) }
}

/** A function's row. */
type RowOf<Make extends (rows: never) => unknown> = Parameters<Make>[0][0]

function byId({ id }: { readonly id: string }): string {
  return id
}
