import type { Books, FundingPage } from '../../../core/sente.ts'
import type { Ask, SqlStatement } from '../engine/sqlStatement.ts'
import { type FundingRow, fundingColumns, fundingOf } from '../tables/fundings.ts'

/**
 * A funding of a page, and whether the funding that the page continues after exists. On an empty page, only the second.
 */
type Row = { readonly isPlace: boolean | bigint } & (FundingRow | { readonly reference: null })

/** Lists fundings by their times. */
export function fundingList(ask: Ask): Books['fundings'] {
  return async ({ accountId, before, limit }) => {
    const values = [limit + 1, ...(accountId === undefined ? [] : [accountId])]
    if (!before) return pageOf(await ask<FundingRow>({ ...selectPage(accountId), values }), limit)
    const after = [before.accountId, before.reference]
    const rows = await ask<Row>({ ...selectNextPage(accountId), values: [...after, ...values] })
    if (!rows[0]?.isPlace) throw new Error(`There is no funding ${before.reference} of account ${before.accountId}`)
    return pageOf(rows.filter(isFunding), limit)
  }
}

function isFunding(row: Row): row is Row & FundingRow {
  return row.reference !== null
}

function pageOf(rows: readonly FundingRow[], limit: number): FundingPage {
  const fundings = rows.slice(0, limit).map(fundingOf)
  const last = fundings.at(-1)
  const isMore = rows.length > limit && last !== undefined
  return { fundings, next: isMore ? { accountId: last.accountId, reference: last.reference } : null }
}

const inOrder = 'ORDER BY f.at_ms DESC, f.account_id DESC, f.reference DESC'

function selectPage(accountId: string | undefined): SqlStatement {
  return accountId === undefined ? firstOfAll : firstOfAccount
}

function selectNextPage(accountId: string | undefined): SqlStatement {
  return accountId === undefined ? nextOfAll : nextOfAccount
}

const selectFirst = (condition: string) =>
  `SELECT ${fundingColumns} FROM fundings f WHERE ${condition} ${inOrder} LIMIT $1`

const firstOfAll = { name: 'fundings', text: selectFirst('TRUE') }

const firstOfAccount = { name: 'fundings of an account', text: selectFirst('f.account_id = $2') }

/** One statement, so that all is of one moment of one server. */
const selectNext = (condition: string) => {
  const place = '(SELECT at_ms FROM fundings WHERE account_id = $1 AND reference = $2)'
  return `
    SELECT place.at_ms IS NOT NULL AS "isPlace", ${fundingColumns}
    FROM (SELECT ${place} AS at_ms) AS place
    LEFT JOIN (
      SELECT * FROM fundings f WHERE ${condition} AND (f.at_ms, f.account_id, f.reference) < (${place}, $1, $2)
      ${inOrder} LIMIT $3
    ) AS f ON TRUE
    ${inOrder}`
}

const nextOfAll = { name: 'next fundings', text: selectNext('TRUE') }

const nextOfAccount = { name: 'next fundings of an account', text: selectNext('f.account_id = $4') }
