import { expect } from 'chai'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { fundedAccount, recordAtOnce } from '../../contracts/kit/bookActs.ts'
import { aPayout, succeeded } from '../../contracts/kit/records.ts'
import { afterwards } from '../../fixtures/endings.ts'
import { test } from '../../rule.ts'

describe('SQLite: payments by the hour', () => {
  test('of the payments that are not added up yet only 2,000 are counted, and the sums say so', async () => {
    const store = openSqliteStore({ path: ':memory:', purpose: 'sandbox', migrate: true })
    afterwards(() => store.close())
    const { account } = await fundedAccount(store)
    const payments = Array.from({ length: 2_001 }, () => aPayout(account.id, { amountMinor: 1n }))
    await recordAtOnce(store, payments)
    await recordAtOnce(store, payments.map(succeeded))
    const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }
    const counted = async () => {
      const found = [
        await store.figures.hoursOfAccount({ ...all, accountId: account.id }),
        await store.figures.hoursOfChannels(all),
      ]
      return found.map(({ sums, isWhole }) => [sums.reduce((sum, one) => sum + one.succeeded, 0), isWhole])
    }
    expect(await counted()).to.deep.equal(Array(2).fill([2_000, false]))
    while (await store.figures.gather());
    expect(await counted()).to.deep.equal(Array(2).fill([2_001, true]))
  })
})
