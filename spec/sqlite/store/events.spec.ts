import type { Database } from 'better-sqlite3'
import { expect } from 'chai'
import { eventList } from '../../../adapters/sql/books/eventList.ts'
import { sqliteDialect } from '../../../adapters/sqlite/dialect.ts'
import { openDatabase } from '../../../adapters/sqlite/file/database.ts'
import { keptDatabase } from '../../../adapters/sqlite/file/keptDatabase.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import type { EventQuery } from '../../../core/sente.ts'
import { fundedAccount, openPayout } from '../../contracts/kit/bookActs.ts'
import { aPayout } from '../../contracts/kit/records.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { test } from '../../rule.ts'

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
  const explained = `EXPLAIN QUERY PLAN ${sql.replaceAll(/\$\d+/g, '?')}`
  const values = Array(explained.split('?').length - 1).fill(null)
  return database
    .prepare<null[], { detail: string }>(explained)
    .all(...values)
    .map(({ detail }) => detail)
}

describe('The SQLite store: events that cannot be', () => {
  test('an event of an open payment, or of what is missing, is an error, and never left out', {
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

  test('a page of events is read in order from the key of a table, also one of a type', async () => {
    const database = openDatabase({ path: ':memory:', purpose: 'sandbox', migrate: true, flushes: 'each' })
    try {
      const asked: string[] = []
      const list = eventList(async ({ text }) => {
        asked.push(text)
        return []
      }, sqliteDialect)
      await list({ accountId: 'a', after: 0, limit: 9 })
      await list({ accountId: 'a', after: 0, limit: 9, type: 'payout.failed' })
      const plans = asked.map((sql) => planOf(database, sql))
      // The rows of the page itself are scanned, and put in order again.
      expect(plans.flat().filter((step) => /^SCAN (?!(e|ended|entered|latest)\b)/.test(step))).to.deep.equal([])
      expect(plans.flat()).to.include.members([
        'SEARCH events USING PRIMARY KEY (account_id=? AND sequence>?)',
        'SEARCH l USING PRIMARY KEY (account_id=? AND type=? AND sequence>?)',
      ])
    } finally {
      database.close()
    }
  })
})
