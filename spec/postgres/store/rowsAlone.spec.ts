import { expect } from 'chai'
import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import { fundedAccount } from '../../contracts/kit/bookActs.ts'
import { makeBooks, onServer } from '../../fixtures/postgres/postgres.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { test } from '../../rule.ts'
import { pay } from './goingBack.ts'

describe('PostgreSQL: a role that may only read and write rows', () => {
  test('a node works under a role that may not change the tables, or their constraints', async () => {
    const { path, drop } = await makeBooks()
    const role = `rows_${process.pid}`
    const [schema] = /sente_\d+_\d+/.exec(decodeURIComponent(path)) ?? []
    await onServer(
      path,
      `CREATE ROLE ${role} LOGIN PASSWORD 'password'; GRANT USAGE ON SCHEMA ${schema} TO ${role};
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${role}`,
    )
    const own = path.replace(/\/\/[^:]+:/, `//${role}:`)
    const store = await openPostgresStore({ path: own, purpose: 'sandbox', migrate: true })
    try {
      const { account } = await fundedAccount(store)
      expect(await pay(store, account.id, 'a')).to.equal('paid')
      for (const sql of [
        'ALTER TABLE actions DISABLE TRIGGER ALL',
        'DROP TABLE actions',
        'TRUNCATE postings',
        'CREATE TABLE others (id TEXT)',
      ])
        await rejection(onServer(own, sql))
    } finally {
      await store.close()
      await onServer(path, `DROP OWNED BY ${role}; DROP ROLE ${role}`)
      await drop()
    }
  })
})
