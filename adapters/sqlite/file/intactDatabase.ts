import Database from 'better-sqlite3'
import { UnusableDatabase } from '../../../core/sente.ts'

/** How many lines about the damage are reported at most. */
const mostReported = 20

/**
 * Throws `UnusableDatabase`, saying what is wrong, for a database whose pages or indexes are damaged. It reads
 * everything and blocks the event loop meanwhile: some ten seconds for each million transactions.
 */
export function assertIntact(reader: Database.Database): void {
  const found = damageIn(reader)
  if (found.length > 0) throw new UnusableDatabase(`${reader.name} is damaged: ${found.join('; ')}`)
}

function damageIn(reader: Database.Database): string[] {
  try {
    const report = reader.prepare<[], string>(`PRAGMA integrity_check(${mostReported})`).pluck().all()
    return report[0] === 'ok' ? [] : report.flatMap((text) => text.split('\n'))
  } catch (error) {
    if (error instanceof Database.SqliteError) return [error.message]
    throw error
  }
}
