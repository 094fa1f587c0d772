import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import sinon from 'sinon'
import { claimServing } from '../../../adapters/sqlite/file/servingLock.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { payoutOf } from '../../fixtures/sandboxGateway.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { until } from '../../fixtures/until.ts'
import { test } from '../../rule.ts'
import { answerOf, openDiskGateway } from './gateway.ts'
import { byEach, runOnDisk } from './processes/processes.ts'

/** Makes files immutable, also for root, or mutable again. */
function freeze(files: readonly string[], flag: '+i' | '-i') {
  spawnSync('chattr', [flag, ...files])
}

describe('Disk and clock: read-only files', () => {
  test(
    'a server does not start on files that it may not write, and names the file',
    byEach({ readOnly: 'a read-only file system' }, async (means) => {
      const made = async (path: string) => {
        await openSqliteStore({ path, purpose: 'sandbox', migrate: true }).close()
        claimServing(path, 1).release()
      }
      const { printed } = await runOnDisk<string[]>('readOnly.ts', means, made)
      const refusal = /^UnusableDatabase: .*books\.db cannot be opened: (attempt to write a readonly|unable to open)/
      expect(printed).to.have.length(2)
      for (const error of printed) expect(error).to.match(refusal)
    }),
  )

  test(
    'a server whose files become read-only opens no payment and is not ready; it goes on when they are writable again',
    byEach({ immutable: 'files made immutable' }, () =>
      inFolder(async ({ path: folder, database }) => {
        const gateway = await openDiskGateway({ databasePath: database, networks: join(folder, 'networks') })
        const files = [database, `${database}-wal`]
        const payOut = sinon.spy(gateway.airtel, 'payOut')
        try {
          const ask = gateway.as(await gateway.openAccount())
          freeze(files, '+i')
          expect(answerOf(await ask('send-money', payoutOf('first')))).to.include({
            status: 500,
            code: 'internal_error',
          })
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
      }, tmpdir()),
    ),
  )
})
