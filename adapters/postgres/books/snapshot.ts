import { type Books, type MarkedBooks, UnusableDatabase } from '../../../core/sente.ts'
import { changesOver } from '../../sql/books/audit/changes.ts'
import { hasWrongChanges } from '../../sql/books/audit/derivedChanges.ts'
import { markIn, marking, unmarking } from '../../sql/books/audit/marks.ts'
import { findWrongRows } from '../../sql/books/derivedRows.ts'
import { countRows, snapshotOver } from '../../sql/books/snapshot.ts'
import type { Ask, Write } from '../../sql/engine/sqlStatement.ts'
import type { RowsOf } from '../../sql/engine/streams.ts'
import { askOver } from '../client/send.ts'
import type { Address } from '../connection/databaseUrl.ts'
import { connectToPrimary } from '../connection/primary.ts'
import type { Continuity } from '../continuity/continuity.ts'
import { postgresDialect as dialect } from '../dialect.ts'

/**
 * How long one answer may take while everything is read: some queries sort all rows, which takes minutes among
 * millions.
 */
const answerMs = 3_600_000

/** The most wrong rows that are reported. */
const mostReported = 20

/** Reads everything, or the changes since a mark, at one moment, over a connection of its own. */
export function snapshotFrom(address: Address, continuity: Continuity, write: Write): MarkedBooks {
  async function reading<T>(read: (ask: Ask) => Promise<T>): Promise<T> {
    const client = await connectToPrimary(address, { pipeline: false, answerMs }, continuity)
    try {
      await continuity.compare(client, address.name)
      const ask = askOver(client)
      await ask({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' })
      // The moment of the snapshot is that of the first statement.
      await ask({ text: 'SELECT one FROM sente_database' })
      return await read(ask)
    } finally {
      await client.end().catch(() => {})
    }
  }

  return {
    snapshot: (read) =>
      reading((ask) =>
        snapshotWithin(
          ask,
          address.name,
        )((snapshot, moment) => read(snapshot, moment && { ...moment, mark: marking({ ask, dialect, write }) })),
      ),
    changes: (read) =>
      reading(async (ask) => {
        const mark = await markIn(ask)
        if (!mark || (await hasWrongChanges(ask, dialect))) return undefined
        const oneAtATime = oneByOne(ask)
        const changes = changesOver({ rowsOf: streamRows(oneAtATime), ask: oneAtATime, dialect }, mark)
        return read(changes, marking({ ask: oneAtATime, dialect, write }, mark))
      }),
    unmark: unmarking(write),
  }
}

/**
 * Reads everything within a transaction that has begun. Throws if derived rows are wrong, because the reader of these
 * books would not notice.
 */
export function snapshotWithin(ask: Ask, name: string): Books['snapshot'] {
  return async (read) => {
    const wrong = await findWrongRows(ask, dialect, mostReported)
    if (wrong.length > 0) throw new UnusableDatabase(`${name} is damaged: ${wrong.join('; ')}`)
    const inTurn = oneByOne(ask)
    return read(snapshotOver(streamRows(inTurn)), { count: () => countRows(inTurn) })
  }
}

/** Sends each statement after the answer to the one before it. */
function oneByOne(ask: Ask): Ask {
  let last: Promise<unknown> = Promise.resolve()
  return <Row>(statement: Parameters<Ask>[0]) => {
    const answer = last.then(() => ask<Row>(statement))
    last = answer.catch(() => {})
    return answer
  }
}

const rowsAtOnce = 2_000

/** Reads within a transaction that has begun. Each result is a cursor of its own. */
function streamRows(ask: Ask): RowsOf {
  let opened = 0
  return async function* rowsOf<Row>(select: string) {
    opened += 1
    const name = `rows_${opened}`
    await ask({ text: `DECLARE ${name} NO SCROLL CURSOR FOR ${select}` })
    for (;;) {
      const rows = await ask<Row>({ text: `FETCH ${rowsAtOnce} FROM ${name}` })
      yield rows
      if (rows.length < rowsAtOnce) break
    }
    await ask({ text: `CLOSE ${name}` })
  }
}
