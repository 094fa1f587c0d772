import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import { impossibleEvents } from '../../fixtures/impossibleEvents.ts'
import { makeBooks, onServer } from '../../fixtures/postgres/postgres.ts'
import { test } from '../../rule.ts'

describe('PostgreSQL: impossible events', () => {
  test(
    'an event of an open or missing payment is an error, and never left out',
    impossibleEvents(async (use) => {
      const { path, drop } = await makeBooks()
      const store = await openPostgresStore({ path, purpose: 'sandbox', migrate: true })
      try {
        await use(store, (sql) => onServer(path, sql))
      } finally {
        await store.close()
        await drop()
      }
    }),
  )
})
