import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { markPath } from '../../../../adapters/sqlite/mark/highWaterMark.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { fundedAccount } from '../../../contracts/kit/bookActs.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'

/** The reason of a database's quarantine when it is served; undefined without a quarantine. */
async function servedIn(path: string): Promise<string | undefined> {
  const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true, serving: { onLost() {} } })
  try {
    return (await store.quarantines.all())[0]?.why
  } finally {
    await store.close()
  }
}

describe('112 Backups: a database that was never served', () => {
  rule('112.7', 'a database that never had a mark does not count as restored, and from then on it has one', () =>
    inFolder(async ({ database: path }) => {
      const command = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
      await fundedAccount(command).finally(command.close)
      expect(await servedIn(path)).to.equal(undefined)
      expect(await servedIn(path)).to.equal(undefined)
      rmSync(markPath(path))
      expect(await servedIn(path)).to.equal('mark_missing')
    }),
  )
})
