import { existsSync, readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { Unreachable } from '../../../../adapters/postgres/postgres.ts'
import { openFaultyProxy } from '../../../fixtures/postgres/faultyProxy.ts'
import type { OwnServer } from '../../../fixtures/postgres/postgres.ts'
import { rejection } from '../../../fixtures/rejection.ts'
import { reached } from '../../../fixtures/until.ts'
import { goBack, markIn, onSavedServer, pay, quarantinesOf, type Scene } from '../../../postgres/store/goingBack.ts'
import { rule } from '../../../rule.ts'

/** The path of a store on several servers. */
function pathOf(...servers: readonly OwnServer[]): string {
  const hosts = servers.map(({ path }) => /@([^/]+)\//.exec(path)?.[1])
  return servers[0]?.path.replace(/@[^/]+\//, `@${hosts.join(',')}/`) ?? ''
}

/** Two nodes over one server, each with a mark of its own; the first one at a path of its own, if there is one. */
async function openTwo({ open, folder, server }: Pick<Scene, 'open' | 'folder' | 'server'>, path = server.path) {
  const one = await open({ path, mark: markIn(folder, 'one').mark })
  return [one, await open({ mark: markIn(folder, 'other').mark })] as const
}

/** Waits until both have seen each other, and noted that in their marks. */
async function haveMet({ folder }: Pick<Scene, 'folder'>): Promise<void> {
  await reached('they have seen each other', () => ['one', 'other'].every((name) => seenBy(folder, name) === 2))
}

/** The number of nodes that a node has noted in its mark, itself among them. */
function seenBy(folder: string, name: string): number {
  const { path } = markIn(folder, name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).others.length : 0
}

describe('115 PostgreSQL: two primaries', () => {
  rule(
    '115.21',
    'when several servers say they are the primary, the one with the latest timeline is used, and no earlier one',
    {
      'wherever it is in the URL': () =>
        onSavedServer(async ({ server, accountId, open, startCopy }) => {
          const later = await startCopy(true)
          const alone = await open({ path: later.path })
          for (const [n, path] of [pathOf(server, later), pathOf(later, server)].entries()) {
            const store = await open({ path })
            expect(await pay(store, accountId, `c${n}`)).to.equal('paid')
            expect(await pay(alone, accountId, `c${n}`)).to.equal('used')
          }
        }),
      'even when the later one is away, also by a node that starts again': () =>
        onSavedServer(async ({ server, accountId, folder, open, startCopy }) => {
          const { mark } = markIn(folder)
          const later = await startCopy(true)
          const path = pathOf(server, later)
          const store = await open({ path, mark, patienceMs: 3_000 })
          expect(await pay(store, accountId, 'c')).to.equal('paid')
          await later.stop()
          const refused =
            /: it is on timeline 1, and was the primary before the one on 2; 127\.0\.0\.1:\d+: .*ECONNREFUSED/
          expect((await rejection(pay(store, accountId, 'd'))).message).to.match(refused)
          await store.close()
          expect((await rejection(open({ path, mark }))).message).to.match(refused)
        }),
    },
  )

  rule('115.22', 'servers that say they are the primary and look the same are all refused, and named', () =>
    onSavedServer(async ({ server, accountId, open, startCopy }) => {
      const copy = await startCopy(false)
      const path = pathOf(server, copy)
      await copy.stop()
      const troubles: string[] = []
      const store = await open({ path, patienceMs: 3_000, onTrouble: (one) => one && troubles.push(one.error.message) })
      expect(await pay(store, accountId, 'c')).to.equal('paid')
      await copy.start()
      while (troubles.length === 0) await setTimeout(50)
      const dispute =
        /^the database .* is not used: more than one server claims to be the primary \(127\.0\.0\.1:\d+ on timeline 1, 127\.0\.0\.1:\d+ on timeline 1\): stop all but the right one$/
      expect(troubles[0]).to.match(dispute)
      const error = await rejection(open({ path }))
      expect(error).to.be.instanceOf(Unreachable)
      expect(error.message).to.match(dispute)
      await copy.stop()
      while (!(await store.isReady())) await setTimeout(50)
      expect(await pay(store, accountId, 'd')).to.equal('paid')
      expect(await quarantinesOf(store)).to.deep.equal([])
    }),
  )

  rule('115.23', 'a node leaves a server that still answers for one with a later timeline, and compares that one', () =>
    onSavedServer(async ({ server, accountId, open, startCopy }) => {
      const standby = await startCopy(false)
      await standby.stop()
      const store = await open({ path: pathOf(server, standby) })
      expect(await pay(store, accountId, 'c')).to.equal('paid')
      // Later no connection is made, which would look for the primary itself.
      await Promise.all([store.isReady(), ...Array.from({ length: 6 }, () => quarantinesOf(store))])
      await standby.promote()
      await standby.start()
      while ((await pay(store, accountId, 'c')) === 'used') await setTimeout(50)
      expect(await pay(store, accountId, 'c')).to.equal('refused')
      expect(await quarantinesOf(store)).to.deep.equal([{ why: 'behind_mark', known: 'b', reached: 'after b' }])
    }),
  )

  rule('115.24', 'a node uses another server only when the nodes that were there have compared it, too', {
    'knowledge of only one of them stops all': () =>
      onSavedServer(async (scene) => {
        const [one, other] = await openTwo(scene)
        await pay(other, scene.accountId, 'a')
        await haveMet(scene)
        expect(await pay(one, scene.accountId, 'c')).to.equal('paid')
        await goBack(scene)
        expect(await pay(other, scene.accountId, 'c')).to.equal('refused')
      }),
    'also one that starts again': () =>
      onSavedServer(async (scene) => {
        const [one, other] = await openTwo(scene)
        await pay(other, scene.accountId, 'a')
        await haveMet(scene)
        expect(await pay(one, scene.accountId, 'c')).to.equal('paid')
        await other.close()
        await goBack(scene)
        const again = await scene.open({ mark: markIn(scene.folder, 'other').mark })
        expect(await pay(again, scene.accountId, 'c')).to.equal('refused')
      }),
    'the commits of one that lost the server earlier are known to those that saw it go': () =>
      onSavedServer(async (scene) => {
        const proxy = await openFaultyProxy(scene.server.path)
        try {
          const [one, other] = await openTwo(scene, proxy.through(scene.server.path))
          await pay(other, scene.accountId, 'a')
          await haveMet(scene)
          expect(await pay(one, scene.accountId, 'c')).to.equal('paid')
          await proxy.close()
          await reached('the other has seen it go', () => seenBy(scene.folder, 'other') === 1)
          await goBack(scene)
          expect(await pay(other, scene.accountId, 'c')).to.equal('refused')
        } finally {
          await proxy.close()
        }
      }),
    'a missing one is waited for ten seconds': () =>
      onSavedServer(async (scene) => {
        const [one, other] = await openTwo(scene)
        await pay(other, scene.accountId, 'a')
        await haveMet(scene)
        await one.close()
        await scene.server.kill()
        await scene.server.start()
        expect(await pay(other, scene.accountId, 'c')).to.equal('paid')
      }),
  })
})
