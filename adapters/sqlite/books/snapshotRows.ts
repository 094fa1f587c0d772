import type { Database, Statement } from 'better-sqlite3'
import type { BalanceRow, FundingRows, Posting, TransactionRows } from '../../../core/sente.ts'
import {
  balanceColumns,
  type EventRow,
  eventColumns,
  type FundingRow,
  fundingColumns,
  fundingOf,
  type PostingRow,
  postingColumns,
  postingOf,
} from '../rows/rows.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../rows/transactionRow.ts'

/** The posting of a joined row; all of its columns are null where there is none. */
type JoinedPosting = PostingRow | { readonly [Name in keyof PostingRow]: null }

/** A transaction's row beside one of its postings, by table. */
export type TransactionWithPosting = {
  readonly transactions: TransactionRow
  readonly postings: JoinedPosting
}

/** A funding's row beside one of its postings, by table. */
export type FundingWithPosting = { readonly fundings: FundingRow; readonly postings: JoinedPosting }

/** The joined rows of one transaction or funding. */
export type Together<Row> = readonly [Row, ...Row[]]

/** The statements that read everything in a snapshot. */
export type SnapshotStatements = {
  readonly balances: Statement<[], BalanceRow>
  readonly postings: Statement<[], PostingRow>
  readonly transactions: Statement<[], TransactionWithPosting>
  readonly fundings: Statement<[], FundingWithPosting>
  readonly events: Statement<[], EventRow>
  /** A name for each stray row, null for each sound one. */
  readonly strays: Statement<[], string | null>
}

/** Prepares the statements; each order is that of an index, so that nothing is sorted or kept in memory. */
export function snapshotStatements(reader: Database): SnapshotStatements {
  return {
    balances: reader.prepare<[], BalanceRow>(`SELECT ${balanceColumns} FROM balances`),
    postings: reader.prepare<[], PostingRow>(`SELECT ${postingColumns} FROM postings e ORDER BY e.sequence`),
    transactions: reader.prepare<[], TransactionWithPosting>(selectTransactions).expand(),
    fundings: reader.prepare<[], FundingWithPosting>(selectFundings).expand(),
    events: reader.prepare<[], EventRow>(`SELECT ${eventColumns} FROM events v ORDER BY v.account_id, v.sequence`),
    strays: reader.prepare<[], string | null>(selectStrays).pluck(),
  }
}

/** The transaction in its joined rows. */
export function transactionRowsOf(rows: Together<TransactionWithPosting>): TransactionRows {
  return { transaction: transactionOf(rows[0].transactions), postings: rows.flatMap(joinedPosting) }
}

/** The funding in its joined rows. */
export function fundingRowsOf(rows: Together<FundingWithPosting>): FundingRows {
  return { funding: fundingOf(rows[0].fundings), postings: rows.flatMap(joinedPosting) }
}

function joinedPosting({ postings: row }: { postings: JoinedPosting }): Posting[] {
  return row.accountId === null ? [] : [postingOf(row)]
}

const selectTransactions = `
  SELECT ${transactionColumns}, ${postingColumns}
  FROM transactions t
  LEFT JOIN postings e ON e.transaction_id = t.id
  ORDER BY t.sequence, e.sequence`

const selectFundings = `
  SELECT ${fundingColumns}, ${postingColumns}
  FROM fundings f
  LEFT JOIN postings e ON e.account_id = f.account_id AND e.funding_reference = f.reference
  ORDER BY f.account_id, f.reference, e.sequence`

/** Sound rows come too, as null, so that the event loop gets its turns even when few rows are stray. */
const selectStrays = `
  SELECT CASE WHEN t.id IS NULL AND f.reference IS NULL THEN 'posting ' || e.sequence END
  FROM postings e
  LEFT JOIN transactions t ON t.id = e.transaction_id
  LEFT JOIN fundings f ON f.account_id = e.account_id AND f.reference = e.funding_reference`
