import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { type OwnServer, openOwnServer } from '../../../fixtures/postgres/postgres.ts'
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
})
