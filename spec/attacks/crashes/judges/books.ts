import type Database from 'better-sqlite3'
import { keptDatabase } from '../../../../adapters/sqlite/file/keptDatabase.ts'
import { migrate } from '../../../../adapters/sqlite/schema/migrate.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import {
  type Audit,
  auditBooks,
  type BalanceRow,
  type Batch,
  type LineRows,
  type Store,
  type Transaction,
} from '../../../../core/sente.ts'

/** A batch with its lines. */
export type CrashBatch = { readonly batch: Batch; readonly rows: readonly LineRows[] }

/** The contents of the books, read while a server works on them. */
export type CrashBooks = {
  readonly audit: Audit
  readonly transactions: readonly Transaction[]
  readonly balances: readonly BalanceRow[]
  readonly batches: readonly CrashBatch[]
  /** The ids of the active keys of each account, if they were read. */
  readonly keys?: ReadonlyMap<string, readonly string[]>
  /** The events of each account in order, each as a comparable text. */
  readonly events: ReadonlyMap<string, readonly string[]>
  /** The errors of the file itself. */
  readonly damage: readonly string[]
}

/** Reads the whole books like a command. */
export async function readCrashBooks(databasePath: string, accountIds: readonly string[]): Promise<CrashBooks> {
  const store = openSqliteStore({ path: databasePath, purpose: 'sandbox', migrate: false })
  const ofEach = <Read>(read: (accountId: string) => Promise<Read>) =>
    Promise.all(accountIds.map(async (id) => [id, await read(id)] as const))
  try {
    const balances = await ofEach((id) => store.books.balances(id))
    const keys = await ofEach(async (id) => {
      const account = await store.accounts.byId(id)
      return (account?.keys ?? []).filter(({ active }) => active).map((key) => key.id)
    })
    const events = await ofEach(async (accountId) => {
      const page = await store.books.events({ accountId, after: 0, limit: 1_000_000 })
      return page.events.map(({ event }) => JSON.stringify(event))
    })
    return {
      audit: await auditBooks(store)(),
      transactions: (await store.books.list({ limit: 100_000 })).transactions,
      balances: balances.flatMap(([, rows]) => rows),
      batches: await allBatches(store),
      ...{ keys: new Map(keys), events: new Map(events), damage: damageIn(databasePath) },
    }
  } finally {
    await store.close()
  }
}

/** Every batch with its lines. */
export async function allBatches({ batches }: Pick<Store, 'batches'>): Promise<readonly CrashBatch[]> {
  const all = await batches.list({ limit: 100_000 })
  return Promise.all(
    all.map(async (batch) => ({ batch, rows: await batches.lines({ batchId: batch.id, after: 0, limit: 100_000 }) })),
  )
}

/** The errors that SQLite finds in a file, and tables and indexes that differ from a new one's. */
function damageIn(databasePath: string): readonly string[] {
  const database = keptDatabase(databasePath, { readonly: true })
  try {
    const found = database.prepare<[], string>('PRAGMA integrity_check').pluck().all()
    const strays = database.prepare('PRAGMA foreign_key_check').all()
    newSchema ??= schemaOfNew()
    const schema = schemaOf(database) === newSchema ? [] : ['its schema is not that of a new database']
    return [...found.filter((line) => line !== 'ok'), ...strays.map((row) => JSON.stringify(row)), ...schema]
  } finally {
    database.close()
  }
}

let newSchema: string | undefined

function schemaOf(database: Database.Database): string {
  const rows = database.prepare(
    "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name",
  )
  return JSON.stringify([rows.all(), database.pragma('user_version', { simple: true })])
}

function schemaOfNew(): string {
  const database = keptDatabase(':memory:')
  migrate(database, 'sandbox')
  return schemaOf(database)
}
