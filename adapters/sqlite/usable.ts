import Database from 'better-sqlite3'
import { UnusableDatabase } from '../../core/sente.ts'

/** Runs a function that needs the file at a path. Errors of the system or SQLite are thrown as `UnusableDatabase`. */
export function usable<T>(path: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    throw error instanceof UnusableDatabase ? error : new UnusableDatabase(reasonOf(error, path), { cause: error })
  }
}

function reasonOf(error: unknown, path: string): string {
  if (error instanceof Database.SqliteError && error.code === 'SQLITE_NOTADB') return `${path} is not a SQLite database`
  return `${path} cannot be opened: ${error instanceof Error ? error.message : String(error)}`
}
