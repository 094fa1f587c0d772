import type { Database } from 'better-sqlite3'

/** Prepares a commit that writes to the log and changes nothing. */
export function emptyCommit(database: Database): () => void {
  const version = database.prepare<[], number | bigint>('PRAGMA user_version').pluck()
  return () => {
    // In one transaction, or a version that another process has just written would be undone.
    database.exec('BEGIN IMMEDIATE')
    try {
      database.exec(`PRAGMA user_version = ${version.get()}`)
      database.exec('COMMIT')
    } catch (error) {
      if (database.inTransaction) database.exec('ROLLBACK')
      throw error
    }
  }
}
