import type { Database } from 'better-sqlite3'
import { type MarkedBooks, UnusableDatabase } from '../../../core/sente.ts'
import { changesOver } from '../../sql/books/audit/changes.ts'
import { hasWrongChanges } from '../../sql/books/audit/derivedChanges.ts'
import { markIn, marking, unmarking } from '../../sql/books/audit/marks.ts'
import { findWrongRows } from '../../sql/books/derivedRows.ts'
import { countRows, snapshotOver } from '../../sql/books/snapshot.ts'
import type { Ask, Write } from '../../sql/engine/sqlStatement.ts'
import type { RowsOf } from '../../sql/engine/streams.ts'
import { sqliteDialect as dialect } from '../dialect.ts'
import { connection } from '../engine/connection.ts'
import { openReader } from '../file/database.ts'
import { assertIntact } from '../file/intactDatabase.ts'
import { rowsOver } from './rowsOver.ts'

/** Begins reading once no other process holds a lock, and resolves when the rows to be read are on the disk. */
type Begun = (begin: () => void) => Promise<void>

type Reading = { readonly reader: Database; readonly rowsOf: RowsOf; readonly ask: Ask }

/**
 * Hands over the books at one moment, over a connection of its own that is closed after the reading. Throws for a
 * damaged file, and if derived rows are wrong: a row that is missing from an index would go unnoticed. Changes since a
 * mark are handed over without a look at old pages; without `write` there is no mark.
 */
export function snapshotOf(database: Database, begun: Begun, write?: Write): MarkedBooks {
  async function reading<T>(read: (reading: Reading) => Promise<T>): Promise<T> {
    const reader = openReader(database)
    const { rowsOf, end } = rowsOver(reader)
    try {
      await begun(() => beginReading(reader))
      const run = connection(reader)
      return await read({ reader, rowsOf, ask: async (statement) => run(statement) })
    } finally {
      end()
      reader.close()
    }
  }

  return {
    snapshot: (read) =>
      reading(async ({ reader, rowsOf, ask }) => {
        if (!reader.memory) assertIntact(reader)
        const wrong = await findWrongRows(ask, dialect, mostReported)
        if (wrong.length > 0) throw new UnusableDatabase(`${reader.name} is damaged: ${wrong.join('; ')}`)
        return read(snapshotOver(rowsOf), {
          count: () => countRows(ask),
          mark: write && marking({ ask, dialect, write }),
        })
      }),
    changes: (read) =>
      reading(async ({ rowsOf, ask }) => {
        const mark = await markIn(ask)
        if (!write || !mark || (await hasWrongChanges(ask, dialect))) return undefined
        return read(changesOver({ rowsOf, ask, dialect }, mark), marking({ ask, dialect, write }, mark))
      }),
    unmark: write ? unmarking(write) : async () => {},
  }
}

/** Begins a read transaction and reads once: the snapshot is taken at the first read, not at BEGIN. */
function beginReading(reader: Database): void {
  if (!reader.inTransaction) reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM meta').get()
}

/** The most wrong rows that are reported. */
const mostReported = 20
