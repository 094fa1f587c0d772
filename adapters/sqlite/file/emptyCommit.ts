import type { Database } from 'better-sqlite3'

/** Prepares a commit that writes to the log and changes nothing. */
export function emptyCommit(database: Database): () => void {
  const write = emptyWrite(database)
  return () => {
    // In one transaction: otherwise a version that another process has just written would be overwritten.
    database.exec('BEGIN IMMEDIATE')
    try {
      write()
      database.exec('COMMIT')
    } catch (error) {
      if (database.inTransaction) database.exec('ROLLBACK')
      throw error
    }
  }
}

/** Prepares a write of a page without a change. Returns the version of the schema. */
export function emptyWrite(database: Database): () => number {
  const version = database.prepare<[], number | bigint>('PRAGMA user_version').pluck()
  return () => {
    const found = Number(version.get())
    database.exec(`PRAGMA user_version = ${found}`)
    return found
  }
}
