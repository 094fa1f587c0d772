import type { Books, Posting, Snapshot } from '../../../core/sente.ts'
import type { Address } from '../connection/address.ts'
import { asking } from '../connection/asking.ts'
import type { Continuity } from '../connection/continuity.ts'
import { connectToPrimary } from '../connection/primary.ts'
import type { Ask } from '../connection/statement.ts'
import {
  balanceColumns,
  type EventRow,
  eventColumns,
  eventOf,
  type FundingRow,
  fundingColumns,
  fundingOf,
  type PostingRow,
  postingColumns,
  postingOf,
} from '../rows/rows.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../rows/transactionRow.ts'
import { type Cursors, cursors, gathered, mapped } from './cursors.ts'
import { assertDerived } from './derivedRows.ts'

/** How long one answer may take while everything is read: some sort all rows, which takes minutes among millions. */
const answerMs = 3_600_000

/** Reads everything as it stands at one moment, over a connection of its own. */
export function snapshotFrom(address: Address, continuity: Continuity): Books['snapshot'] {
  return async (read) => {
    const client = await connectToPrimary(address, { pipeline: false, answerMs }, continuity)
    try {
      await continuity.compare(client)
      const ask = asking(client)
      await ask({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' })
      // The moment is that of the first statement.
      await ask({ text: 'SELECT one FROM sente_schema' })
      return await snapshotWithin(ask, address.name)(read)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/**
 * Reads everything inside a transaction that has begun, as it sees it. Where derived rows are wrong it throws instead:
 * the books as they are read here would not show it.
 */
export function snapshotWithin(ask: Ask, name: string): Books['snapshot'] {
  return async (read) => {
    await assertDerived(ask, name)
    return read(snapshotOver(cursors(oneByOne(ask))))
  }
}

/** Sends each statement when the one before it was answered. */
function oneByOne(ask: Ask): Ask {
  let last: Promise<unknown> = Promise.resolve()
  return <Row>(statement: Parameters<Ask>[0]) => {
    const answer = last.then(() => ask<Row>(statement))
    last = answer.catch(() => {})
    return answer
  }
}

/** A transaction or funding beside one of its postings; those columns are null where there is none. */
type Joined<Row> = Row & { readonly posting: PostingJson | null }
type PostingJson = Omit<Posting, 'cause' | 'amountMinor'> & { readonly amountMinor: string }

function snapshotOver({ rowsOf }: Cursors): Snapshot {
  return {
    balances: () => rowsOf(`SELECT ${balanceColumns} FROM balances b`),
    postings: () => mapped(rowsOf<PostingRow>(selectPostings), postingOf),
    transactions: () =>
      mapped(
        gathered(rowsOf<Joined<TransactionRow>>(selectTransactions), ({ id }) => id),
        (rows) => {
          const transaction = transactionOf(rows[0])
          return { transaction, postings: postingsIn(rows, { transaction: transaction.id }) }
        },
      ),
    fundings: () =>
      mapped(
        gathered(rowsOf<Joined<FundingRow>>(selectFundings), ({ accountId, reference }) => `${accountId} ${reference}`),
        (rows) => {
          const funding = fundingOf(rows[0])
          return { funding, postings: postingsIn(rows, { funding: funding.reference }) }
        },
      ),
    events: () => mapped(rowsOf<EventRow>(selectEvents), eventOf),
    strays: () => mapped(rowsOf<{ name: string }>(selectStrays), ({ name }) => name),
  }
}

function postingsIn(rows: readonly Joined<unknown>[], cause: Posting['cause']): Posting[] {
  return rows.flatMap(({ posting }) =>
    posting ? [{ ...posting, amountMinor: BigInt(posting.amountMinor), cause }] : [],
  )
}

/** A posting as JSON, with its amount as text, because JSON's numbers are too small for it. */
const postingJson = `CASE WHEN p.n IS NULL THEN NULL ELSE json_build_object(
    'accountId', p.account_id, 'currency', p.currency, 'from', p.from_ledger_account, 'to', p.to_ledger_account,
    'amountMinor', p.amount_minor::text, 'atMs', p.at_ms) END AS posting`

const selectPostings = `SELECT ${postingColumns} FROM postings p ORDER BY p.account_id, p.currency, p.n`

const selectEvents = `SELECT ${eventColumns} FROM events e ORDER BY e.account_id, e.sequence`

const selectTransactions = `
  SELECT ${transactionColumns}, ${postingJson}
  FROM transactions t LEFT JOIN postings p ON p.transaction_id = t.id
  ORDER BY t.id, p.n`

const selectFundings = `
  SELECT ${fundingColumns}, ${postingJson}
  FROM fundings f LEFT JOIN postings p ON p.account_id = f.account_id AND p.funding_reference = f.reference
  ORDER BY f.account_id, f.reference, p.n`

const selectStrays = `
  SELECT 'posting ' || p.n || ' of ' || p.account_id || ' ' || p.currency AS name FROM postings p
  LEFT JOIN transactions t ON t.id = p.transaction_id
  LEFT JOIN fundings f ON f.account_id = p.account_id AND f.reference = p.funding_reference
  WHERE t.id IS NULL AND f.reference IS NULL`
