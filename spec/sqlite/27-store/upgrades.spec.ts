import { expect } from 'chai'
import { tables } from '../../../adapters/sql/schema/tables.ts'
import { versions } from '../../../adapters/sql/schema/versions.ts'
import { sqliteDialect } from '../../../adapters/sqlite/dialect.ts'
import { keptDatabase } from '../../../adapters/sqlite/file/keptDatabase.ts'
import { migrate } from '../../../adapters/sqlite/schema/migrate.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { auditBooks } from '../../../core/sente.ts'
import { balanceOf, fundedAccount, openPayout } from '../../contracts/kit/bookActs.ts'
import { aPayout } from '../../contracts/kit/records.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { rule } from '../../rule.ts'

/** A second version, as any later one could be: a column that old rows get, and an index. */
const second = {
  worksFrom: 1,
  upgrade: () => `
    ALTER TABLE transactions ADD COLUMN channel TEXT NOT NULL DEFAULT 'api';
    CREATE INDEX transactions_by_channel ON transactions (channel, id);`,
}

/** Every table of a database with its columns, and every index and trigger. */
function schemaOf(database: ReturnType<typeof keptDatabase>) {
  const columns = database.prepare(
    `SELECT t.name AS "table", c.name, c.type, c."notnull", c.pk FROM pragma_table_list t, pragma_table_xinfo(t.name) c
     WHERE t.schema = 'main' AND t.name NOT IN ('meta', 'sqlite_schema') ORDER BY t.name, c.name`,
  )
  const others = database.prepare("SELECT type, name, sql FROM sqlite_schema WHERE type <> 'table' ORDER BY name")
  return { columns: columns.all(), others: others.all() }
}

describe('27 The SQLite store: a later version of the schema', () => {
  rule(
    '27.31',
    'what an older version of sente has written is there after an upgrade, and the new columns with it',
    () =>
      inFolder(async ({ database: path }) => {
        const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
        const { account } = await fundedAccount(store)
        const payout = aPayout(account.id)
        await openPayout(store, payout).finally(store.close)
        const database = keptDatabase(path)
        migrate(database, 'sandbox', [...versions, second])
        expect(database.prepare('SELECT id, channel FROM transactions').all()).to.deep.equal([
          { id: payout.id, channel: 'api' },
        ])
        // What this version of sente does not know of does not stand in its way.
        database.pragma(`user_version = ${versions.length}`)
        database.close()
        const again = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
        try {
          expect(await again.books.transaction(payout.id)).to.deep.equal(payout)
          expect(await balanceOf(again, account.id)).to.deep.equal([95_000n, 5_000n])
          expect((await auditBooks(again)()).broken).to.deep.equal([])
        } finally {
          await again.close()
        }
      }),
  )

  rule('27.32', 'the versions of the schema, one after the other, make the tables that are declared', () => {
    const [upgraded, declared] = [keptDatabase(':memory:'), keptDatabase(':memory:')]
    try {
      migrate(upgraded, 'sandbox')
      declared.exec(tables.map((table) => sqliteDialect.create(table)).join('\n'))
      expect(schemaOf(upgraded)).to.deep.equal(schemaOf(declared))
    } finally {
      upgraded.close()
      declared.close()
    }
  })
})
