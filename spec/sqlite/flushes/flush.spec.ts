import { renameSync, rmSync, statSync } from 'node:fs'
import { expect } from 'chai'
import { annotationsOf, balanceOf, fund, fundedAccount, openPayout, scopeOf } from '../../contracts/kit/bookActs.ts'
import { aFunding, anAccount, aPayout } from '../../contracts/kit/records.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { test } from '../../rule.ts'
import { isSettled, type Scene, withFlushByHand } from './flushByHand.ts'

type Store = Scene['store']

type Look = (store: Store, accountId: string, id: string) => Promise<unknown>
type Looks = Readonly<Record<string, Look>>

/** Reads of one account. */
const looksAtAccounts: Looks = {
  'a balance': ({ books }, accountId) => books.balances(accountId),
  'a transaction': ({ books }, _, id) => books.transaction(id),
  'a transaction by its reference': ({ books }, accountId) => books.transactionByReference(accountId, 'order 1'),
  'a list': ({ books }, accountId) => books.list({ accountId, limit: 10 }),
}

/** Reads that may rest on a commit of any account: each has to wait for the flush. */
const looks: Looks = {
  ...looksAtAccounts,
  'due transactions': ({ books }) => books.claim({ network: 'MTN', currency: 'UGX', nowMs: 0, leaseMs: 0, limit: 10 }),
  'the annotations': ({ books }, _, id) => annotationsOf(books, id),
  'a snapshot': ({ books }) => books.snapshot(async () => undefined),
  'a refused step': ({ books }, accountId) =>
    books.atomically(scopeOf(aFunding(accountId)), () => ({ refused: 'insufficient_balance' })),
}

describe('Flushes', () => {
  test('a step is answered once a flush that began after its commit has ended', () =>
    withFlushByHand(async ({ store, takeOver, begun, endAll }) => {
      const { account } = await fundedAccount(store)
      takeOver()
      const first = fund(store, aFunding(account.id))
      const running = await begun()
      const joining = fund(store, aFunding(account.id))
      expect([await isSettled(first), await isSettled(joining)]).to.deep.equal([false, false])
      running.end()
      const following = await begun()
      expect([await isSettled(first), await isSettled(joining)]).to.deep.equal([true, false])
      following.end()
      expect(await isSettled(joining)).to.equal(true)
      endAll()
    }))

  test('flushes follow one another, and each answers all the steps that waited for it', () =>
    withFlushByHand(async ({ store, takeOver, begun, count }) => {
      const { account } = await fundedAccount(store)
      takeOver()
      const waiting = Array.from({ length: 500 }, () => fund(store, aFunding(account.id)))
      const all = Promise.all(waiting)
      while (!(await isSettled(all))) {
        const before = count()
        const flush = await begun()
        expect(count() - before).to.be.lessThan(2)
        flush.end()
      }
      expect(count()).to.be.lessThan(6)
    }))

  test(
    'an answer that rests on a commit waits for its flush, even a refusal',
    forEach(looks, async (look, { store, takeOver, begun, endAll }) => {
      const { account } = await fundedAccount(store)
      const payout = aPayout(account.id, { reference: 'order 1' })
      await look(store, account.id, payout.id)
      takeOver()
      const opened = openPayout(store, payout)
      const flush = await begun()
      const looked = look(store, account.id, payout.id)
      expect(await isSettled(looked)).to.equal(false)
      flush.end()
      await opened
      endAll()
      await looked
    }),
  )

  test(
    'an account can be read while the payments of others wait for their flush',
    forEach(looksAtAccounts, async (look, { store, takeOver, begun }) => {
      const [{ account }, { account: other }] = [await fundedAccount(store), await fundedAccount(store)]
      const payout = aPayout(account.id, { reference: 'order 1' })
      await openPayout(store, payout)
      takeOver()
      const first = fund(store, aFunding(other.id))
      const running = await begun()
      const second = fund(store, aFunding(other.id))
      expect(await isSettled(look(store, account.id, payout.id))).to.equal(true)
      running.end()
      await first
      const following = await begun()
      expect(await isSettled(look(store, account.id, payout.id))).to.equal(true)
      following.end()
      await second
    }),
  )

  test('an account’s reads wait for its own writes, and not for other accounts’ payments', () =>
    withFlushByHand(async ({ store, takeOver, begun }) => {
      const { account } = await fundedAccount(store)
      takeOver()
      const paid = fund(store, aFunding(account.id))
      const first = await begun()
      expect((await store.accounts.byId(account.id))?.name).to.equal('Duka')
      const changed = store.accounts.change(account.id, (before) => ({ ...before, name: 'Soko' }))
      const read = store.accounts.byId(account.id)
      first.end()
      await paid
      const second = await begun()
      expect(await isSettled(read)).to.equal(false)
      second.end()
      await changed
      expect((await read)?.name).to.equal('Soko')
    }))

  test('nothing is answered after a failed flush, even if later ones would succeed: the process must end', () =>
    withFlushByHand(async ({ store, lost, takeOver, begun, endAll }) => {
      const [{ account }, { account: other }] = [await fundedAccount(store), await fundedAccount(store)]
      const rejections: unknown[] = []
      takeOver()
      const waiting = fund(store, aFunding(account.id)).catch(() => rejections.push(...lost))
      const flush = await begun()
      const reason = new Error('EIO: i/o error, fdatasync')
      flush.fail(reason)
      endAll()
      await waiting
      expect([lost, rejections]).to.deep.equal([[reason], [reason]])
      expect(await rejection(fund(store, aFunding(account.id)))).to.equal(reason)
      for (const { id } of [account, other]) expect(await rejection(balanceOf(store, id))).to.equal(reason)
    }))

  test('a deleted or replaced log is noticed before anything is answered', {
    deleted: () =>
      withFlushByHand(async ({ store, path, lost }) => {
        const { account } = await fundedAccount(store)
        rmSync(`${path}-wal`)
        const error = await rejection(fund(store, aFunding(account.id)))
        expect(error.message).to.equal(`the write-ahead log of ${path} was deleted`)
        expect(lost).to.deep.equal([error])
      }),
    'replaced by another': () =>
      withFlushByHand(async ({ store, path, lost }) => {
        const { account } = await fundedAccount(store)
        rmSync(`${path}-wal`)
        renameSync(`${path}-shm`, `${path}-wal`)
        await rejection(fund(store, aFunding(account.id)))
        expect(lost.length).to.equal(1)
      }),
  })

  test('a store is closed once its commits are on the disk', () =>
    withFlushByHand(async ({ store, path, takeOver, begun }) => {
      takeOver()
      const added = store.accounts.add(anAccount())
      const flush = await begun()
      const closed = store.close()
      expect(await isSettled(closed)).to.equal(false)
      expect(statSync(`${path}-wal`).nlink).to.equal(1)
      flush.end()
      await Promise.all([added, closed])
    }))
})

/** An example for each look, on a store of its own. */
function forEach(various: Looks, example: (look: Look, scene: Scene) => unknown) {
  return Object.fromEntries(
    Object.entries(various).map(([name, look]) => [name, () => withFlushByHand((scene) => example(look, scene))]),
  )
}
