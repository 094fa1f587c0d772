import type { BalanceRow, BatchRows, Posting, Snapshot } from '../../../core/sente.ts'
import { type BatchRow, batchColumns, batchOf } from '../batches/tables.ts'
import type { Ask } from '../engine/sqlStatement.ts'
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
import { type PostingRow, paidColumns, postingColumns, postingOf } from '../tables/postings.ts'
import { moneyColumns, moneyOf, transactionColumns, transactionOf } from '../tables/transactions.ts'

/** The tables of the rows that are read, as the end of a FROM clause that names them so. */
export type Sources = Readonly<Record<'p' | 'e' | 't' | 'f' | 'b', string>>

const whole: Sources = {
  p: 'postings p',
  e: 'events e',
  t: 'transactions t',
  f: 'fundings f',
  b: 'payout_batches b',
}

/** Reads everything, or the rows of these sources, as rows of one moment. */
export function snapshotOver(rowsOf: RowsOf, from: Sources = whole): Snapshot {
  const paid = paidBeside(rowsOf, from)
  return {
    balances: () => mapped(rowsOf<BalanceRow>(`SELECT ${balanceRowColumns} FROM balances b`), (row) => row),
    postings: () => mapped(rowsOf<PostingRow>(selectPostings(from)), postingOf),
    transactions: ((only?: 'money') =>
      only
        ? paid.transactions(moneyColumns, moneyOf)
        : paid.transactions(transactionColumns, transactionOf)) as Snapshot['transactions'],
    fundings: () =>
      mapped(
        gathered(
          rowsOf<FundingRow & Joined>(selectFundings(from)),
          ({ accountId, reference }) => `${accountId} ${reference}`,
        ),
        (rows) => ({ funding: fundingOf(rows[0]), postings: rows.flatMap(postingIn) }),
      ),
    batches: () =>
      mapped(
        gathered(rowsOf<BatchRow & BatchMoney>(selectBatches(from)), ({ id }) => id),
        (rows) => ({ batch: batchOf(rows[0]), ...sumsOf(rows) }),
      ),
    events: () => mapped(rowsOf<EventRow>(selectEvents(from)), eventOf),
    operatorMoves: () => mapped(rowsOf<MoveRow>(selectMoves), moveOf),
    actions: () => mapped(rowsOf<ActionRow>(selectActions), actionOf),
    chainEnd: () => mapped(rowsOf<ChainEndRow>(selectChainEnd), chainEndOf),
    async *strays() {
      yield* await paid.strays()
      yield* mapped(rowsOf<PostingName>(selectOtherStrays(from)), nameOf)
    },
  }
}

/** Counts the rows that take time to read. */
export async function countRows(ask: Ask): Promise<number> {
  const [found] = await ask<{ readonly rows: bigint }>({
    text: `SELECT (SELECT count(*) FROM postings) + (SELECT count(*) FROM balances) + (SELECT count(*) FROM events)
      + (SELECT count(*) FROM transactions) AS "rows"`,
  })
  return Number(found?.rows ?? 0n)
}

/**
 * Transactions beside their postings. Both are read in the order of the transactions' ids, because a join would look up
 * the postings of each. Postings of no transaction are noticed on the way.
 */
function paidBeside(rowsOf: RowsOf, from: Sources) {
  let noticed: readonly string[] | undefined

  async function* transactions<Row extends { readonly id: string }, Made>(
    columns: string,
    of: (row: Row) => Made,
  ): AsyncGenerator<{ readonly transaction: Made; readonly postings: readonly Posting[] }> {
    const strays: string[] = []
    const postings = mapped(rowsOf<PaidRow>(selectPaid(from)), (row) => row)
    let next = await postings.next()
    for await (const rows of rowsOf<Row>(`SELECT ${columns} FROM ${from.t} ORDER BY t.id`)) {
      for (const row of rows) {
        const own: Posting[] = []
        while (!next.done && next.value.transactionId <= row.id) {
          if (next.value.transactionId === row.id) own.push(paidOf(next.value))
          else strays.push(nameOf(next.value))
          next = await postings.next()
        }
        yield { transaction: of(row), postings: own }
      }
    }
    for (; !next.done; next = await postings.next()) strays.push(nameOf(next.value))
    noticed = strays
  }

  return {
    transactions,
    async strays(): Promise<readonly string[]> {
      if (!noticed) for await (const _ of transactions('t.id', (row) => row));
      return noticed ?? []
    },
  }
}

/** A posting of a transaction. */
type PaidRow = Omit<PostingRow, 'fundingReference' | 'batchId'> & { readonly transactionId: string }

function paidOf(row: PaidRow): Posting {
  const { accountId, currency, fromLedgerAccount: from, toLedgerAccount: to, amountMinor } = row
  return {
    accountId,
    currency,
    from,
    to,
    amountMinor,
    cause: { transaction: row.transactionId },
    atMs: Number(row.atMs),
  }
}

type PostingName = Pick<PostingRow, 'accountId' | 'currency' | 'n'>

function nameOf({ accountId, currency, n }: PostingName): string {
  return `posting ${n} of ${accountId} ${currency}`
}

/** The posting that is joined to a funding; all null if there is none. */
type Joined = {
  readonly postingAccount: string | null
  readonly postingCurrency: string
  readonly postingFrom: Posting['from']
  readonly postingTo: Posting['to']
  readonly postingMinor: bigint
  readonly postingMs: bigint
}

function postingIn(row: Joined & Pick<FundingRow, 'reference'>): Posting[] {
  const { postingAccount: accountId, postingCurrency: currency, postingFrom: from, postingTo: to } = row
  if (accountId === null) return []
  const cause = { funding: row.reference }
  return [{ accountId, currency, from, to, amountMinor: row.postingMinor, cause, atMs: Number(row.postingMs) }]
}

/** The amount that a batch has moved in a currency, or that waits in it; null if it has neither. */
type BatchMoney = {
  readonly moneyCurrency: string | null
  readonly heldMinor: bigint | null
  readonly releasedMinor: bigint | null
  readonly waitingMinor: bigint | null
}

function sumsOf(rows: readonly BatchMoney[]): Pick<BatchRows, 'moved' | 'waiting'> {
  return {
    moved: rows.flatMap(({ moneyCurrency: currency, heldMinor, releasedMinor }) =>
      currency === null || heldMinor === null || releasedMinor === null ? [] : [{ currency, heldMinor, releasedMinor }],
    ),
    waiting: rows.flatMap(({ moneyCurrency: currency, waitingMinor: minor }) =>
      currency === null || minor === null ? [] : [{ currency, minor }],
    ),
  }
}

const selectPostings = ({ p }: Sources) => `SELECT ${postingColumns} FROM ${p} ORDER BY p.account_id, p.currency, p.n`

const selectEvents = ({ e }: Sources) => `SELECT ${eventColumns} FROM ${e} ORDER BY e.account_id, e.sequence`

/** The postings of transactions. */
const selectPaid = ({ p }: Sources) => `SELECT ${paidColumns} FROM ${p}
  WHERE p.transaction_id IS NOT NULL ORDER BY p.transaction_id, p.n`

/** Few of all postings are of fundings: they are set apart, so that only they are searched. */
const selectFundings = ({ p, f }: Sources) => `
  WITH funded AS MATERIALIZED (SELECT p.* FROM ${p} WHERE p.funding_reference IS NOT NULL)
  SELECT ${fundingColumns}, p.account_id AS "postingAccount", p.currency AS "postingCurrency",
    p.from_ledger_account AS "postingFrom", p.to_ledger_account AS "postingTo", p.amount_minor AS "postingMinor",
    p.at_ms AS "postingMs"
  FROM ${f} LEFT JOIN funded p ON p.account_id = f.account_id AND p.funding_reference = f.reference
  ORDER BY f.account_id, f.reference, p.n`

const sumOf = (ledgerAccount: string) =>
  `CAST(sum(CASE WHEN p.to_ledger_account = '${ledgerAccount}' THEN p.amount_minor ELSE 0 END) AS BIGINT)`

const selectBatches = ({ b }: Sources) => `
  SELECT ${batchColumns}, m.currency AS "moneyCurrency", m.held AS "heldMinor", m.released AS "releasedMinor",
    m.waiting AS "waitingMinor"
  FROM ${b} LEFT JOIN (
    SELECT p.batch_id, p.currency, ${sumOf('held')} AS held, ${sumOf('available')} AS released,
      CAST(NULL AS BIGINT) AS waiting
    FROM postings p WHERE p.batch_id IS NOT NULL GROUP BY p.batch_id, p.currency
    UNION ALL SELECT l.batch_id, l.currency, NULL, NULL, CAST(sum(l.amount_minor + l.fee_minor) AS BIGINT)
    FROM payout_batch_lines l WHERE l.state = 'waiting' GROUP BY l.batch_id, l.currency
  ) AS m ON m.batch_id = b.id
  WHERE b.state <> 'draft' ORDER BY b.id`

/** The postings of no transaction that belong to no funding and no batch either. */
const selectOtherStrays = ({ p }: Sources) => `
  SELECT p.account_id AS "accountId", p.currency, p.n FROM ${p}
  LEFT JOIN fundings f ON f.account_id = p.account_id AND f.reference = p.funding_reference
  LEFT JOIN payout_batches o ON o.account_id = p.account_id AND o.id = p.batch_id
  WHERE p.transaction_id IS NULL AND f.reference IS NULL AND o.id IS NULL`
