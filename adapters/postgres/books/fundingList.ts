import type { Books, FundingPage } from '../../../core/sente.ts'
import type { Ask } from '../connection/statement.ts'
import { type FundingRow, fundingColumns, fundingOf } from '../rows/rows.ts'

/** Lists fundings by their times. */
export function fundingList(ask: Ask): Books['fundings'] {
  return async ({ accountId = null, before, limit }) => {
    const [{ atMs = null } = {}] = before
      ? await ask<{ atMs: bigint }>({ ...fundingTime, values: [before.accountId, before.reference] })
      : []
    if (before && atMs === null) {
      throw new Error(`There is no funding ${before.reference} of account ${before.accountId}`)
    }
    const values = [accountId, atMs, before?.accountId ?? null, before?.reference ?? null, limit + 1]
    return fundingPage(await ask<FundingRow>({ ...fundingsPage, values }), limit)
  }
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
