import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Concern } from '../../../core/sente.ts'
import { DamagedDatabase, isDamage, markedDamage, restore } from '../damage.ts'
import { keptDatabase } from './keptDatabase.ts'

/** The most lines about the damage that are reported. */
const mostReported = 20

/**
 * Throws `DamagedDatabase`, with the damage, for a database whose pages or indexes are damaged. It reads everything
 * and blocks the event loop meanwhile: some ten seconds for each million transactions.
 */
export function assertIntact(reader: Database.Database): void {
  const found = damageIn(reader)
  if (found.length > 0) throw new DamagedDatabase(`${reader.name} is damaged: ${found.join('; ')}`)
}

/** A larger file takes too long for a quick check, in bytes. */
const lookedThroughBytes = 2 ** 29

/**
 * The operator's concerns about damaged pages: those that a server has met, and others. Their check takes seconds, and
 * so covers files of 512 MB at most. Reasons why the database cannot be opened are reported elsewhere.
 */
export function damageConcerns(path: string): Concern[] {
  const met = markedDamage(path)
  if (met !== undefined) return [damage(path, `a server that ended because of it met: ${met}`)]
  if (statSync(path).size > lookedThroughBytes) return []
  const reader = keptDatabase(path, { readonly: true })
  try {
    const [found = 'ok'] = reader.prepare<[], string>('PRAGMA quick_check(1)').pluck().all()
    return found === 'ok' ? [] : [damage(path, found)]
  } catch (error) {
    // A file that is not a database is reported when it is opened.
    const isReported = !isDamage(error) || (error as { code?: string }).code === 'SQLITE_NOTADB'
    return isReported ? [] : [damage(path, String(error))]
  } finally {
    reader.close()
  }
}

function damage(path: string, found: string): Concern {
  return { isFault: true, found: `${path} is damaged: ${found}`, ...restore }
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
