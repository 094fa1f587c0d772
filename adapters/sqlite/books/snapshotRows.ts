import type { Database, Statement } from 'better-sqlite3'
import type { BalanceRow, Entry, FundingRows, TransactionRows } from '../../../core/sente.ts'
import {
  balanceColumns,
  type EntryRow,
  entryColumns,
  entryOf,
  type FundingRow,
  fundingColumns,
  fundingOf,
} from '../rows/rows.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../rows/transactionRow.ts'

/** The entry of a joined row; every column of it is null where there is none. */
type JoinedEntry = EntryRow | { readonly [Name in keyof EntryRow]: null }

/** A transaction's row beside one of its entries, by table. */
export type TransactionWithEntry = {
  readonly transactions: TransactionRow
  readonly entries: JoinedEntry
}

/** A funding's row beside one of its entries, by table. */
export type FundingWithEntry = { readonly fundings: FundingRow; readonly entries: JoinedEntry }

/** Several rows of one transaction or funding. */
export type Together<Row> = readonly [Row, ...Row[]]

/** What reads everything that a snapshot is made of. */
export type SnapshotStatements = {
  readonly balances: Statement<[], BalanceRow>
  readonly entries: Statement<[], EntryRow>
  readonly transactions: Statement<[], TransactionWithEntry>
  readonly fundings: Statement<[], FundingWithEntry>
  /** A name for each stray row, null for each sound one. */
  readonly strays: Statement<[], string | null>
}

/** Prepares what reads everything; each order is that of an index, so that nothing is sorted or kept in memory. */
export function snapshotStatements(reader: Database): SnapshotStatements {
  return {
    balances: reader.prepare<[], BalanceRow>(`SELECT ${balanceColumns} FROM balances`),
    entries: reader.prepare<[], EntryRow>(`SELECT ${entryColumns} FROM entries e ORDER BY e.sequence`),
    transactions: reader.prepare<[], TransactionWithEntry>(selectTransactions).expand(),
    fundings: reader.prepare<[], FundingWithEntry>(selectFundings).expand(),
    strays: reader.prepare<[], string | null>(selectStrays).pluck(),
  }
}

/** A transaction of its joined rows. */
export function transactionRowsOf(rows: Together<TransactionWithEntry>): TransactionRows {
  return { transaction: transactionOf(rows[0].transactions), entries: rows.flatMap(joinedEntry) }
}

/** A funding of its joined rows. */
export function fundingRowsOf(rows: Together<FundingWithEntry>): FundingRows {
  return { funding: fundingOf(rows[0].fundings), entries: rows.flatMap(joinedEntry) }
}

function joinedEntry({ entries: row }: { entries: JoinedEntry }): Entry[] {
  return row.accountId === null ? [] : [entryOf(row)]
}

const selectTransactions = `
  SELECT ${transactionColumns}, ${entryColumns}
  FROM transactions t
  LEFT JOIN entries e ON e.transaction_id = t.id
  ORDER BY t.sequence, e.sequence`

const selectFundings = `
  SELECT ${fundingColumns}, ${entryColumns}
  FROM fundings f
  LEFT JOIN entries e ON e.account_id = f.account_id AND e.funding_reference = f.reference
  ORDER BY f.account_id, f.reference, e.sequence`

/** Sound rows are told too, as null, so that the event loop gets its turn however few are stray. */
const selectStrays = `
  SELECT CASE WHEN t.id IS NULL AND f.reference IS NULL THEN 'entry ' || e.sequence END
  FROM entries e
  LEFT JOIN transactions t ON t.id = e.transaction_id
  LEFT JOIN fundings f ON f.account_id = e.account_id AND f.reference = e.funding_reference`
