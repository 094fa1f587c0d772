import type { Database } from 'better-sqlite3'
import { expect } from 'chai'
import { spy } from 'sinon'
import { eventList } from '../../../adapters/sqlite/books/eventList.ts'
import { openDatabase } from '../../../adapters/sqlite/file/database.ts'
import { keptDatabase } from '../../../adapters/sqlite/file/keptDatabase.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { auditBooks, type EventQuery } from '../../../core/sente.ts'
import { fundedAccount, openPayout } from '../../contracts/kit/bookActs.ts'
import { aPayout } from '../../contracts/kit/records.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { moveOften, sequencesOf } from '../../fixtures/typedEvents.ts'
import { backToVersionOne } from '../../fixtures/versionOne.ts'
import { rule } from '../../rule.ts'

const insert = 'INSERT INTO events (account_id, sequence, transaction_id, funding_reference, at_ms)'

/** Reads the events of an account with an open payout after a false one was written. */
const told =
  (damage: string, message: RegExp, query: Partial<EventQuery> = {}) =>
  () =>
    inFolder(async ({ database: path }) => {
      const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
      const { account } = await fundedAccount(store)
      await openPayout(store, aPayout(account.id))
      const damaging = keptDatabase(path)
      damaging.pragma('foreign_keys = OFF')
      damaging.exec(damage)
      damaging.close()
      const reading = store.books.events({ accountId: account.id, after: 0, limit: 9, ...query })
      expect((await rejection(reading)).message).to.match(message)
      await store.close()
    })

/** How SQLite finds the rows of a statement. */
function planOf(database: Database, sql: string): string[] {
  const explained = `EXPLAIN QUERY PLAN ${sql.replace(/@\w+/g, '?')}`
  const values = Array(explained.split('?').length - 1).fill(null)
  return database
    .prepare<null[], { detail: string }>(explained)
    .all(...values)
    .map(({ detail }) => detail)
}

describe('27 The SQLite store: events that cannot be', () => {
  rule('27.37', 'an event of an open payment, or of what is missing, is an error, and never left out', {
    'an open payment': told(
      `${insert} SELECT account_id, 2, id, NULL, 0 FROM transactions`,
      /^event 2 of account \S+ says that transaction \S+ has ended, which is submitting$/,
    ),
    'a payment that is missing': told(
      `${insert} SELECT id, 2, 'none', NULL, 0 FROM accounts`,
      /^what event 2 of account \S+ is about is missing$/,
    ),
    'a funding that is missing': told(
      `${insert} SELECT id, 2, NULL, 'none', 0 FROM accounts`,
      /^what event 2 of account \S+ is about is missing$/,
    ),
    'one among those of a type': told(
      `${insert} SELECT id, 2, 'none', NULL, 0 FROM accounts`,
      /^what event 2 of account \S+ is about is missing$/,
      { type: 'balance.funded' },
    ),
    'one that is only in the list of a type': told(
      "INSERT INTO event_lists SELECT id, 'payout.failed', 2 FROM accounts",
      /^what event 2 of account \S+ is about is missing$/,
      { type: 'payout.failed' },
    ),
  })

  rule('27.38', 'the events of what an older version of sente has written are listed by their types too', () =>
    inFolder(async ({ database: path }) => {
      const written = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
      const { account } = await fundedAccount(written)
      await moveOften(written, account.id)
      await written.close()
      backToVersionOne(path)
      const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
      expect(await sequencesOf(store, account.id, 'balance.withdrawn')).to.deep.equal([12, 62, 112])
      await moveOften(store, account.id)
      expect(await sequencesOf(store, account.id, 'balance.withdrawn')).to.deep.equal([12, 62, 112, 162, 212, 262])
      expect(await sequencesOf(store, account.id, 'balance.funded')).to.have.length(295)
      expect((await auditBooks(store)()).broken).to.deep.equal([])
      await store.close()
    }),
  )

  rule('27.39', 'a page of events is read in order from the key of a table, also one of a type', () => {
    const database = openDatabase({ path: ':memory:', purpose: 'sandbox', migrate: true, flushes: 'each' })
    try {
      const prepare = spy(database, 'prepare')
      eventList({ database, read: async (run) => run() })
      const statements = prepare.args.map(([sql]) => sql)
      prepare.restore()
      const plans = statements.map((sql) => planOf(database, sql))
      expect(plans.flat()).not.to.match(/SCAN|TEMP B-TREE/)
      expect(plans).to.deep.include([
        'SEARCH l USING PRIMARY KEY (account_id=? AND type=? AND sequence>?)',
        'SEARCH v USING PRIMARY KEY (account_id=? AND sequence=?) LEFT-JOIN',
      ])
    } finally {
      database.close()
    }
  })
})
