import { expect } from 'chai'
import { addressOf } from '../../../adapters/postgres/connection/databaseUrl.ts'
import { primaryConnection } from '../../../adapters/postgres/connection/primaryConnection.ts'
import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import { makeSchema } from '../../fixtures/postgres/postgres.ts'
import { test } from '../../rule.ts'

describe('PostgreSQL: the settings of a connection', () => {
  test('the server compiles no statement of a connection, and notices within seconds that its client has left', async () => {
    const { path, drop } = await makeSchema()
    const store = await openPostgresStore({ path, purpose: 'sandbox', migrate: true })
    const connection = primaryConnection({ address: addressOf(path), use: { pipeline: true, answerMs: 60_000 } })
    try {
      const client = await connection.client(0)
      const { rows } = await client.query(
        "SELECT current_setting('jit') AS jit, current_setting('client_connection_check_interval') AS check",
      )
      expect(rows).to.deep.equal([{ jit: 'off', check: '2s' }])
    } finally {
      await connection.close()
      await store.close()
      await drop()
    }
  })
})
