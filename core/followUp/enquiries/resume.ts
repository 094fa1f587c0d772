import type { Transaction } from '../../model/transaction.ts'
import type { ReportPorts } from '../reports/recordReports.ts'

/** How many transactions are read at once. */
const pageLength = 500

/** Makes the next sweep ask about all transactions that are being submitted. */
export async function resumeSubmissions(ports: ReportPorts): Promise<void> {
  let before: string | null | undefined
  while (before !== null) {
    const query = { states: ['submitting'], limit: pageLength, ...(before !== undefined && { before }) } as const
    const { transactions, next } = await ports.books.list(query)
    await Promise.all(transactions.map((transaction) => makeDue(transaction, ports)))
    before = next
  }
}

/** Makes the next sweep ask about a transaction, unless a sweep has asked before. */
async function makeDue({ id, accountId, currency }: Transaction, { books, clock }: ReportPorts): Promise<void> {
  const nowMs = clock.nowMs()
  await books.atomically({ account: accountId, currency, transaction: id }, (work) => {
    const transaction = work.transaction(id)
    if (transaction?.state !== 'submitting' || transaction.followUp.enquiries > 0) return
    work.record({ ...transaction, followUp: { ...transaction.followUp, askAtMs: nowMs } })
  })
}
