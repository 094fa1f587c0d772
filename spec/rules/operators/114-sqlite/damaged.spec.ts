import { copyFileSync, existsSync } from 'node:fs'
import { expect } from 'chai'
import pino from 'pino'
import { damageConcerns } from '../../../../adapters/sqlite/file/intactDatabase.ts'
import { openSqliteStore } from '../../../../adapters/sqlite/store/sqliteStore.ts'
import { loggedServing } from '../../../../adapters/telemetry/log/storeTrouble.ts'
import { damagePage } from '../../../attacks/diskAndClock/damagedPages.ts'
import { balanceOf, fundedAccount } from '../../../contracts/kit/bookActs.ts'
import { rejection } from '../../../fixtures/rejection.ts'
import { makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { rule } from '../../../rule.ts'

describe('114 The SQLite store: damage found while serving', () => {
  rule(
    '114.17',
    'damage ends the serving: nothing is read or written any more, and the process is asked to end',
    async () => {
      const { path, accountId, whole } = await damaged()
      const server = served(path)
      try {
        await rejection(balanceOf(server.store, accountId))
        expect(server.store.outage()).to.equal('everything')
        expect(await server.store.isReady()).to.equal(false)
        await rejection(balanceOf(server.store, accountId))
        expect(server.ended()).to.equal(1)
      } finally {
        await server.store.close()
        copyFileSync(whole, path)
      }
    },
  )

  rule(
    '114.18',
    'after that no server starts before the database is whole again, and the doctor reports it',
    async () => {
      const { path, accountId, whole } = await damaged()
      const { store } = served(path)
      await rejection(balanceOf(store, accountId))
      await store.close()
      expect(() => served(path)).to.throw(/books\.db is damaged: .*(malformed|btree|page)/i)
      expect(damageConcerns(path)[0]).to.include({
        isFault: true,
        runbook: 'docs/operating/incidents/damaged-database.md',
      })
      expect(damageConcerns(path)[0]?.found).to.include(
        'is damaged: a server that ended because of it met: database disk',
      )
      copyFileSync(whole, path)
      const next = served(path)
      expect(await balanceOf(next.store, accountId)).to.deep.equal([100_000n, 0n])
      await next.store.close()
      expect(existsSync(`${path}-found-damaged`)).to.equal(false)
      expect(damageConcerns(path)).to.deep.equal([])
    },
  )
})

/** A stopped database with a damaged page of balances, and a whole copy of it. */
async function damaged() {
  const path = makeFolder().database
  const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
  const { account } = await fundedAccount(store)
  await store.close()
  const whole = `${path}.whole`
  copyFileSync(path, whole)
  damagePage(path, 'balances')
  return { path, accountId: account.id, whole }
}

/** A store as the server opens it, and how often the process was asked to end. */
function served(path: string) {
  let ended = 0
  const { isExplained: _, ...serving } = loggedServing({
    log: pino({ level: 'silent' }),
    database: path,
    onLost(error) {
      throw error
    },
    onDamaged: () => {
      ended += 1
    },
  })
  const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true, serving })
  return { store, ended: () => ended }
}
