import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { type Concern, UnusableDatabase } from '../../../core/sente.ts'
import { isDamage, restore } from '../damage.ts'
import { keptDatabase } from './keptDatabase.ts'

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

/** A larger file takes too long for a look in passing, in bytes. */
const lookedThroughBytes = 2 ** 29

/**
 * What an operator has to know about damaged pages: found by a look that takes seconds, and so at a file of 512 MB at
 * most. What keeps the database from being opened is told there.
 */
export function damageConcerns(path: string): Concern[] {
  if (statSync(path).size > lookedThroughBytes) return []
  const reader = keptDatabase(path, { readonly: true })
  try {
    const [found = 'ok'] = reader.prepare<[], string>('PRAGMA quick_check(1)').pluck().all()
    return found === 'ok' ? [] : [damage(path, found)]
  } catch (error) {
    // What is no database at all is told by opening it.
    const isTold = !isDamage(error) || (error as { code?: string }).code === 'SQLITE_NOTADB'
    return isTold ? [] : [damage(path, String(error))]
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
