import type { Annotation, AwaitedCount, BalanceRow, Books, MarkedBooks } from '../../../core/sente.ts'
import type { Engine } from '../engine/engine.ts'
import type { Stored } from '../engine/table.ts'
import { type DayCountRow, dayCountColumns, dayCountOf } from '../tables/accounts.ts'
import { annotationOf } from '../tables/annotations.ts'
import { balanceRowColumns } from '../tables/balances.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../tables/transactions.ts'
import { eventList } from './eventList.ts'
import { fundingList } from './fundingList.ts'
import { transactionList } from './lists/transactionList.ts'
import { statementRows } from './statementRows.ts'

/** The parts of the books. */
export type BooksParts = {
  readonly engine: Pick<Engine, 'ask' | 'dialect' | 'inPieces'>
  readonly claims: Pick<Books, 'claim' | 'claimOne'>
  readonly atomically: Books['atomically']
} & MarkedBooks

/** The books in SQL. */
export function books({ engine, claims, atomically, snapshot, changes, unmark }: BooksParts): Books {
  const { ask, dialect } = engine
  const byReference = {
    name: 'transaction by reference',
    text: `SELECT ${transactionColumns} FROM used_references r
      ${dialect.joinFound('transactions', 't', 't.account_id = r.account_id AND t.id = r.transaction_id')}
      WHERE r.account_id = $1 AND r.reference = $2`,
  }
  const openFollowUps = {
    name: 'awaited',
    text: `SELECT f.network, f.currency, count(*) AS transactions FROM follow_ups f
      ${dialect.joinFound('transactions', 't', 't.account_id = f.account_id AND t.id = f.transaction_id')}
      WHERE t.state IN ('submitting', 'pending') GROUP BY f.network, f.currency`,
  }
  const transactionBy = async (select: { name: string; text: string }, values: readonly string[]) => {
    const [row] = await ask<TransactionRow>({ ...select, values })
    return row && transactionOf(row)
  }
  return {
    atomically,
    transaction: (id) => transactionBy(selectById, [id]),
    transactionByReference: (accountId, reference) => transactionBy(byReference, [accountId, reference]),
    balances: (accountId) => ask<BalanceRow>({ ...selectBalances, values: [accountId] }),
    dayCounts: async (accountId) =>
      (await ask<DayCountRow>({ ...selectDayCounts, values: [accountId] })).map(dayCountOf),
    async awaited() {
      const rows = await ask<Stored<AwaitedCount, 'transactions'>>(openFollowUps)
      return rows.map((row) => ({ ...row, transactions: Number(row.transactions) }))
    },
    async annotated(id) {
      const rows = await ask<AnnotatedRow>({ ...selectAnnotated, values: [id] })
      const [first] = rows
      return first && { transaction: transactionOf(first), annotations: rows.flatMap(annotationIn) }
    },
    ...claims,
    list: transactionList(engine),
    fundings: fundingList(ask),
    events: eventList(ask, dialect),
    statement: statementRows(ask, dialect),
    snapshot,
    changes,
    unmark,
  }
}

const selectById = { name: 'transaction', text: `SELECT ${transactionColumns} FROM transactions t WHERE t.id = $1` }

const selectBalances = {
  name: 'balances',
  text: `SELECT ${balanceRowColumns} FROM balances b WHERE b.account_id = $1 ORDER BY b.currency`,
}

const selectDayCounts = {
  name: 'day counts',
  text: `SELECT ${dayCountColumns} FROM day_counts d WHERE d.account_id = $1 ORDER BY d.currency`,
}

/** A transaction beside one of its annotations. Their columns are null if it has none. */
type AnnotatedRow = TransactionRow & {
  readonly noteKind: Annotation['kind'] | null
  readonly text: string
  readonly madeBy: string | null
  readonly atMs: bigint
  readonly runId: string | null
}

function annotationIn({ id: transactionId, noteKind: kind, text, madeBy, atMs, runId }: AnnotatedRow): Annotation[] {
  return kind === null ? [] : [annotationOf({ transactionId, kind, text, madeBy, atMs, runId })]
}

const selectAnnotated = {
  name: 'annotated transaction',
  text: `SELECT ${transactionColumns}, n.kind AS "noteKind", n.text, n.made_by AS "madeBy", n.at_ms AS "atMs", n.run_id AS "runId"
    FROM transactions t LEFT JOIN annotations n ON n.transaction_id = t.id
    WHERE t.id = $1 ORDER BY n.sequence`,
}
