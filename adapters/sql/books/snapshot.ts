import type { BalanceRow, Posting, Snapshot } from '../../../core/sente.ts'
import {
  type ActionRow,
  actionOf,
  type ChainEndRow,
  chainEndOf,
  selectActions,
  selectChainEnd,
} from '../actions/tables.ts'
import { gathered, mapped, type RowsOf } from '../engine/streams.ts'
import { type MoveRow, moveOf, selectMoves } from '../float/tables.ts'
import { balanceRowColumns } from '../tables/balances.ts'
import { type EventRow, eventColumns, eventOf } from '../tables/events.ts'
import { type FundingRow, fundingColumns, fundingOf } from '../tables/fundings.ts'
import { type PostingRow, postingColumns, postingOf } from '../tables/postings.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../tables/transactions.ts'

/** Reads everything as rows of one moment. */
export function snapshotOver(rowsOf: RowsOf): Snapshot {
  return {
    balances: () => rowsOf<BalanceRow>(`SELECT ${balanceRowColumns} FROM balances b`),
    postings: () => mapped(rowsOf<PostingRow>(selectPostings), postingOf),
    transactions: () =>
      mapped(
        gathered(rowsOf<TransactionRow & Joined>(selectTransactions), ({ id }) => id),
        (rows) => ({ transaction: transactionOf(rows[0]), postings: postingsIn(rows, { transaction: rows[0].id }) }),
      ),
    fundings: () =>
      mapped(
        gathered(
          rowsOf<FundingRow & Joined>(selectFundings),
          ({ accountId, reference }) => `${accountId} ${reference}`,
        ),
        (rows) => ({ funding: fundingOf(rows[0]), postings: postingsIn(rows, { funding: rows[0].reference }) }),
      ),
    events: () => mapped(rowsOf<EventRow>(selectEvents), eventOf),
    operatorMoves: () => mapped(rowsOf<MoveRow>(selectMoves), moveOf),
    actions: () => mapped(rowsOf<ActionRow>(selectActions), actionOf),
    chainEnd: () => mapped(rowsOf<ChainEndRow>(selectChainEnd), chainEndOf),
    strays: () => present(rowsOf<{ name: string | null }>(selectStrays)),
  }
}

/** The posting that a transaction or funding is joined to; all null where there is none. */
type Joined = {
  readonly postingAccount: string | null
  readonly postingN: bigint
  readonly postingCurrency: string
  readonly postingFrom: Posting['from']
  readonly postingTo: Posting['to']
  readonly postingMinor: bigint
  readonly postingMs: bigint
}

function postingsIn(rows: readonly Joined[], cause: Posting['cause']): Posting[] {
  return rows
    .toSorted((one, other) => Number(one.postingN - other.postingN))
    .flatMap((row) => (row.postingAccount === null ? [] : [postingIn(row, row.postingAccount, cause)]))
}

function postingIn(row: Joined, accountId: string, cause: Posting['cause']): Posting {
  return {
    accountId,
    currency: row.postingCurrency,
    from: row.postingFrom,
    to: row.postingTo,
    amountMinor: row.postingMinor,
    cause,
    atMs: Number(row.postingMs),
  }
}

const joinedColumns = `p.account_id AS "postingAccount", p.n AS "postingN", p.currency AS "postingCurrency",
    p.from_ledger_account AS "postingFrom", p.to_ledger_account AS "postingTo", p.amount_minor AS "postingMinor",
    p.at_ms AS "postingMs"`

const selectPostings = `SELECT ${postingColumns} FROM postings p ORDER BY p.account_id, p.currency, p.n`

const selectEvents = `SELECT ${eventColumns} FROM events e ORDER BY e.account_id, e.sequence`

/** In the order of an index: with that of their postings, SQLite would sort them all. */
const selectTransactions = `
  SELECT ${transactionColumns}, ${joinedColumns}
  FROM transactions t LEFT JOIN postings p ON p.transaction_id = t.id
  ORDER BY t.id`

const selectFundings = `
  SELECT ${fundingColumns}, ${joinedColumns}
  FROM fundings f LEFT JOIN postings p ON p.account_id = f.account_id AND p.funding_reference = f.reference
  ORDER BY f.account_id, f.reference`

/** Sound rows come too, without a name, so that a program that reads them gets its turns even when few are stray. */
const selectStrays = `
  SELECT CASE WHEN t.id IS NULL AND f.reference IS NULL
    THEN 'posting ' || p.n || ' of ' || p.account_id || ' ' || p.currency END AS name
  FROM postings p
  LEFT JOIN transactions t ON t.id = p.transaction_id
  LEFT JOIN fundings f ON f.account_id = p.account_id AND f.reference = p.funding_reference`

async function* present(rows: AsyncIterable<{ readonly name: string | null }>): AsyncGenerator<string> {
  for await (const { name } of rows) if (name !== null) yield name
}
