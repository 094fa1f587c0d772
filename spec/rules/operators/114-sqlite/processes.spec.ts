import { symlinkSync } from 'node:fs'
import { expect } from 'chai'
import { claimServing } from '../../../../adapters/sqlite/file/servingLock.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { auditBooks, type Store } from '../../../../core/sente.ts'
import { balanceOf, fund, inStep } from '../../../contracts/kit/bookActs.ts'
import { aFunding, anAccount } from '../../../contracts/kit/records.ts'
import { inFolder } from '../../../fixtures/sqliteFolder.ts'
import { times } from '../../../night.ts'
import { rule } from '../../../rule.ts'
import { type SqliteProcess, startProcess } from '../../../sqlite/processes/processes.ts'

const serving = {
  lockedMs: 3_600_000,
  onLost(error: unknown) {
    throw error
  },
}

/** Opens a store as the server does; other processes use the database at the same time. */
const open = (path: string) => openSqliteStore({ path, purpose: 'sandbox', migrate: true, serving })

type Scene = { path: string; store: Store; accountId: string; start: typeof startProcess }

/** A database with one account, and processes that end with the example. */
function scene(example: (scene: Scene) => Promise<unknown>): Promise<void> {
  return inFolder(({ database }) => play(database, example))
}

async function play(path: string, example: (scene: Scene) => Promise<unknown>) {
  const store = open(path)
  const started: SqliteProcess[] = []
  const start: typeof startProcess = (...args) => {
    const next = startProcess(...args)
    started.push(next)
    return next
  }
  try {
    const account = anAccount()
    await store.accounts.add(account)
    await example({ path, store, accountId: account.id, start })
  } finally {
    for (const each of started) await each.kill()
    await store.close()
  }
}

describe('114 The SQLite store: among other processes', () => {
  rule('114.8', 'every answered step is in the database after a kill -9 during writes', () =>
    scene(async ({ path, store, accountId, start }) => {
      await store.close()
      const writer = start('write', path, accountId, '1000000')
      await writer.printed(times({ night: 300, day: 60 }))
      await writer.kill()
      const after = open(path)
      try {
        const fundings = new Set<string>()
        for (const reference of writer.lines) {
          await inStep(after, aFunding(accountId, { reference }), (work) => {
            if (work.funding(reference)?.amountMinor === 1n) fundings.add(reference)
          })
        }
        expect(fundings.size).to.equal(writer.lines.length)
        expect((await balanceOf(after, accountId))[0] >= BigInt(fundings.size)).to.equal(true)
        expect((await auditBooks(after)()).broken).to.deep.equal([])
      } finally {
        await after.close()
      }
    }),
  )

  rule('114.9', 'two processes that write at the same time both succeed', () =>
    scene(async ({ path, store, accountId, start }) => {
      const each = times({ night: 200, day: 50 })
      const writer = start('write', path, accountId, String(each))
      await writer.printed(1)
      const ours = Array.from({ length: each }, () => fund(store, aFunding(accountId, { amountMinor: 1n })))
      await Promise.all(ours)
      expect(await writer.ended()).to.equal(0)
      expect(writer.lines.length).to.equal(each)
      expect(await balanceOf(store, accountId)).to.deep.equal([BigInt(2 * each), 0n])
    }),
  )

  rule('114.10', "a step waits for another process's lock while the event loop goes on, and reads do not wait", () =>
    scene(async ({ path, store, accountId, start }) => {
      const locker = start('lock', path)
      await locker.printed(1)
      let isDone = false
      const written = fund(store, aFunding(accountId)).then(() => {
        isDone = true
      })
      await manyTicks()
      expect(await store.accounts.byId(accountId)).to.include({ id: accountId })
      expect([isDone, await store.isReady()]).to.deep.equal([false, true])
      locker.say('enough')
      await written
      expect(await balanceOf(store, accountId)).to.deep.equal([100_000n, 0n])
    }),
  )

  rule('114.11', 'a step that waits too long for another process’s lock fails, and is never run', () =>
    scene(async ({ path, store, accountId, start }) => {
      const locker = start('lock', path)
      await locker.printed(1)
      // Long enough for it to reach the lock, even if that takes twenty times as long as usual.
      const scope = { account: accountId, currency: 'UGX', withinMs: 1_000 }
      let runs = 0
      const run = () => {
        runs += 1
        return runs
      }
      const patient = fund(store, aFunding(accountId))
      const inVain = store.books.atomically(scope, run).then(String, (error: Error) => error.message)
      expect(await inVain).to.match(/^the database was still locked by another process after \d+ ms$/)
      locker.say('enough')
      await patient
      expect(runs).to.equal(0)
      await store.books.atomically({ ...scope, withinMs: 60_000 }, run)
      expect(runs).to.equal(1)
    }),
  )

  rule(
    '114.12',
    'one process at a time serves a database; the error for a second names the first, and a dead one does not count',
    {
      'a second server in another process': () =>
        scene(async ({ path, start }) => {
          const first = start('serve', path)
          await first.printed(1)
          const refused = `${path} is served already by process ${first.pid}`
          expect(() => claimServing(path, process.pid)).to.throw(refused)
          await first.kill()
          claimServing(path, process.pid).release()
        }),
      'a second server in the same process, until the first releases its claim': () =>
        scene(async ({ path }) => {
          const first = claimServing(path, process.pid)
          try {
            expect(() => claimServing(path, process.pid)).to.throw(
              `${path} is served already by process ${process.pid}`,
            )
          } finally {
            first.release()
          }
          claimServing(path, process.pid).release()
        }),
      'a second server by another name of the file': () =>
        scene(async ({ path }) => {
          const link = `${path}-link`
          symlinkSync(path, link)
          const first = claimServing(path, process.pid)
          try {
            expect(() => claimServing(link, process.pid)).to.throw(
              `${link} is served already by process ${process.pid}`,
            )
          } finally {
            first.release()
          }
        }),
      "a database in memory is always this process's own": () => {
        const claims = [claimServing(':memory:', process.pid), claimServing(':memory:', process.pid)]
        for (const claim of claims) claim.release()
      },
    },
  )
})

/** More timer turns than fit into a test if each attempt blocks the event loop. */
function manyTicks(): Promise<void> {
  return new Promise((resolve) => {
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
      if (ticks < 200) return
      clearInterval(timer)
      resolve()
    }, 1)
  })
}
