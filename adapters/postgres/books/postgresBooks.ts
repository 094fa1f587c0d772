import type { Annotation, AwaitedCount, BalanceRow, Books } from '../../../core/sente.ts'
import type { Ask, StoreClock } from '../connection/statement.ts'
import type { Lane } from '../lane/lane.ts'
import { balanceColumns, type Stored } from '../rows/rows.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../rows/transactionRow.ts'
import { tableOfClaims } from './claims.ts'
import { eventList } from './eventList.ts'
import { fundingList } from './fundingList.ts'
import { statementRows } from './statementRows.ts'
import { transactionList } from './transactionList.ts'

/** What the books need. */
export type PostgresBooksParts = {
  /** The lane of an account, always the same one. */
  readonly laneOf: (accountId: string) => Lane
  /** Asks outside of steps. */
  readonly ask: Ask
  readonly clock: StoreClock
  readonly snapshot: Books['snapshot']
}

/** The books in PostgreSQL. */
export function postgresBooks({ laneOf, ask, clock, snapshot }: PostgresBooksParts): Books {
  const transactionBy = async (select: { name: string; text: string }, values: readonly string[]) => {
    const [row] = await ask<TransactionRow>({ ...select, values })
    return row && transactionOf(row)
  }
  return {
    atomically: (scope, step) => laneOf(scope.account).run(scope, step),
    transaction: (id) => transactionBy(selectById, [id]),
    transactionByReference: (accountId, reference) => transactionBy(selectByReference, [accountId, reference]),
    balances: (accountId) => ask<BalanceRow>({ ...selectBalances, values: [accountId] }),
    async awaited() {
      const rows = await ask<Stored<AwaitedCount, 'transactions'>>(countAwaited)
      return rows.map((row) => ({ ...row, transactions: Number(row.transactions) }))
    },
    async annotated(id) {
      const rows = await ask<AnnotatedRow>({ ...selectAnnotated, values: [id] })
      const [first] = rows
      return first && { transaction: transactionOf(first), annotations: rows.flatMap(annotationIn) }
    },
    ...tableOfClaims(ask, clock),
    list: transactionList(ask),
    fundings: fundingList(ask),
    events: eventList(ask),
    statement: statementRows(ask),
    snapshot,
  }
}

const selectById = { name: 'transaction', text: `SELECT ${transactionColumns} FROM transactions t WHERE t.id = $1` }

const selectByReference = {
  name: 'transaction by reference',
  text: `SELECT ${transactionColumns} FROM used_references r
    JOIN transactions t ON t.account_id = r.account_id AND t.id = r.transaction_id
    WHERE r.account_id = $1 AND r.reference = $2`,
}

const selectBalances = {
  name: 'balances',
  text: `SELECT ${balanceColumns} FROM balances b WHERE b.account_id = $1 ORDER BY b.currency`,
}

const countAwaited = {
  name: 'awaited',
  text: `SELECT t.network, t.currency, count(*) AS transactions FROM follow_ups f
    JOIN transactions t ON t.account_id = f.account_id AND t.id = f.transaction_id
    WHERE t.state IN ('submitting', 'pending') GROUP BY t.network, t.currency`,
}

/** A transaction beside one of its annotations; those columns are null where there is none. */
type AnnotatedRow = TransactionRow & {
  readonly noteKind: Annotation['kind'] | null
  readonly text: string
  readonly by: string | null
  readonly atMs: bigint
}

function annotationIn({ id, noteKind: kind, text, by, atMs }: AnnotatedRow): Annotation[] {
  return kind === null ? [] : [{ transactionId: id, kind, text, by, atMs: Number(atMs) }]
}

const selectAnnotated = {
  name: 'annotated transaction',
  text: `SELECT ${transactionColumns}, n.kind AS "noteKind", n.text, n.made_by AS "by", n.at_ms AS "atMs"
    FROM transactions t LEFT JOIN annotations n ON n.transaction_id = t.id
    WHERE t.id = $1 ORDER BY n.sequence`,
}
