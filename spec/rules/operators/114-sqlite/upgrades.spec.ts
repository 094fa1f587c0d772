import { expect } from 'chai'
import { tables } from '../../../../adapters/sql/schema/tables.ts'
import { sqliteDialect } from '../../../../adapters/sqlite/dialect.ts'
import { keptDatabase } from '../../../../adapters/sqlite/file/keptDatabase.ts'
import { migrate } from '../../../../adapters/sqlite/schema/migrate.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { auditBooks, UnusableDatabase } from '../../../../core/sente.ts'
import { balanceOf, fundedAccount, openPayout } from '../../../contracts/kit/bookActs.ts'
import { aPayout } from '../../../contracts/kit/records.ts'
import { withSecondVersion } from '../../../fixtures/secondVersion.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'

/** Makes a database of this version with a payout in it, and upgrades it to the next. */
async function upgraded(path: string, worksFrom: number) {
  const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
  const { account } = await fundedAccount(store)
  const payout = aPayout(account.id)
  await openPayout(store, payout).finally(store.close)
  change(path, (database) => migrate(database, 'sandbox', withSecondVersion(worksFrom)))
  return { account, payout }
}

function change<T>(path: string, act: (database: ReturnType<typeof keptDatabase>) => T): T {
  const database = keptDatabase(path)
  try {
    return act(database)
  } finally {
    database.close()
  }
}

const channels = (path: string) =>
  change(path, (database) => database.prepare('SELECT id, channel FROM transactions ORDER BY id').all())

/** Every table of a database with its columns, and every index and trigger. */
function schemaOf(database: ReturnType<typeof keptDatabase>) {
  const columns = database.prepare(
    `SELECT t.name AS "table", c.name, c.type, c."notnull", c.pk FROM pragma_table_list t, pragma_table_xinfo(t.name) c
     WHERE t.schema = 'main' AND t.name NOT IN ('meta', 'sqlite_schema') ORDER BY t.name, c.name`,
  )
  const others = database.prepare("SELECT type, name, sql FROM sqlite_schema WHERE type <> 'table' ORDER BY name")
  return { columns: columns.all(), others: others.all() }
}

describe('114 The SQLite store: a later version of the schema', () => {
  rule(
    '114.13',
    'data from an older version of sente is there after an upgrade, and that version can still use it if the newer one says so',
    {
      'it does': () =>
        inFolder(async ({ database: path }) => {
          const { account, payout } = await upgraded(path, 1)
          expect(channels(path)).to.deep.equal([{ id: payout.id, channel: 'api' }])
          const older = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
          const second = aPayout(account.id)
          try {
            expect(await older.isReady()).to.equal(true)
            expect(await older.books.transaction(payout.id)).to.deep.equal(payout)
            await openPayout(older, second)
            expect(await balanceOf(older, account.id)).to.deep.equal([90_000n, 10_000n])
            expect((await auditBooks(older)()).broken).to.deep.equal([])
          } finally {
            await older.close()
          }
          expect(channels(path)).to.have.deep.members([payout, second].map(({ id }) => ({ id, channel: 'api' })))
        }),
      'a newer one does not': () =>
        inFolder(async ({ database: path }) => {
          await upgraded(path, 2)
          for (const mayMigrate of [true, false]) {
            expect(() => openSqliteStore({ path, purpose: 'sandbox', migrate: mayMigrate }))
              .to.throw(UnusableDatabase)
              .with.property(
                'message',
                `${path} has schema version 2 and this sente needs version 1: this sente is too old for it, use a newer one`,
              )
          }
        }),
    },
  )

  rule('114.14', 'the versions of the schema, one after the other, make the tables that are declared', () => {
    const [migrated, declared] = [keptDatabase(':memory:'), keptDatabase(':memory:')]
    try {
      migrate(migrated, 'sandbox')
      declared.exec(tables.map((table) => sqliteDialect.create(table)).join('\n'))
      expect(schemaOf(migrated)).to.deep.equal(schemaOf(declared))
    } finally {
      migrated.close()
      declared.close()
    }
  })
})
