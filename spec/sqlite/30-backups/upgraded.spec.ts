import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { keptDatabase } from '../../../adapters/sqlite/file/keptDatabase.ts'
import { markPath } from '../../../adapters/sqlite/mark/highWaterMark.ts'
import { migrate } from '../../../adapters/sqlite/schema/migrate.ts'
import { quarantineSchema } from '../../../adapters/sqlite/schema/quarantines.ts'
import { versions } from '../../../adapters/sqlite/schema/versions.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { rule } from '../../rule.ts'

/** Why a database is in quarantine when it is served; undefined when it is not in quarantine. */
async function servedIn(path: string): Promise<string | undefined> {
  const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true, serving: { onLost() {} } })
  try {
    return (await store.quarantines.all())[0]?.why
  } finally {
    await store.close()
  }
}

describe('30 Backups: a database of an older version', () => {
  rule('30.7', 'a database that never had a mark is not taken for a restored one, and from then on it has one', () =>
    inFolder(async ({ database: path }) => {
      const older = keptDatabase(path)
      migrate(older, 'sandbox', versions.slice(0, versions.indexOf(quarantineSchema)))
      older.exec(
        `INSERT INTO accounts (id, name, kyc, api_access, closed, version) VALUES ('a', 'Duka', 'complete', 1, 0, 1)`,
      )
      older.close()
      expect(await servedIn(path)).to.equal(undefined)
      expect(await servedIn(path)).to.equal(undefined)
      rmSync(markPath(path))
      expect(await servedIn(path)).to.equal('mark_missing')
    }),
  )
})
