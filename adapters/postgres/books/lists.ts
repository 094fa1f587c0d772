import type { Books, FundingPage, TransactionQuery } from '../../../core/sente.ts'
import type { Ask } from '../connection/statement.ts'
import { type FundingRow, fundingColumns, fundingOf } from '../rows/rows.ts'
import { type TransactionRow, transactionColumns, transactionOf } from '../rows/transactionRow.ts'

/** Pages of transactions by their ids, whose order is that of the openings, and of fundings by their times. */
export function lists(ask: Ask): Pick<Books, 'list' | 'fundings'> {
  async function refuseUnknown(before: string | undefined) {
    if (before === undefined) return
    const found = await ask({
      name: 'has transaction',
      text: 'SELECT 1 FROM transactions WHERE id = $1',
      values: [before],
    })
    if (found.length === 0) throw new Error(`the list cannot continue after ${before}: there is no such transaction`)
  }

  return {
    async list(query) {
      await refuseUnknown(query.before)
      const { conditions, values } = conditionsOf(query)
      const where = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''
      const rows = await ask<TransactionRow>({
        text: `SELECT ${transactionColumns} FROM transactions t ${where}
          ORDER BY t.id DESC LIMIT $${values.length + 1}`,
        values: [...values, query.limit + 1],
      })
      const transactions = rows.slice(0, query.limit).map(transactionOf)
      return { transactions, next: rows.length > query.limit ? (transactions.at(-1)?.id ?? null) : null }
    },
    async fundings({ accountId = null, before, limit }) {
      const [{ atMs = null } = {}] = before
        ? await ask<{ atMs: bigint }>({ ...fundingTime, values: keyOf(before) })
        : []
      if (before && atMs === null) {
        throw new Error(`There is no funding ${before.reference} of account ${before.accountId}`)
      }
      const values = [accountId, atMs, before?.accountId ?? null, before?.reference ?? null, limit + 1]
      return fundingPage(await ask<FundingRow>({ ...fundingsPage, values }), limit)
    },
  }
}

/**
 * What a query asks for. Open transactions are found among the few that have a follow-up, a reference among those that
 * each account has used.
 */
function conditionsOf({ accountId, reference, states, kind, currency, attention, before }: TransactionQuery) {
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value)}`
  const conditions: string[] = []
  if (accountId !== undefined) conditions.push(`t.account_id = ${given(accountId)}`)
  if (reference !== undefined) {
    conditions.push(`(t.account_id, t.id) IN (
      SELECT r.account_id, r.transaction_id FROM accounts a
      JOIN used_references r ON r.account_id = a.id AND r.reference = ${given(reference)})`)
  }
  if (kind !== undefined) conditions.push(`t.kind = ${given(kind)}`)
  if (currency !== undefined) conditions.push(`t.currency = ${given(currency)}`)
  if (states !== undefined) conditions.push(`t.state = ANY(${given(states)}::text[])`)
  if (states?.every((state) => state === 'submitting' || state === 'pending')) {
    conditions.push('EXISTS (SELECT 1 FROM follow_ups f WHERE f.account_id = t.account_id AND f.transaction_id = t.id)')
  }
  if (attention) conditions.push('t.attention IS NOT NULL')
  if (before !== undefined) conditions.push(`t.id < ${given(before)}`)
  return { conditions, values }
}

function keyOf({ accountId, reference }: { accountId: string; reference: string }): string[] {
  return [accountId, reference]
}

function fundingPage(rows: readonly FundingRow[], limit: number): FundingPage {
  const fundings = rows.slice(0, limit).map(fundingOf)
  const last = fundings.at(-1)
  const isMore = rows.length > limit && last !== undefined
  return { fundings, next: isMore ? { accountId: last.accountId, reference: last.reference } : null }
}

const fundingTime = {
  name: 'funding time',
  text: 'SELECT at_ms AS "atMs" FROM fundings WHERE account_id = $1 AND reference = $2',
}

const fundingsPage = {
  name: 'fundings',
  text: `SELECT ${fundingColumns} FROM fundings f
    WHERE ($1::text IS NULL OR f.account_id = $1)
      AND ($2::bigint IS NULL OR (f.at_ms, f.account_id, f.reference) < ($2, $3::text, $4::text))
    ORDER BY f.at_ms DESC, f.account_id DESC, f.reference DESC LIMIT $5`,
}
