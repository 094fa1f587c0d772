import type { Database } from 'better-sqlite3'
import { type Books, UnusableDatabase } from '../../../core/sente.ts'
import { findWrongRows } from '../../sql/books/derivedRows.ts'
import { countRows, snapshotOver } from '../../sql/books/snapshot.ts'
import type { Ask } from '../../sql/engine/sqlStatement.ts'
import { sqliteDialect } from '../dialect.ts'
import { connection } from '../engine/connection.ts'
import { openReader } from '../file/database.ts'
import { assertIntact } from '../file/intactDatabase.ts'
import { rowsOver } from './rowsOver.ts'

/** Begins reading once no other process holds a lock, and resolves when the rows to be read are on the disk. */
type Begun = (begin: () => void) => Promise<void>

/**
 * Hands over the books at one moment, over a connection of its own that is closed after the reading. Throws for a
 * damaged file, and if derived rows are wrong: a row that is missing from an index would go unnoticed.
 */
export function snapshotOf(database: Database, begun: Begun): Books['snapshot'] {
  return async (read) => {
    const reader = openReader(database)
    const { rowsOf, end } = rowsOver(reader)
    try {
      await begun(() => beginReading(reader))
      if (!reader.memory) assertIntact(reader)
      const run = connection(reader)
      const ask: Ask = async (statement) => run(statement)
      await assertDerived(ask, reader.name)
      return await read(snapshotOver(rowsOf), () => countRows(ask))
    } finally {
      end()
      reader.close()
    }
  }
}

/** Begins a read transaction and reads once: the snapshot is taken at the first read, not at BEGIN. */
function beginReading(reader: Database): void {
  if (!reader.inTransaction) reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM meta').get()
}

/** The most wrong rows that are reported. */
const mostReported = 20

async function assertDerived(ask: Ask, name: string): Promise<void> {
  const wrong = await findWrongRows(ask, sqliteDialect, mostReported)
  if (wrong.length > 0) throw new UnusableDatabase(`${name} is damaged: ${wrong.join('; ')}`)
}
