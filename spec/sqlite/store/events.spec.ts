import { expect } from 'chai'
import { eventList } from '../../../adapters/sql/books/eventList.ts'
import { sqliteDialect } from '../../../adapters/sqlite/dialect.ts'
import { openDatabase } from '../../../adapters/sqlite/file/database.ts'
import { keptDatabase } from '../../../adapters/sqlite/file/keptDatabase.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { impossibleEvents } from '../../fixtures/impossibleEvents.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { test } from '../../rule.ts'
import { planOf } from './plans.ts'

describe('The SQLite store: impossible events', () => {
  test(
    'an event of an open or missing payment is an error, and never left out',
    impossibleEvents((use) =>
      inFolder(async ({ database: path }) => {
        const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
        await use(store, (sql) => {
          const damaging = keptDatabase(path)
          damaging.pragma('foreign_keys = OFF')
          damaging.exec(sql)
          damaging.close()
        })
        await store.close()
      }),
    ),
  )

  test('a page of events is read in order from the key of a table, also one of a type', async () => {
    const database = openDatabase({ path: ':memory:', purpose: 'sandbox', migrate: true, flushes: 'each' })
    try {
      const reads: string[] = []
      const list = eventList(async ({ text }) => {
        reads.push(text)
        return []
      }, sqliteDialect)
      await list({ accountId: 'a', after: 0, limit: 9 })
      await list({ accountId: 'a', after: 0, limit: 9, type: 'payout.failed' })
      const plans = reads.map((sql) => planOf(database, sql))
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
