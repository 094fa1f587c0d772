import type { Books } from '../../core/sente.ts'
import { type RemarkRow, remarkOf } from './rows.ts'
import type { StoreAccess } from './storeAccess.ts'
import { transactionList } from './transactionList.ts'
import { type TransactionRow, transactionColumns, transactionOf } from './transactionRow.ts'

const accountOf = (row: TransactionRow | undefined) => row?.accountId

/** What is looked for in the books outside of any step. */
export function bookQueries(
  access: StoreAccess,
): Pick<Books, 'transaction' | 'transactionByReference' | 'due' | 'list' | 'remarks'> {
  const { database, read } = access
  const byId = database.prepare<[string], TransactionRow>(
    `SELECT ${transactionColumns} FROM transactions t WHERE t.id = ?`,
  )
  const byReference = database.prepare<[string, string], TransactionRow>(
    `SELECT ${transactionColumns} FROM transactions t WHERE t.account_id = ? AND t.reference = ?`,
  )
  const due = database.prepare<[string, number, number], TransactionRow>(
    `SELECT ${transactionColumns} FROM transactions t
     WHERE t.network = ? AND t.ask_at_ms IS NOT NULL AND t.ask_at_ms <= ? ORDER BY t.ask_at_ms, t.sequence LIMIT ?`,
  )
  const remarks = database.prepare<[string], RemarkRow>(
    `SELECT transaction_id AS transactionId, kind, text, made_by AS "by", at_ms AS atMs
     FROM remarks WHERE transaction_id = ? ORDER BY sequence`,
  )
  return {
    async transaction(id) {
      const row = await read(() => byId.get(id), accountOf)
      return row && transactionOf(row)
    },
    async transactionByReference(accountId, reference) {
      const row = await read(() => byReference.get(accountId, reference), accountOf)
      return row && transactionOf(row)
    },
    due: async ({ network, nowMs, limit }) => (await read(() => due.all(network, nowMs, limit))).map(transactionOf),
    list: transactionList(access),
    remarks: async (transactionId) => (await read(() => remarks.all(transactionId))).map(remarkOf),
  }
}
