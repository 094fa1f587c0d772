import type { Database } from 'better-sqlite3'
import { type Moved, UnusableDatabase } from '../../../core/sente.ts'

/** "sntM" in ASCII, instead of the id of sente's databases: a version of sente without moves refuses it, too. */
const movedApplicationId = 0x736e744d

/**
 * Marks a database within a transaction, so that sente never opens it again. Triggers refuse the writes of connections
 * that were open before.
 */
export function markMoved(database: Database, { id, to, atMs }: Moved): void {
  const tables = database.prepare<[], string>(selectTables).pluck().all()
  database.exec('CREATE TABLE moved (id TEXT NOT NULL, target TEXT NOT NULL, at_ms INTEGER NOT NULL) STRICT')
  database.prepare('INSERT INTO moved VALUES (?, ?, ?)').run(id, to, atMs)
  for (const table of tables) for (const write of writes) database.exec(refusing(table, write))
  database.pragma(`application_id = ${movedApplicationId}`)
}

/** The new place of a database's books; undefined for one that still has them. */
export function movedIn(database: Database): Moved | undefined {
  if (Number(database.pragma('application_id', { simple: true })) !== movedApplicationId) return undefined
  const row = database.prepare<[], Moved>('SELECT id, target AS "to", at_ms AS atMs FROM moved').get()
  return row && { ...row, atMs: Number(row.atMs) }
}

/** Refuses a database whose books have moved. */
export function refuseMoved(database: Database, path: string): void {
  const moved = movedIn(database)
  if (!moved) return
  const when = new Date(moved.atMs).toISOString()
  throw new UnusableDatabase(
    `the books of ${path} were moved to ${moved.to} at ${when}: set DATABASE_URL to that database (docs/operating/moving.md)`,
  )
}

const selectTables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"

const writes = ['INSERT', 'UPDATE', 'DELETE'] as const

function refusing(table: string, write: (typeof writes)[number]): string {
  return `CREATE TRIGGER moved_${table}_${write} BEFORE ${write} ON ${table}
    BEGIN SELECT RAISE(ABORT, 'the books were moved to another database'); END`
}
