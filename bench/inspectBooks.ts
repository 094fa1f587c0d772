import type { Database } from 'better-sqlite3'
import { keptDatabase } from '../adapters/sqlite/file/keptDatabase.ts'
import { openSqliteStore } from '../adapters/sqlite/sqlite.ts'
import { type Audit, auditBooks } from '../core/sente.ts'

/** Audits the books as the command line does; no server may use them any more. */
export async function auditDatabase(databasePath: string): Promise<Audit> {
  const store = openSqliteStore({ path: databasePath, purpose: 'sandbox', migrate: false })
  try {
    return await auditBooks(store)()
  } finally {
    await store.close()
  }
}

/** How many transactions are in each state, of those opened after a place in the order of opening. */
export function countStates(databasePath: string, after = 0): Record<string, number> {
  return reading(databasePath, (database) => {
    const rows = database
      .prepare<[number], { state: string; count: number }>(
        'SELECT state, count(*) AS count FROM transactions WHERE sequence > ? GROUP BY state',
      )
      .all(after)
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
  })
}

/** The place of the newest transaction; 0 when there is none. */
export function newestPlace(databasePath: string): number {
  return reading(databasePath, (database) =>
    Number(database.prepare('SELECT coalesce(max(sequence), 0) FROM transactions').pluck().get()),
  )
}

function reading<T>(databasePath: string, read: (database: Database) => T): T {
  const database = keptDatabase(databasePath, { readonly: true })
  try {
    return read(database)
  } finally {
    database.close()
  }
}
