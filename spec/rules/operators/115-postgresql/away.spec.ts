import { expect } from 'chai'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import type { Store } from '../../../../core/sente.ts'
import { balanceOf, fund, fundedAccount } from '../../../contracts/kit/bookActs.ts'
import { aFunding } from '../../../contracts/kit/records.ts'
import { type OwnServer, openOwnServer } from '../../../fixtures/postgres/postgres.ts'
import { rejection } from '../../../fixtures/rejection.ts'
import { rule } from '../../../rule.ts'

type Opened = {
  readonly store: Store
  /** The messages about troubles. */
  readonly troubles: readonly (string | undefined)[]
}

/** Waits until a store says that it is ready, or that it is not. */
async function becomes({ store }: Pick<Opened, 'store'>, isReady: boolean): Promise<void> {
  while ((await store.isReady()) !== isReady) await new Promise((resolve) => setTimeout(resolve, 50))
}

describe('115 PostgreSQL: when it is away', () => {
  let server: OwnServer
  before(async () => {
    server = await openOwnServer()
  })
  after(() => server?.close())

  /** Opens a store on the server, and closes it, also when a check fails. */
  async function onOwnServer(patienceMs: number, use: (opened: Opened) => Promise<void>): Promise<void> {
    const troubles: (string | undefined)[] = []
    const store = await openPostgresStore({
      ...{ path: server.path, purpose: 'sandbox', migrate: true, patienceMs },
      onTrouble: (trouble) => troubles.push(trouble?.error.message),
    })
    try {
      await use({ store, troubles })
    } finally {
      await store.close()
    }
  }

  rule('115.6', 'a store is not ready while its server is away, says so once, and is ready again by itself', () =>
    onOwnServer(120_000, async (opened) => {
      const { store, troubles } = opened
      expect([await store.isReady(), store.isTroubled()]).to.deep.equal([true, false])
      await server.kill()
      await becomes(opened, false)
      expect(store.isTroubled()).to.equal(true)
      await server.start()
      await becomes(opened, true)
      expect(store.isTroubled()).to.equal(false)
      expect(troubles).to.have.length(2)
      expect(troubles[0]).to.match(/^the database .* cannot be reached \(127\.0\.0\.1:\d+: .*ECONNREFUSED/)
      expect(troubles[1]).to.equal(undefined)
    }),
  )

  rule('115.7', 'calls that find the server away wait until it is back, and acknowledged data is there', () =>
    onOwnServer(120_000, async ({ store }) => {
      const { account } = await fundedAccount(store)
      await server.kill()
      const calls = [fund(store, aFunding(account.id)), balanceOf(store, account.id), store.accounts.byId(account.id)]
      await server.start()
      await Promise.all(calls)
      expect(await balanceOf(store, account.id)).to.deep.equal([200_000n, 0n])
    }),
  )

  rule('115.8', 'a call that has waited too long is refused with the reason, and was never begun', () =>
    onOwnServer(120_000, async (patient) => {
      const { account } = await fundedAccount(patient.store)
      await onOwnServer(300, async ({ store }) => {
        await server.kill()
        await becomes({ store }, false)
        for (const call of [fund(store, aFunding(account.id)), balanceOf(store, account.id)])
          expect((await rejection(call)).message).to.match(/^the database .* cannot be reached/)
      })
      await server.start()
      await becomes(patient, true)
      expect(await balanceOf(patient.store, account.id)).to.deep.equal([100_000n, 0n])
    }),
  )
})
