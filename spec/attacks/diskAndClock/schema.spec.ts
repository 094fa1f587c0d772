import { join } from 'node:path'
import { expect } from 'chai'
import { versions } from '../../../adapters/sql/schema/versions.ts'
import { keptDatabase } from '../../../adapters/sqlite/file/keptDatabase.ts'
import { migrateFile } from '../../../adapters/sqlite/file/migrateFile.ts'
import { claimMigrating, claimServing } from '../../../adapters/sqlite/file/servingLock.ts'
import { migrate } from '../../../adapters/sqlite/schema/migrate.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { until } from '../../fixtures/until.ts'
import { test } from '../../rule.ts'
import { openDiskGateway } from './gateway.ts'

function makeSchema(path: string) {
  const database = keptDatabase(path)
  migrate(database, 'sandbox')
  database.close()
}

describe('Disk and clock: a schema that another process changes', () => {
  test('no schema is changed while a server uses it, and no server starts meanwhile', {
    'a migration is refused, naming the server': () =>
      inFolder(({ database: path }) => {
        const claim = claimServing(path, 4_711)
        const migrating = () => migrateFile({ path, purpose: 'sandbox' })
        expect(migrating).to.throw(
          `${path} is served already by process 4711: a schema can only be changed while nothing uses the database`,
        )
        claim.release()
        expect(migrating()).to.include({ from: 0, to: versions.length })
      }),
    'a migration that would change nothing is not refused': () =>
      inFolder(({ database: path }) => {
        makeSchema(path)
        const claim = claimServing(path, 4_711)
        expect(migrateFile({ path, purpose: 'sandbox' })).to.include({ from: versions.length, to: versions.length })
        claim.release()
      }),
    'a server is refused during a migration': () =>
      inFolder(({ database: path }) => {
        const claim = claimMigrating(path)
        expect(() => claimServing(path, 4_711)).to.throw(`${path} is being migrated`)
        claim.release()
        claimServing(path, 4_711).release()
      }),
  })

  test('a server whose schema was changed in spite of that is not ready until a restart, and says so', () =>
    inFolder(async ({ path: folder, database }) => {
      const gateway = await openDiskGateway({ databasePath: database, networks: join(folder, 'networks') })
      try {
        expect(await gateway.ready()).to.equal(200)
        const other = keptDatabase(database)
        other.pragma(`user_version = ${versions.length + 1}`)
        other.close()
        await until(async () => (await gateway.ready()) === 503)
        await gateway.openAccount()
        expect(await gateway.ready()).to.equal(503)
        expect(gateway.logged('fatal', 'not ready until a restart')).to.equal(1)
      } finally {
        await gateway.close()
      }
    }))
})
