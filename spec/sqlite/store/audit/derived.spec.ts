import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { derivedDamages, findsDamage } from '../../../fixtures/derivedRows.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { fifthOf } from '../../../night.ts'
import { test } from '../../../rule.ts'
import { damage } from './damage.ts'

const noticed = (sql: string, found: RegExp) => () =>
  inFolder(async ({ database: path }) => {
    const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
    await findsDamage(store, found, () => damage(path, sql)).finally(store.close)
  })

describe('The SQLite store: derived rows', () => {
  test(
    'an audit finds rows that a list or statement lacks, or has wrongly',
    fifthOf(
      Object.fromEntries(Object.entries(derivedDamages).map(([name, [sql, found]]) => [name, noticed(sql, found)])),
    ),
  )
})
