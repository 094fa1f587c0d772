import type { BalanceRow, BatchRows, Posting, Snapshot } from '../../../core/sente.ts'
import { type BatchRow, batchColumns, batchOf } from '../batches/tables.ts'
import { gathered, mapped, type RowsOf } from '../engine/streams.ts'
import {
  type ActionRow,
  actionOf,
  type ChainEndRow,
  chainEndOf,
  selectActions,
  selectChainEnd,
} from '../operators/actions/tables.ts'
import { type MoveRow, moveOf, selectMoves } from '../operators/float/tables.ts'
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
    batches: () =>
      mapped(
        gathered(rowsOf<BatchRow & BatchMoney>(selectBatches), ({ id }) => id),
        (rows) => ({ batch: batchOf(rows[0]), ...moneyOf(rows) }),
      ),
    events: () => mapped(rowsOf<EventRow>(selectEvents), eventOf),
    operatorMoves: () => mapped(rowsOf<MoveRow>(selectMoves), moveOf),
    actions: () => mapped(rowsOf<ActionRow>(selectActions), actionOf),
    chainEnd: () => mapped(rowsOf<ChainEndRow>(selectChainEnd), chainEndOf),
    strays: () => present(rowsOf<{ name: string | null }>(selectStrays)),
  }
}

/** The posting that is joined to a transaction or funding; all null if there is none. */
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

/** The amount that a batch has moved in a currency, or that waits in it; null if it has neither. */
type BatchMoney = {
  readonly moneyCurrency: string | null
  readonly heldMinor: bigint | null
  readonly releasedMinor: bigint | null
  readonly waitingMinor: bigint | null
}

function moneyOf(rows: readonly BatchMoney[]): Pick<BatchRows, 'moved' | 'waiting'> {
  return {
    moved: rows.flatMap(({ moneyCurrency: currency, heldMinor, releasedMinor }) =>
      currency === null || heldMinor === null || releasedMinor === null ? [] : [{ currency, heldMinor, releasedMinor }],
    ),
    waiting: rows.flatMap(({ moneyCurrency: currency, waitingMinor: minor }) =>
      currency === null || minor === null ? [] : [{ currency, minor }],
    ),
  }
}

const joinedColumns = `p.account_id AS "postingAccount", p.n AS "postingN", p.currency AS "postingCurrency",
    p.from_ledger_account AS "postingFrom", p.to_ledger_account AS "postingTo", p.amount_minor AS "postingMinor",
    p.at_ms AS "postingMs"`

const selectPostings = `SELECT ${postingColumns} FROM postings p ORDER BY p.account_id, p.currency, p.n`

const selectEvents = `SELECT ${eventColumns} FROM events e ORDER BY e.account_id, e.sequence`

/** In the order of an index: in the order of their postings, SQLite would sort them all. */
const selectTransactions = `
  SELECT ${transactionColumns}, ${joinedColumns}
  FROM transactions t LEFT JOIN postings p ON p.transaction_id = t.id
  ORDER BY t.id`

const selectFundings = `
  SELECT ${fundingColumns}, ${joinedColumns}
  FROM fundings f LEFT JOIN postings p ON p.account_id = f.account_id AND p.funding_reference = f.reference
  ORDER BY f.account_id, f.reference`

const sumOf = (ledgerAccount: string) =>
  `CAST(sum(CASE WHEN p.to_ledger_account = '${ledgerAccount}' THEN p.amount_minor ELSE 0 END) AS BIGINT)`

const selectBatches = `
  SELECT ${batchColumns}, m.currency AS "moneyCurrency", m.held AS "heldMinor", m.released AS "releasedMinor",
    m.waiting AS "waitingMinor"
  FROM payout_batches b LEFT JOIN (
    SELECT p.batch_id, p.currency, ${sumOf('held')} AS held, ${sumOf('available')} AS released,
      CAST(NULL AS BIGINT) AS waiting
    FROM postings p WHERE p.batch_id IS NOT NULL GROUP BY p.batch_id, p.currency
    UNION ALL SELECT l.batch_id, l.currency, NULL, NULL, CAST(sum(l.amount_minor + l.fee_minor) AS BIGINT)
    FROM payout_batch_lines l WHERE l.state = 'waiting' GROUP BY l.batch_id, l.currency
  ) AS m ON m.batch_id = b.id
  WHERE b.state <> 'draft' ORDER BY b.id`

/** Sound rows come too, without a name, so that a program that reads them gets its turns even when few are stray. */
const selectStrays = `
  SELECT CASE WHEN t.id IS NULL AND f.reference IS NULL AND b.id IS NULL
    THEN 'posting ' || p.n || ' of ' || p.account_id || ' ' || p.currency END AS name
  FROM postings p
  LEFT JOIN transactions t ON t.id = p.transaction_id
  LEFT JOIN fundings f ON f.account_id = p.account_id AND f.reference = p.funding_reference
  LEFT JOIN payout_batches b ON b.account_id = p.account_id AND b.id = p.batch_id`

async function* present(rows: AsyncIterable<{ readonly name: string | null }>): AsyncGenerator<string> {
  for await (const { name } of rows) if (name !== null) yield name
}
