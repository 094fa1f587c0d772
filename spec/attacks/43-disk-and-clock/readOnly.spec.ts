import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'chai'
import sinon from 'sinon'
import { claimServing } from '../../../adapters/sqlite/file/servingLock.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { payoutOf, until } from '../../fixtures/sandboxGateway.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { rule } from '../../rule.ts'
import { openDiskGateway, toldBy } from './gateway.ts'
import { byEach, runOnDisk } from './processes/processes.ts'

/** Makes files that nobody may change, root neither; or lets them be changed again. */
function freeze(files: readonly string[], flag: '+i' | '-i') {
  spawnSync('chattr', [flag, ...files])
}

describe('43 Disk and clock: files that may only be read', function () {
  this.timeout(60_000)

  rule(
    '43.16',
    'a server does not start where it may not write, and says which file it is about',
    byEach({ readOnly: 'a file system that may only be read' }, async (means) => {
      const made = async (path: string) => {
        await openSqliteStore({ path, purpose: 'sandbox', migrate: true }).close()
        claimServing(path, 1).release()
      }
      const { told } = await runOnDisk<{ claim: string; serve: string }>('readOnly.ts', means, made)
      const refusal = /^UnusableDatabase: .*books\.db cannot be opened: (attempt to write a readonly|unable to open)/
      expect(told.claim).to.match(refusal)
      expect(told.serve).to.match(refusal)
    }),
  )

  rule(
    '43.17',
    'a server whose files may not be written any more opens no payment, is not ready, and goes on when they may',
    byEach({ immutable: 'files made immutable' }, () =>
      inFolder(async ({ path: folder, database }) => {
        const gateway = await openDiskGateway({ databasePath: database, networks: join(folder, 'networks') })
        const files = [database, `${database}-wal`]
        const payOut = sinon.spy(gateway.airtel, 'payOut')
        try {
          const ask = gateway.as(await gateway.openAccount())
          freeze(files, '+i')
          expect(toldBy(await ask('send-money', payoutOf('first')))).to.include({ status: 500, code: 'internal_error' })
          expect([await gateway.ready(), (await ask('balances')).status]).to.deep.equal([503, 200])
          freeze(files, '-i')
          await until(async () => (await gateway.ready()) === 200)
          expect((await ask('send-money', payoutOf('first'))).status).to.equal(201)
          expect(payOut.callCount).to.equal(1)
        } finally {
          freeze(files, '-i')
          sinon.restore()
          await gateway.close()
        }
      }),
    ),
  )
})
