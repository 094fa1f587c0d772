import type { AuditedCounts, ChangedBooks } from '../../../../core/sente.ts'
import type { Dialect } from '../../engine/dialect.ts'
import type { Ask } from '../../engine/sqlStatement.ts'
import { mapped, type RowsOf } from '../../engine/streams.ts'
import { selected } from '../../engine/table.ts'
import { type KeptMark, type MarkedBalance, type MarkedEvents, markedBalances } from '../../tables/auditMarks.ts'
import { type PostingRow, postingColumns, postingOf } from '../../tables/postings.ts'
import { moneyColumns, moneyOf } from '../../tables/transactions.ts'
import { snapshotOver } from '../snapshot.ts'
import { newEvents, newPostings, postedSums, selectCounts, selectOpen } from './marks.ts'

/** The means of reading within a transaction that has begun. */
export type Reading = { readonly rowsOf: RowsOf; readonly ask: Ask; readonly dialect: Dialect }

/** Reads the rows since a mark of one moment. */
export function changesOver({ rowsOf, ask, dialect }: Reading, mark: KeptMark): ChangedBooks {
  const changed = changedSince(dialect)
  const transactions = (select: string) => mapped(rowsOf<Parameters<typeof moneyOf>[0]>(select), moneyOf)
  return {
    ...snapshotOver(rowsOf, changed),
    mark,
    async counts() {
      const [row = {}] = await ask<Record<string, bigint>>({ text: selectCounts })
      return Object.fromEntries(Object.entries(row).map(([name, rows]) => [name, Number(rows)])) as AuditedCounts
    },
    markedBalances: () =>
      mapped(rowsOf<MarkedBalance>(selectMarkedBalances), ({ postings, postedAtMs, ...row }) => ({
        ...row,
        postedAtMs: Number(postedAtMs),
      })),
    markedEvents: () =>
      mapped(rowsOf<MarkedEvents>(selectMarkedEvents), ({ accountId, sequence }) => ({
        accountId,
        sequence: Number(sequence),
      })),
    markedTransactions: () =>
      mapped(rowsOf<{ readonly id: string }>('SELECT o.id FROM marked_transactions o'), ({ id }) => id),
    markedSums: () => postedSums(mark),
    refunded: () => transactions(refundedOf(changedIds(dialect), dialect)),
    contradicted: () =>
      transactions(`SELECT ${moneyColumns} FROM transactions t WHERE t.attention = 'contradiction' ORDER BY t.id`),
    datedAfter: (ms) => mapped(rowsOf<PostingRow>(datedAfter(dialect, ms)), postingOf),
    succeededSince: (ms) => transactions(succeededSince(dialect, ms)),
  }
}

const selectMarkedBalances = `SELECT ${selected(markedBalances.columns, 'm')} FROM marked_balances m`

const selectMarkedEvents = 'SELECT k.account_id AS "accountId", k.sequence FROM marked_events k'

/**
 * New postings and events; and each transaction, funding and batch that was open at the mark, is new, or has one of
 * them.
 */
function changedSince(dialect: Dialect) {
  const [p, e] = [newPostings(dialect), newEvents(dialect)]
  const fundings = `(
      SELECT p.account_id, p.funding_reference AS reference FROM ${p} WHERE p.funding_reference IS NOT NULL
      UNION SELECT e.account_id, e.funding_reference FROM ${e} WHERE e.funding_reference IS NOT NULL
    ) AS c`
  const isOfChanged = 'f.account_id = c.account_id AND f.reference = c.reference'
  return {
    p,
    e,
    t: `(${changedIds(dialect)}) AS c ${dialect.joinFound('transactions', 't', 't.id = c.id')}`,
    f: `${fundings} ${dialect.joinFound('fundings', 'f', isOfChanged)}`,
    b: `(
      SELECT * FROM payout_batches WHERE state <> 'completed'
        OR id IN (SELECT p.batch_id FROM ${p} WHERE p.batch_id IS NOT NULL)
        OR id IN (SELECT e.batch_id FROM ${e} WHERE e.batch_id IS NOT NULL)
    ) AS b`,
  }
}

/** The ids of the transactions to read. */
export function changedIds(dialect: Dialect): string {
  return `SELECT id FROM marked_transactions
    UNION SELECT id FROM transactions WHERE id > (SELECT last_id FROM audit_marks)
    UNION ${selectOpen(dialect)}
    UNION SELECT p.transaction_id FROM ${newPostings(dialect)} WHERE p.transaction_id IS NOT NULL
    UNION SELECT e.transaction_id FROM ${newEvents(dialect)} WHERE e.transaction_id IS NOT NULL`
}

/** All refunds of the changed collections, and of the collections of changed refunds, with these collections. */
function refundedOf(changed: string, dialect: Dialect): string {
  const isRefund = 'r.refund_of = c.id'
  return `
    WITH changed AS MATERIALIZED (${changed}),
      collections AS MATERIALIZED (
        SELECT t.refund_of AS id FROM changed c ${dialect.joinFound('transactions', 't', 't.id = c.id')}
        WHERE t.refund_of IS NOT NULL
        UNION SELECT r.refund_of FROM changed c ${dialect.joinEach('transactions', 'r', isRefund)}
      )
    SELECT ${moneyColumns} FROM (
      SELECT id FROM collections UNION SELECT r.id FROM collections c ${dialect.joinEach('transactions', 'r', isRefund)}
    ) AS c ${dialect.joinFound('transactions', 't', 't.id = c.id')} ORDER BY t.id`
}

/** The last mark of statements of a balance `b` before a moment: all later postings are numbered higher. */
function lastMarkBefore(ms: number): string {
  return `coalesce((SELECT s.n FROM statement_marks s
    WHERE s.account_id = b.account_id AND s.currency = b.currency AND s.latest_ms < ${ms}
    ORDER BY s.latest_ms DESC, s.n DESC LIMIT 1), -1)`
}

function datedAfter(dialect: Dialect, ms: number): string {
  const places = `(SELECT b.account_id, b.currency, b.postings, ${lastMarkBefore(ms)} AS after
    FROM marked_balances b WHERE b.posted_at_ms >= ${ms}) AS b`
  const on = 'p.account_id = b.account_id AND p.currency = b.currency AND p.n > b.after AND p.n < b.postings'
  return `SELECT ${postingColumns} FROM ${places} ${dialect.joinEach('postings', 'p', on)} WHERE p.at_ms >= ${ms}`
}

/** A payment succeeds with a posting, which is never dated before its success. */
function succeededSince(dialect: Dialect, ms: number): string {
  const places = `(SELECT b.account_id, b.currency, ${lastMarkBefore(ms)} AS after
    FROM balances b WHERE b.posted_at_ms >= ${ms}) AS b`
  const on = 'p.account_id = b.account_id AND p.currency = b.currency AND p.n > b.after'
  return `SELECT ${moneyColumns} FROM (
      SELECT DISTINCT p.transaction_id AS id FROM ${places} ${dialect.joinEach('postings', 'p', on)}
      WHERE p.at_ms >= ${ms} AND p.transaction_id IS NOT NULL
    ) AS c ${dialect.joinFound('transactions', 't', 't.id = c.id')}
    WHERE t.state = 'succeeded' AND t.updated_at_ms >= ${ms} ORDER BY t.id`
}
