import type { NumberedPosting } from '../../../core/sente.ts'
import type { Dialect } from '../engine/dialect.ts'
import type { SqlStatement } from '../engine/sqlStatement.ts'
import { changeOf } from '../tables/postings.ts'
import { markedEvery } from '../tables/statementMarks.ts'

/** Makes the statements that write the marks completed by new postings. */
export function markings(dialect: Dialect): (postings: readonly NumberedPosting[]) => SqlStatement[] {
  const statement = { name: 'mark statement', text: insertMark(dialect) }
  return (postings) =>
    postings
      .filter(({ n }) => isMarked(n))
      .map(({ posting: { accountId, currency }, n }) => ({ ...statement, values: [accountId, currency, n] }))
}

/** The statement that makes all marks of whole books without marks. */
export function fillMarks(dialect: Dialect): string[] {
  return [`INSERT INTO statement_marks (${columns}) ${selectMarks(dialect)}`]
}

/** Selects the marks that the postings require. */
export function selectMarks({ types: { integer } }: Dialect): string {
  return `
  SELECT account_id, currency, n, latest_ms, available_minor, held_minor FROM (
    SELECT p.account_id, p.currency, p.n, max(p.at_ms) OVER earlier AS latest_ms,
      CAST(sum(${changeOf('available')}) OVER earlier AS ${integer}) AS available_minor,
      CAST(sum(${changeOf('held')}) OVER earlier AS ${integer}) AS held_minor
    FROM postings p WINDOW earlier AS (PARTITION BY p.account_id, p.currency ORDER BY p.n)
  ) AS running WHERE n % ${markedEvery} = ${markedEvery - 1n}`
}

const columns = 'account_id, currency, n, latest_ms, available_minor, held_minor'

function isMarked(n: bigint): boolean {
  return n % markedEvery === markedEvery - 1n
}

/** The new mark, from the previous one and the postings since. */
function insertMark({ types: { integer }, greatest }: Dialect): string {
  const n = `CAST($3 AS ${integer})`
  const after = (ledgerAccount: 'available' | 'held') =>
    `CAST(coalesce(max(m.${ledgerAccount}_minor), 0) + sum(${changeOf(ledgerAccount)}) AS ${integer})`
  return `
    INSERT INTO statement_marks (${columns})
    SELECT p.account_id, p.currency, max(p.n), ${greatest('max(p.at_ms)', 'coalesce(max(m.latest_ms), max(p.at_ms))')},
      ${after('available')}, ${after('held')}
    FROM postings p
    LEFT JOIN statement_marks m ON m.account_id = p.account_id AND m.currency = p.currency AND m.n = ${n} - ${markedEvery}
    WHERE p.account_id = $1 AND p.currency = $2 AND p.n > ${n} - ${markedEvery} AND p.n <= ${n}
    GROUP BY p.account_id, p.currency`
}
