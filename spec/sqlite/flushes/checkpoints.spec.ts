import { statSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { stub } from 'sinon'
import { checkpoints } from '../../../adapters/sqlite/durability/checkpoints.ts'
import { keptDatabase } from '../../../adapters/sqlite/file/keptDatabase.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { auditBooks, type Store } from '../../../core/sente.ts'
import { balanceOf, fund, fundedAccount } from '../../contracts/kit/bookActs.ts'
import { aFunding } from '../../contracts/kit/records.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { reached } from '../../fixtures/until.ts'
import { times } from '../../night.ts'
import { test } from '../../rule.ts'
import { endOfLog } from '../powerLoss/disk.ts'
import { startProcess } from '../processes/processes.ts'

const copyAt = 64 * 1024

type Scene = {
  store: Store
  path: string
  accountId: string
  /** The length of the log before each flush; in `sizes`, the length of its file. */
  lengths: number[]
  sizes: number[]
}

/** A serving store that copies its log early. */
function scene(example: (scene: Scene) => Promise<unknown>): Promise<void> {
  return inFolder(async ({ database: path }) => {
    const lengths: number[] = []
    const sizes: number[] = []
    const serving = {
      copyAt,
      async flush() {
        lengths.push(endOfLog(path))
        sizes.push(statSync(`${path}-wal`).size)
      },
      onLost(error: unknown) {
        throw error
      },
    }
    const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true, serving })
    try {
      const { account } = await fundedAccount(store)
      await example({ store, path, accountId: account.id, lengths, sizes })
    } finally {
      await store.close()
    }
  })
}

/** Funds an account with UGX 1 this many times, ten at once. */
async function fundOften({ store, accountId }: Scene, count: number) {
  for (let done = 0; done < count; done += 10) {
    await Promise.all(Array.from({ length: 10 }, () => fund(store, aFunding(accountId, { amountMinor: 1n }))))
  }
}

describe('Flushes: the log and its checkpoints', () => {
  test('under load the log is repeatedly copied and restarted, and its size stays bounded', () =>
    scene(async (at) => {
      const often = times({ night: 1_500, day: 500 })
      await fundOften(at, often)
      const restarts = at.lengths.filter((length, index) => length < (at.lengths[index - 1] ?? 0)).length
      expect(restarts).to.be.greaterThan(2)
      // Beyond four times copyAt no step begins; those begun before are a batch or two, each of about copyAt.
      expect(Math.max(...at.sizes)).to.be.lessThan(12 * copyAt)
      expect(await balanceOf(at.store, at.accountId)).to.deep.equal([100_000n + BigInt(often), 0n])
      expect((await auditBooks(at.store)()).broken).to.deep.equal([])
    }))

  test('another process that reads keeps the log from being restarted; payments go on, and the log restarts once it is gone', () =>
    scene(async (at) => {
      const reader = keptDatabase(at.path, { readonly: true })
      try {
        reader.exec('BEGIN')
        reader.prepare('SELECT count(*) FROM meta').get()
        await fundOften(at, 200)
        expect(at.lengths.every((length, index) => length >= (at.lengths[index - 1] ?? 0))).to.equal(true)
      } finally {
        reader.close()
      }
      while (statSync(`${at.path}-wal`).size > 4 * copyAt) await fundOften(at, 10)
      expect((await auditBooks(at.store)()).broken).to.deep.equal([])
    }))

  test('the restart of a log blocked by others is tried again a minute later, even if the log has not grown', () =>
    inFolder(async ({ database: path }) => {
      await openSqliteStore({ path, purpose: 'sandbox', migrate: true }).close()
      const database = keptDatabase(path)
      const restarts: Promise<unknown>[] = []
      const onLost = (error: unknown) => restarts.push(Promise.reject(error))
      const log = checkpoints({ database, copyAt, onLost, holdDuring: (restart) => restarts.push(restart) })
      const isRestarted = async (nth: number) => {
        log.checkLength()
        await reached('the log was tried', () => restarts.length > nth)
        const is = await restarts[nth]
        await setImmediate()
        return is
      }
      const reader = keptDatabase(path, { readonly: true })
      reader.exec('BEGIN')
      reader.prepare('SELECT count(*) FROM meta').get()
      database.exec(`CREATE TABLE written AS SELECT zeroblob(${copyAt})`)
      try {
        expect(await isRestarted(0)).to.equal(false)
        reader.close()
        log.checkLength()
        const now = performance.now.bind(performance)
        const later = stub(performance, 'now').callsFake(() => now() + 60_000)
        log.checkLength()
        later.restore()
        expect(restarts).to.have.length(1)
        expect(await isRestarted(1)).to.equal(true)
      } finally {
        await log.close()
        database.close()
      }
    }))

  test('no other process gets exclusive use of the database, and a short-lived one leaves the log in place', () =>
    scene(async (at) => {
      await fundOften(at, 200)
      await at.store.books.snapshot(async () => undefined)
      // SQLite's locks belong to the process: they would be gone if anything else had closed one of its files here.
      const other = startProcess('takeExclusive', at.path)
      expect(await other.ended()).to.equal(0)
      expect(other.lines).to.deep.equal(['SQLITE_BUSY'])
      const before = statSync(`${at.path}-wal`)
      const command = startProcess('write', at.path, at.accountId, '10')
      expect(await command.ended()).to.equal(0)
      const after = statSync(`${at.path}-wal`)
      expect([after.ino, after.nlink]).to.deep.equal([before.ino, 1])
      await fundOften(at, 10)
      expect(await balanceOf(at.store, at.accountId)).to.deep.equal([100_220n, 0n])
    }))

  test('after a clean stop there is a database and no log', () =>
    inFolder(async ({ database: path }) => {
      const serving = { copyAt: 1, onLost() {} }
      const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true, serving })
      await fundedAccount(store)
      await setImmediate()
      await store.close()
      expect(() => statSync(`${path}-wal`)).to.throw('ENOENT')
    }))

  test('the open log does not undo a migration by another process meanwhile', () =>
    scene(async (at) => {
      await fundOften(at, 100)
      const other = keptDatabase(at.path)
      other.pragma('user_version = 99')
      await fundOften(at, 300)
      expect(other.pragma('user_version', { simple: true })).to.equal(99)
      other.close()
    }))
})
