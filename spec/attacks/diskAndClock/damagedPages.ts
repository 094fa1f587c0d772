import { spawnSync } from 'node:child_process'
import { keptDatabase } from '../../../adapters/sqlite/file/keptDatabase.ts'

const pageBytes = 4_096

/**
 * Overwrites a page in a database file: the last one of the table or index of that name, or that of the `header`. Another
 * process does it, so that a server which has the file open keeps its locks.
 */
export function damagePage(path: string, of: string): void {
  const page = of === 'header' ? 1 : lastPageOf(path, of)
  const script = `
    const { openSync, writeSync } = require('node:fs')
    writeSync(openSync(process.argv[1], 'r+'), Buffer.alloc(${pageBytes}, 0xa5), 0, ${pageBytes}, ${(page - 1) * pageBytes})`
  const { status } = spawnSync(process.execPath, ['-e', script, path])
  if (page < 1 || status !== 0) throw new Error(`no page of ${of} was overwritten`)
}

/** Makes the index of transactions by id lose its rows, as if one of its pages had never reached the disk. */
export function emptyIndex(path: string): void {
  const name = 'transactions_by_id'
  const database = keptDatabase(path)
  try {
    database.unsafeMode()
    const sql =
      database.prepare<[string], string>('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name) ?? ''
    database.exec(`DROP INDEX ${name}; ${sql} WHERE id IS NULL`)
    database.pragma('writable_schema = ON')
    database.prepare('UPDATE sqlite_schema SET sql = ? WHERE name = ?').run(sql, name)
  } finally {
    database.close()
  }
}

function lastPageOf(path: string, of: string): number {
  const database = keptDatabase(path, { readonly: true })
  try {
    return database.prepare<[string], number>('SELECT max(pageno) FROM dbstat WHERE name = ?').pluck().get(of) ?? 0
  } finally {
    database.close()
  }
}
