import { expect } from 'chai'
import { lockConcerns } from '../../../../adapters/sqlite/file/writeLock.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import type { Trouble } from '../../../../core/sente.ts'
import { balanceOf, fund } from '../../../contracts/kit/bookActs.ts'
import { aFunding, anAccount } from '../../../contracts/kit/records.ts'
import { afterwards } from '../../../fixtures/endings.ts'
import { makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { until } from '../../../fixtures/until.ts'
import { rule } from '../../../rule.ts'
import { startProcess } from '../../../sqlite/processes/processes.ts'

describe('114 The SQLite store: a lock that another program keeps', () => {
  rule(
    '114.15',
    'while another program keeps the write lock, the store is not ready: it says so once, names it, and reads go on',
    async () => {
      const { store, path, accountId, troubles } = await served()
      const locker = await lockerOf(path)
      const waiting = [fund(store, aFunding(accountId)), fund(store, aFunding(accountId))]
      await until(async () => store.isTroubled())
      expect(await store.isReady()).to.equal(false)
      expect(await store.accounts.byId(accountId)).to.include({ id: accountId })
      await until(async () => store.outage() === 'writes')
      locker.say('enough')
      await Promise.all(waiting)
      await until(store.isReady)
      expect([store.isTroubled(), store.outage()]).to.deep.equal([false, undefined])
      expect(await balanceOf(store, accountId)).to.deep.equal([200_000n, 0n])
      const keeps = `another program keeps the write lock of the database: process ${locker.pid} (node)`
      expect(troubles.map((trouble) => trouble?.error.message)).to.deep.equal([keeps, undefined])
    },
  )

  rule('114.16', 'the doctor names the program that keeps the write lock, and neither the server nor a short write', {
    'a program that keeps it': async () => {
      const { path } = await served()
      const locker = await lockerOf(path)
      const [concern] = await lockConcerns(path, async () => undefined)
      expect(concern?.found).to.equal(
        `nothing can be written to ${path}: process ${locker.pid} (node) keeps its write lock`,
      )
      expect(concern).to.include({ isFault: true, runbook: 'docs/operating/incidents/database-locked.md' })
    },
    'one that has ended at the second look': async () => {
      const { path } = await served()
      const locker = await lockerOf(path)
      expect(await lockConcerns(path, () => locker.kill())).to.deep.equal([])
    },
    'a server that writes all the time': async () => {
      const { path } = await served()
      const server = startProcess('serveLocked', path)
      afterwards(() => server.kill())
      await server.printed(1)
      expect(await lockConcerns(path, async () => undefined)).to.deep.equal([])
    },
    'no program, and no database': async () => {
      const { path } = await served()
      expect(await lockConcerns(path)).to.deep.equal([])
      expect(await lockConcerns(`${path}-missing`)).to.deep.equal([])
    },
  })
})

const onLost = (error: unknown) => {
  throw error
}

/** A served store with one account, and the reported troubles. */
async function served() {
  const folder = makeFolder()
  const path = folder.database
  const troubles: (Trouble | undefined)[] = []
  const store = openSqliteStore({
    ...{ path, purpose: 'sandbox', migrate: true },
    serving: { onTrouble: (trouble) => troubles.push(trouble), onLost, lockedMs: 20 },
  })
  afterwards(async () => {
    await store.close()
    folder.remove()
  })
  const account = anAccount()
  await store.accounts.add(account)
  return { store, path, accountId: account.id, troubles }
}

/** A process that keeps the write lock. */
async function lockerOf(path: string) {
  const locker = startProcess('lock', path)
  afterwards(() => locker.kill())
  await locker.printed(1)
  return locker
}
