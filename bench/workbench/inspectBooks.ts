import { existsSync } from 'node:fs'
import type { Database } from 'better-sqlite3'
import { openPostgresStore } from '../../adapters/postgres/postgres.ts'
import { keptDatabase } from '../../adapters/sqlite/file/keptDatabase.ts'
import { openSqliteStore } from '../../adapters/sqlite/sqlite.ts'
import { type Audit, auditBooks } from '../../core/sente.ts'
import { onDatabase } from '../instruments/postgresServer.ts'

/** The contents of a server's books, read when no server uses them any longer. */
export type Inspection = {
  /** The number of transactions in each state, of the ones opened since the inspection was made. */
  countStates(): Promise<Record<string, number>>
  /** Audits the books as the command line does. */
  audit(): Promise<Audit>
}

type StateCount = { readonly state: string; readonly count: number | string }

const opening = { purpose: 'sandbox', migrate: false } as const

/** Of a database file, which may be created later. */
export function inspectSqlite(path: string): Inspection {
  const emptyUpTo = existsSync(path) ? newestId(path) : 0
  return {
    countStates: async () => statesOf(countAfter(path, emptyUpTo)),
    async audit() {
      const store = openSqliteStore({ ...opening, path })
      return auditBooks(store)().finally(store.close)
    },
  }
}

/** Of a database that is empty at first, by its URL without `postgres:`. */
export function inspectPostgres(path: string): Inspection {
  const counting = 'SELECT state, count(*) AS count FROM transactions GROUP BY state'
  return {
    countStates: async () => statesOf(await onDatabase<StateCount>(`postgres:${path}`, counting)),
    async audit() {
      const store = await openPostgresStore({ ...opening, path })
      return auditBooks(store)().finally(store.close)
    },
  }
}

function statesOf(rows: readonly StateCount[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}

function countAfter(path: string, place: number): StateCount[] {
  return reading(path, (database) =>
    database
      .prepare<[number], StateCount>(
        'SELECT state, count(*) AS count FROM transactions WHERE sequence > ? GROUP BY state',
      )
      .all(place),
  )
}

/** The place of the newest transaction; 0 when there is none. */
function newestId(path: string): number {
  return reading(path, (database) =>
    Number(database.prepare('SELECT coalesce(max(sequence), 0) FROM transactions').pluck().get()),
  )
}

function reading<T>(path: string, read: (database: Database) => T): T {
  const database = keptDatabase(path, { readonly: true })
  try {
    return read(database)
  } finally {
    database.close()
  }
}
