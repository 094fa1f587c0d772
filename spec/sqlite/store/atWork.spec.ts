import { expect } from 'chai'
import { keptDatabase } from '../../../adapters/sqlite/file/keptDatabase.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import type { Store } from '../../../core/sente.ts'
import { balanceOf, fund, fundedAccount } from '../../contracts/kit/bookActs.ts'
import { aFunding, aKey, anAccount } from '../../contracts/kit/records.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { test } from '../../rule.ts'

type Scene = { store: Store; path: string }

/** An open store, and its file. */
function withStore(example: (scene: Scene) => unknown, patienceMs = 30_000): Promise<void> {
  return inFolder(async ({ database: path }) => {
    const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true, patienceMs })
    try {
      await example({ store, path })
    } finally {
      await store.close()
    }
  })
}

/** Runs a function while another connection holds the write lock. */
async function whileLocked(path: string, act: () => Promise<unknown>) {
  const other = keptDatabase(path)
  try {
    other.exec('BEGIN IMMEDIATE')
    await act()
  } finally {
    other.close()
  }
}

describe('The SQLite store: at work', () => {
  test('a step fails when a lock lasts longer than its longest wait, and the next one succeeds', () =>
    withStore(async ({ store, path }) => {
      const { account } = await fundedAccount(store)
      await whileLocked(path, async () => {
        const error = await rejection(fund(store, aFunding(account.id)))
        expect(error.message).to.match(/^the database was still locked by another process after \d+ ms$/)
      })
      await fund(store, aFunding(account.id))
      expect(await balanceOf(store, account.id)).to.deep.equal([200_000n, 0n])
    }, 30))

  test('steps run in the order of their requests', () =>
    withStore(async ({ store }) => {
      const { account } = await fundedAccount(store)
      const order: number[] = []
      const scope = { account: account.id, currency: 'UGX' }
      const run = (index: number) => store.books.atomically(scope, () => order.push(index))
      await Promise.all([0, 1, 2, 3, 4, 5].map(run))
      expect(order).to.deep.equal([0, 1, 2, 3, 4, 5])
    }))

  test('many waiting steps do not delay timers and requests', () =>
    withStore(async ({ store }) => {
      const { account } = await fundedAccount(store)
      let answered = 0
      let turns = 0
      const turn = setInterval(() => {
        turns += answered < 300 ? 1 : 0
      }, 1)
      try {
        const fundings = Array.from({ length: 300 }, () => fund(store, aFunding(account.id)).then(() => answered++))
        await Promise.all(fundings)
      } finally {
        clearInterval(turn)
      }
      expect(turns).to.be.greaterThan(0)
    }))

  test('a refused change of keys leaves the account’s keys unchanged', () =>
    withStore(async ({ store: { accounts } }) => {
      const [one, other] = [anAccount(), anAccount()]
      await accounts.add(one)
      await accounts.add(other)
      const stolen = { ...aKey('secret'), digest: other.keys[0]?.digest ?? '' }
      const error = await rejection(accounts.change(one.id, (account) => ({ ...account, keys: [stolen] })))
      expect(error.message).to.equal('UNIQUE constraint failed: account_keys.digest')
      expect(await accounts.byId(one.id)).to.deep.equal(one)
    }))

  test('a store is ready while its database answers, locked by another process or not, until it is closed', () =>
    withStore(async ({ store, path }) => {
      expect(await store.isReady()).to.equal(true)
      await whileLocked(path, async () => expect(await store.isReady()).to.equal(true))
      await store.close()
      expect(await store.isReady()).to.equal(false)
      await rejection(fundedAccount(store))
    }))

  test('a snapshot of a file shows one moment, even while another connection writes to it', () =>
    withStore(async ({ store, path }) => {
      const { account } = await fundedAccount(store)
      const amounts = await store.books.snapshot(async (snapshot) => {
        const command = openSqliteStore({ path, purpose: 'sandbox', migrate: false })
        await fund(command, aFunding(account.id)).finally(command.close)
        const seen: bigint[] = []
        for await (const { availableMinor } of snapshot.balances()) seen.push(availableMinor)
        return seen
      })
      expect(amounts).to.deep.equal([100_000n])
      expect(await balanceOf(store, account.id)).to.deep.equal([200_000n, 0n])
    }))
})
