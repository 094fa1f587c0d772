import type { Database, Statement } from 'better-sqlite3'
import type { Snapshot } from '../../../core/sente.ts'
import type { StoreAccess } from '../durability/access.ts'
import { openReader } from '../file/database.ts'
import { assertIntact } from '../file/intactDatabase.ts'
import { eventOf, postingOf } from '../rows/rows.ts'
import { gathered, mapped, present, streamed } from './rowStream.ts'
import { fundingRowsOf, type SnapshotStatements, snapshotStatements, transactionRowsOf } from './snapshotRows.ts'

type Unfinished = Set<Iterator<unknown>>

/**
 * Hands `use` the books at one moment, over a connection of its own that is closed when `use` is done. For a damaged
 * file it throws instead: nobody would notice a row that is missing from an index.
 */
export async function readSnapshot<T>(
  { database, read }: Pick<StoreAccess, 'database' | 'read'>,
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const reader = openReader(database)
  const unfinished: Unfinished = new Set()
  try {
    const statements = await read(() => beginReading(reader))
    if (!reader.memory) assertIntact(reader)
    return await use(snapshotOf(statements, unfinished))
  } finally {
    // A connection cannot be closed while it reads a result.
    for (const rows of unfinished) rows.return?.()
    reader.close()
  }
}

/** Begins a read transaction and reads once: the snapshot is taken at the first read, not at BEGIN. */
function beginReading(reader: Database) {
  if (!reader.inTransaction) reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM meta').get()
  return snapshotStatements(reader)
}

function snapshotOf(statements: SnapshotStatements, unfinished: Unfinished): Snapshot {
  const rowsOf = <Row>(statement: Statement<[], Row>) => streamed(statement, unfinished)
  return {
    balances: () => rowsOf(statements.balances),
    postings: () => mapped(rowsOf(statements.postings), postingOf),
    transactions: () =>
      mapped(
        gathered(rowsOf(statements.transactions), ({ transactions }) => transactions.id),
        transactionRowsOf,
      ),
    fundings: () =>
      mapped(
        gathered(rowsOf(statements.fundings), ({ fundings }) => `${fundings.accountId} ${fundings.reference}`),
        fundingRowsOf,
      ),
    events: () => mapped(rowsOf(statements.events), eventOf),
    strays: () => present(rowsOf(statements.strays)),
  }
}
