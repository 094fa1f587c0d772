import { expect } from 'chai'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { oneOf } from '../../night.ts'
import { test } from '../../rule.ts'
import { byEach, runOnDisk } from './processes/processes.ts'

/** The output of `processes/checkpoint.ts`. */
type Printed =
  | { hasGoneOn: boolean; code: string; left: number; isAllThere: boolean; broken: number }
  | { lost: string }

const made = (path: string) => openSqliteStore({ path, purpose: 'sandbox', migrate: true }).close()

describe('Disk and clock: a log that cannot be copied', () => {
  test(
    'while there is no room to copy the log into the database, commits go on and nothing is lost; later it is copied',
    oneOf(
      byEach({ small: 'a file system without room', limit: 'a limit on the size of files' }, async (means) => {
        const { code, printed } = await runOnDisk<Printed>('checkpoint.ts', means)
        const expected = means === 'small' ? 'SQLITE_FULL' : 'SQLITE_IOERR_WRITE'
        expect(printed).to.deep.equal({ hasGoneOn: true, code: expected, left: 0, isAllThere: true, broken: 0 })
        expect(code).to.equal(0)
      }),
    ),
  )

  test(
    'when the flush of a copy fails, the server ends at once with the reason',
    byEach({ strace: 'an error of the disk' }, async (means) => {
      const { code, printed } = await runOnDisk<Printed>('checkpoint.ts', means, made)
      expect(printed).to.deep.equal({ lost: 'Error: a checkpoint broke: disk I/O error (SQLITE_IOERR_FSYNC)' })
      expect(code).to.equal(74)
    }),
  )
})
