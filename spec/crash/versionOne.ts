import { renameSync, rmSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { keptDatabase } from '../../adapters/sqlite/file/keptDatabase.ts'
import { migrate } from '../../adapters/sqlite/schema/migrate.ts'
import { versions } from '../../adapters/sqlite/schema/versions.ts'

/** Makes a database what it would be if version 1 had written its rows: the next server has to bring it up to date. */
export function backToVersionOne(path: string): void {
  const older = `${path}-version-1`
  rmSync(older, { force: true })
  const database = keptDatabase(older)
  try {
    database.pragma('journal_mode = WAL')
    migrate(database, 'sandbox', versions.slice(0, 1))
    database.prepare('ATTACH ? AS newer').run(path)
    database.transaction(copyRows)(database)
  } finally {
    database.close()
  }
  // A sente of that version keeps no mark.
  for (const end of ['', '-wal', '-shm', '-mark']) rmSync(path + end, { force: true })
  renameSync(older, path)
}

/** In an order in which no row refers to one that is not there yet. */
const tables = [
  ...['accounts', 'account_currencies', 'account_keys', 'pin_counts', 'transactions', 'remarks'],
  ...['fundings', 'balances', 'entries'],
]

/** What tables and columns of that version are called today. */
const newNames: Readonly<Record<string, string>> = {
  remarks: 'annotations',
  entries: 'postings',
  asked: 'enquiries',
  from_place: 'from_ledger_account',
  to_place: 'to_ledger_account',
}
const newName = (name: string) => newNames[name] ?? name

/**
 * Version 1 kept the references beside the transactions, and the result of every step beside what the step had changed; an
 * opening has the transaction's id.
 */
function copyRows(database: Database.Database): void {
  for (const table of tables) {
    const columns = database.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
    const values = columns.map(newName).join(', ')
    database.exec(`INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values} FROM newer.${newName(table)}`)
  }
  database.exec('INSERT INTO used_references SELECT account_id, reference, id FROM transactions')
  database.exec(`INSERT INTO steps (id, result) SELECT id, '"opened"' FROM transactions`)
}
