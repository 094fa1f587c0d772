import type { Books, FundingPage } from '../../../core/sente.ts'
import type { Ask } from '../connection/statement.ts'
import { type FundingRow, fundingColumns, fundingOf } from '../rows/rows.ts'

/** A funding of a page, and whether there is the one that the page continues after; only that on an empty page. */
type Row = { readonly isPlace: boolean } & (FundingRow | { readonly reference: null })

/** Lists fundings by their times. */
export function fundingList(ask: Ask): Books['fundings'] {
  return async ({ accountId = null, before, limit }) => {
    const values = [accountId, before?.accountId ?? null, before?.reference ?? null, limit + 1]
    const rows = await ask<Row>({ ...fundingsPage, values })
    if (before && !rows[0]?.isPlace)
      throw new Error(`There is no funding ${before.reference} of account ${before.accountId}`)
    return fundingPage(rows.filter(isFunding), limit)
  }
}

function isFunding(row: Row): row is Row & FundingRow {
  return row.reference !== null
}

function fundingPage(rows: readonly FundingRow[], limit: number): FundingPage {
  const fundings = rows.slice(0, limit).map(fundingOf)
  const last = fundings.at(-1)
  const isMore = rows.length > limit && last !== undefined
  return { fundings, next: isMore ? { accountId: last.accountId, reference: last.reference } : null }
}

/** One statement, so that all is of one moment of one server. */
const fundingsPage = {
  name: 'fundings',
  text: `SELECT place.at_ms IS NOT NULL AS "isPlace", ${fundingColumns}
    FROM (SELECT (SELECT at_ms FROM fundings WHERE account_id = $2 AND reference = $3) AS at_ms) AS place
    LEFT JOIN LATERAL (
      SELECT * FROM fundings f
      WHERE ($1::text IS NULL OR f.account_id = $1)
        AND ($3::text IS NULL OR (f.at_ms, f.account_id, f.reference) < (place.at_ms, $2::text, $3::text))
      ORDER BY f.at_ms DESC, f.account_id DESC, f.reference DESC LIMIT $4
    ) AS f ON TRUE
    ORDER BY f.at_ms DESC, f.account_id DESC, f.reference DESC`,
}
