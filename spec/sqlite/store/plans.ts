import type { Database } from 'better-sqlite3'

/** SQLite's plan for a statement. */
export function planOf(database: Database, sql: string): string[] {
  const explained = `EXPLAIN QUERY PLAN ${sql.replaceAll(/\$\d+/g, '?')}`
  const values = Array(explained.split('?').length - 1).fill(null)
  return database
    .prepare<null[], { detail: string }>(explained)
    .all(...values)
    .map(({ detail }) => detail)
}

/** The scans in a plan, except of rows that were found before, and of the numbers that are searched for. */
export function scansIn(plan: readonly string[]): string[] {
  const isFound = /^SCAN ((found|followed|entered|those|chosen|first|latest|n|p|newest)\b|CONSTANT ROW|\(subquery)/
  return plan.filter((step) => step.startsWith('SCAN ') && !isFound.test(step))
}
