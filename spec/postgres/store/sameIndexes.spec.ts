import { expect } from 'chai'
import { openPostgresStore } from '../../../adapters/postgres/postgres.ts'
import { fundedAccount, inStep, openPayouts } from '../../contracts/kit/bookActs.ts'
import { succeeded } from '../../contracts/kit/records.ts'
import { makeSchema, rowsOn } from '../../fixtures/postgres/postgres.ts'
import { reached } from '../../fixtures/until.ts'
import { test } from '../../rule.ts'

describe('PostgreSQL: the indexes of payments', () => {
  test('a payment that is accepted and then succeeds, with a network’s id and a receipt, changes no index', async () => {
    const { path, drop } = await makeSchema()
    const store = await openPostgresStore({ path, purpose: 'sandbox', migrate: true })
    // Few enough that all versions of their rows fit into one page, whatever other sessions may still see.
    const payments = 5
    try {
      const { account } = await fundedAccount(store)
      const given = Array.from({ length: payments }, () => ({ amountMinor: 1n }))
      for (const payout of await openPayouts(store, account.id, given)) {
        const pending = { ...payout, state: 'pending' } as const
        await inStep(store, payout, (work) => work.record(pending))
        const named = { providerRef: `MP-${payout.id}`, networkReceipt: `R-${payout.id}` }
        await inStep(store, payout, (work) => work.record(succeeded({ ...pending, ...named })))
      }
    } finally {
      // A session reports its counts at its end.
      await store.close()
    }
    const counts = async () => {
      const [row] = (await rowsOn(
        path,
        `SELECT n_tup_upd AS updated, n_tup_hot_upd AS hot FROM pg_stat_user_tables
          WHERE relname = 'transactions' AND schemaname = current_schema()`,
      )) as { updated: string; hot: string }[]
      return { updated: Number(row?.updated), hot: Number(row?.hot) }
    }
    try {
      await reached('all updates are counted', async () => (await counts()).updated === 2 * payments)
      expect(await counts()).to.deep.equal({ updated: 2 * payments, hot: 2 * payments })
    } finally {
      await drop()
    }
  })
})
