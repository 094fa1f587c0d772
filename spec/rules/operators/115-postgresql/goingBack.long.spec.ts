import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { openFaultyProxy } from '../../../fixtures/postgres/faultyProxy.ts'
import { openOwnServer } from '../../../fixtures/postgres/postgres.ts'
import { loseCommit } from '../../../postgres/store/commits.ts'
import { goBack, markIn, onSavedServer, pay, quarantinesOf } from '../../../postgres/store/goingBack.ts'
import { rule } from '../../../rule.ts'

describe('115 PostgreSQL: when it goes back', () => {
  const isQuarantined = (promoted: boolean) => () =>
    onSavedServer(async (scene) => {
      const store = await scene.open()
      const other = await scene.open()
      expect(await pay(store, scene.accountId, 'c')).to.equal('paid')
      await goBack(scene, promoted)
      expect(await pay(store, scene.accountId, 'c')).to.equal('refused')
      expect(await pay(other, scene.accountId, 'c')).to.equal('refused')
      expect(await quarantinesOf(store)).to.deep.equal([{ why: 'behind_mark', known: 'b', reached: 'after b' }])
    })

  rule(
    '115.16',
    'a database that has lost transactions that a store knows to be committed is quarantined before it is used again',
    {
      'older files were put in its place': isQuarantined(false),
      'a standby that lagged has become the primary': isQuarantined(true),
    },
  )

  rule('115.17', 'a node that starts later knows from the file of its mark which transactions must be there', {
    'in older files': () =>
      onSavedServer(async (scene) => {
        const { mark } = markIn(scene.folder)
        const store = await scene.open({ mark })
        expect(await pay(store, scene.accountId, 'c')).to.equal('paid')
        await store.close()
        await goBack(scene)
        const next = await scene.open({ mark })
        expect(await pay(next, scene.accountId, 'c')).to.equal('refused')
        expect(await quarantinesOf(next)).to.deep.equal([{ why: 'behind_mark', known: 'b', reached: 'after b' }])
      }),
    'in a database of another cluster': () =>
      onSavedServer(async (scene) => {
        const { mark } = markIn(scene.folder)
        const store = await scene.open({ mark })
        await pay(store, scene.accountId, 'c')
        const account = await store.accounts.byId(scene.accountId)
        await store.close()
        const server = await openOwnServer()
        const before = await scene.open({ path: server.path })
        if (account) await before.accounts.add(account)
        await before.close()
        const next = await scene.open({ path: server.path, mark })
        expect(await pay(next, scene.accountId, 'c')).to.equal('refused')
        await next.close()
        await server.close()
      }),
    'when its batches are older than a day, and dropped': () =>
      onSavedServer(async (scene) => {
        const { mark, path } = markIn(scene.folder)
        const store = await scene.open({ mark })
        await pay(store, scene.accountId, 'c')
        await store.close()
        const dayAgo = (Date.now() - 25 * 3_600_000).toString(16).padStart(12, '0')
        writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/[0-9a-f]{12}(?=-[0-9a-f-]{36}")/g, dayAgo))
        const same = await scene.open({ mark })
        expect(await pay(same, scene.accountId, 'd')).to.equal('paid')
        await same.close()
        writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/[0-9a-f]{12}(?=-[0-9a-f-]{36}")/g, dayAgo))
        await goBack(scene)
        const next = await scene.open({ mark })
        expect(await pay(next, scene.accountId, 'c')).to.equal('refused')
      }),
  })

  rule(
    '115.18',
    'a quarantine that was ended does not begin again by itself, and begins when the database goes back again',
    () =>
      onSavedServer(async (scene) => {
        const { mark } = markIn(scene.folder)
        const store = await scene.open({ mark })
        await pay(store, scene.accountId, 'c')
        await goBack(scene)
        expect(await pay(store, scene.accountId, 'c')).to.equal('refused')
        await store.quarantines.end({ atMs: Date.now(), by: 'ann', because: 'compared' })
        await scene.server.kill()
        await scene.server.start()
        expect(await pay(store, scene.accountId, 'c')).to.equal('paid')
        await store.close()
        const next = await scene.open({ mark })
        expect(await pay(next, scene.accountId, 'd')).to.equal('paid')
        await goBack(scene)
        expect(await pay(next, scene.accountId, 'd')).to.equal('refused')
      }),
  )

  rule('115.19', 'no quarantine begins when nothing is lost', {
    'the server was killed': () =>
      onSavedServer(async (scene) => {
        const store = await scene.open()
        for (const reference of ['c', 'd']) {
          expect(await pay(store, scene.accountId, reference)).to.equal('paid')
          await scene.server.kill()
          await scene.server.start()
        }
        expect(await quarantinesOf(store)).to.deep.equal([])
      }),
    'a standby that had everything has become the primary': () =>
      onSavedServer(async (scene) => {
        const store = await scene.open()
        expect(await pay(store, scene.accountId, 'c')).to.equal('paid')
        await scene.server.stop()
        await scene.server.promote()
        await scene.server.start()
        expect(await pay(store, scene.accountId, 'd')).to.equal('paid')
        expect(await quarantinesOf(store)).to.deep.equal([])
      }),
    'the database is new': () =>
      onSavedServer(async (scene) => {
        const { mark } = markIn(scene.folder)
        const store = await scene.open({ mark })
        await pay(store, scene.accountId, 'c')
        await store.close()
        const server = await openOwnServer()
        const next = await scene.open({ path: server.path, mark })
        expect(await next.isReady()).to.equal(true)
        expect(await quarantinesOf(next)).to.deep.equal([])
        await next.close()
        await server.close()
      }),
  })

  rule(
    '115.20',
    'a payment whose commit is in doubt is not made again by itself in a database that has lost others',
    () =>
      onSavedServer(async (scene) => {
        const proxy = await openFaultyProxy(scene.server.path)
        const store = await scene.open({ path: proxy.through(scene.server.path) })
        expect(await pay(store, scene.accountId, 'c')).to.equal('paid')
        const isLost = loseCommit(proxy)
        const doubtful = pay(store, scene.accountId, 'd')
        while (!isLost()) await new Promise((resolve) => setTimeout(resolve, 5))
        await goBack(scene)
        proxy.failWhen(() => undefined)
        expect(await doubtful).to.equal('refused')
        await store.close()
        await proxy.close()
      }),
  )
})
