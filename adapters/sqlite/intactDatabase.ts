import Database from 'better-sqlite3'
import { UnusableDatabase } from './unusableDatabase.ts'

/** So much damage is told; there may be more. */
const mostTold = 20

/**
 * Throws `UnusableDatabase`, saying what is wrong, for a database whose pages or indexes are damaged. It reads everything and
 * holds up the event loop meanwhile: some ten seconds for each million transactions.
 */
export function assertIntact(reader: Database.Database): void {
  const found = damageIn(reader)
  if (found.length > 0) throw new UnusableDatabase(`${reader.name} is damaged: ${found.join('; ')}`)
}

function damageIn(reader: Database.Database): string[] {
  try {
    const told = reader.prepare<[], string>(`PRAGMA integrity_check(${mostTold})`).pluck().all()
    return told[0] === 'ok' ? [] : told.flatMap((text) => text.split('\n'))
  } catch (error) {
    if (error instanceof Database.SqliteError) return [error.message]
    throw error
  }
}
