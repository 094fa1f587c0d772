import {
  type AwaitedCount,
  type Books,
  type Claims,
  type DueClaim,
  type LatestPlans,
  takeClaims,
} from '../../../core/sente.ts'
import type { StoreAccess } from '../durability/access.ts'
import { type AnnotationRow, annotationOf, type Stored } from '../rows/rows.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../rows/transactionRow.ts'
import { eventList } from './eventList.ts'
import { fundingList } from './fundingList.ts'
import { statementRows } from './statementRows.ts'
import { transactionList } from './transactionList.ts'

type AwaitedRow = Stored<AwaitedCount, 'transactions'>

const accountOf = (row: TransactionRow | undefined) => row?.accountId

/** The reads of the books outside of steps. */
export function bookQueries(
  access: StoreAccess,
  claims: Claims,
): Pick<
  Books,
  | 'transaction'
  | 'transactionByReference'
  | 'claim'
  | 'claimOne'
  | 'awaited'
  | 'list'
  | 'fundings'
  | 'events'
  | 'statement'
  | 'annotated'
> {
  const { database, read } = access
  const byId = database.prepare<[string], TransactionRow>(
    `SELECT ${transactionColumns} FROM transactions t WHERE t.id = ?`,
  )
  const byReference = database.prepare<[string, string], TransactionRow>(
    `SELECT ${transactionColumns} FROM transactions t WHERE t.account_id = ? AND t.reference = ?`,
  )
  const selectToAsk = `SELECT ${transactionColumns} FROM transactions t
     WHERE t.network = @network AND t.currency = @currency AND t.ask_at_ms IS NOT NULL`
  const inTime = 'ORDER BY t.ask_at_ms, t.sequence LIMIT @limit'
  const due = database.prepare<[DueClaim], TransactionRow>(`${selectToAsk} AND t.ask_at_ms <= @nowMs ${inTime}`)
  const tooLate = database.prepare<[DueClaim & LatestPlans], TransactionRow>(
    `${selectToAsk} AND t.ask_at_ms > @openMs AND (t.state IN ('submitting', 'pending') OR t.ask_at_ms > @endedMs) ${inTime}`,
  )
  const awaited = database.prepare<[], AwaitedRow>(
    `SELECT network, currency, count(*) AS transactions FROM transactions INDEXED BY transactions_to_ask
     WHERE ask_at_ms IS NOT NULL AND state IN ('submitting', 'pending') GROUP BY network, currency`,
  )
  const annotations = database.prepare<[string], AnnotationRow>(
    `SELECT transaction_id AS transactionId, kind, text, made_by AS "by", at_ms AS atMs
     FROM annotations WHERE transaction_id = ? ORDER BY sequence`,
  )
  // Another process may write between the statements.
  const withAnnotations = database.transaction((id: string) => [byId.get(id), annotations.all(id)] as const)
  return {
    async transaction(id) {
      const row = await read(() => byId.get(id), accountOf)
      return row && transactionOf(row)
    },
    async transactionByReference(accountId, reference) {
      const row = await read(() => byReference.get(accountId, reference), accountOf)
      return row && transactionOf(row)
    },
    async claim(query) {
      const { nowMs: atMs, latest } = query
      const most = query.limit + claims.size
      const rows = await read(() => {
        const first = due.all({ ...query, limit: most })
        const limit = most - first.length
        return limit > 0 && latest ? [...first, ...tooLate.all({ ...query, ...latest, limit })] : first
      })
      return { atMs, transactions: takeClaims(claims, rows.map(transactionOf), query) }
    },
    async claimOne(id, claim) {
      const row = await read(() => byId.get(id), accountOf)
      return {
        atMs: claim.nowMs,
        transactions: row ? takeClaims(claims, [transactionOf(row)], { ...claim, limit: 1 }) : [],
      }
    },
    awaited: async () =>
      (await read(() => awaited.all())).map((row) => ({ ...row, transactions: Number(row.transactions) })),
    list: transactionList(access),
    fundings: fundingList(access),
    events: eventList(access),
    statement: statementRows(access),
    async annotated(id) {
      const [row, noted] = await read(() => withAnnotations(id))
      return row && { transaction: transactionOf(row), annotations: noted.map(annotationOf) }
    },
  }
}
