import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { balanceOf, fundedAccount, openPayout } from '../../../contracts/kit/bookActs.ts'
import { aPayout } from '../../../contracts/kit/records.ts'
import { openFaultyProxy } from '../../../fixtures/postgres/faultyProxy.ts'
import { type OwnServer, onServer, openOwnServer } from '../../../fixtures/postgres/postgres.ts'
import { rejection } from '../../../fixtures/rejection.ts'
import { rule } from '../../../rule.ts'

describe('115 PostgreSQL: bounds while it is away', () => {
  let server: OwnServer
  before(async () => {
    server = await openOwnServer()
  })
  after(() => server?.close())

  rule(
    '115.33',
    'a store whose server has been away for some seconds lets requests be refused, and finds by itself that it is back',
    async () => {
      const store = await openPostgresStore({ path: server.path, purpose: 'sandbox', migrate: true, patienceMs: 300 })
      try {
        expect(store.outage()).to.equal(undefined)
        await server.kill()
        await rejection(store.accounts.byId('nobody'))
        while (store.outage() === undefined) await setTimeout(50)
        expect(store.outage()).to.equal('everything')
        await server.start()
        while (store.outage() !== undefined) await setTimeout(50)
        expect(await store.accounts.byId('nobody')).to.equal(undefined)
      } finally {
        await store.close()
      }
    },
  )

  rule('115.34', 'look-ups are answered while commits wait for a missing standby', async () => {
    const store = await openPostgresStore({ path: server.path, purpose: 'sandbox', migrate: true, patienceMs: 4_000 })
    const wait = async (standby: string) => {
      await onServer(server.path, `ALTER SYSTEM SET synchronous_standby_names = '${standby}'`)
      await onServer(server.path, 'SELECT pg_reload_conf()')
    }
    try {
      const { account } = await fundedAccount(store)
      const payouts = Array.from({ length: 6 }, () => aPayout(account.id, { amountMinor: 1_000n }))
      for (const payout of payouts) await openPayout(store, payout)
      await wait('missing')
      const claims = payouts.map(({ id }) => store.books.claimOne(id, { nowMs: Date.now(), leaseMs: 1_000 }))
      const ended = Promise.allSettled(claims)
      for (const _ of payouts) expect(await balanceOf(store, account.id)).to.deep.equal([94_000n, 6_000n])
      expect((await ended).map(({ status }) => status)).to.include('rejected')
    } finally {
      await wait('')
      await store.close()
    }
  })

  rule('115.35', 'while commits only wait, requests that write are refused, and look-ups are answered', async () => {
    const proxy = await openFaultyProxy(server.path)
    const troubles: (string | undefined)[] = []
    const store = await openPostgresStore({
      ...{ path: proxy.through(server.path), purpose: 'sandbox', migrate: true },
      onTrouble: (trouble) => troubles.push(trouble?.error.message),
    })
    try {
      const { account } = await fundedAccount(store)
      proxy.failWhen((piece) => (piece.includes('batch\0') ? 'silent' : undefined))
      const payout = openPayout(store, aPayout(account.id, { amountMinor: 1_000n }))
      while (store.outage() === undefined) await setTimeout(50)
      expect(store.outage()).to.equal('writes')
      expect(troubles).to.deep.equal(['the database does not answer a write within 4 seconds'])
      expect(await balanceOf(store, account.id)).to.deep.equal([100_000n, 0n])
      proxy.failWhen(() => undefined)
      await payout
      while (store.outage() !== undefined) await setTimeout(50)
      expect(await balanceOf(store, account.id)).to.deep.equal([99_000n, 1_000n])
    } finally {
      await store.close()
      await proxy.close()
    }
  })
})
