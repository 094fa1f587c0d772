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
