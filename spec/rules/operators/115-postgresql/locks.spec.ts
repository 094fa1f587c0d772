import { expect } from 'chai'
import pg from 'pg'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { concernsAbout } from '../../../../adapters/postgres/store/concerns.ts'
import type { Trouble } from '../../../../core/sente.ts'
import { balanceOf, fundedAccount, openPayout } from '../../../contracts/kit/bookActs.ts'
import { aPayout } from '../../../contracts/kit/records.ts'
import { afterwards } from '../../../fixtures/endings.ts'
import { makeSchema } from '../../../fixtures/postgres/postgres.ts'
import { until } from '../../../fixtures/until.ts'
import { rule, table } from '../../../rule.ts'

describe('115 PostgreSQL: tables that another program locks', () => {
  rule(
    '115.38',
    'while another program locks a table of payments, requests are refused, and the store says once who locks it',
    table(
      ['statement', 'stops'],
      [
        ['LOCK TABLE transactions IN ACCESS EXCLUSIVE MODE', 'everything'],
        ['LOCK TABLE balances IN SHARE ROW EXCLUSIVE MODE', 'writes'],
        ["UPDATE accounts SET name = 'Grace' WHERE false; LOCK TABLE postings IN EXCLUSIVE MODE", 'writes'],
      ],
      async (statement, stops) => {
        const { store, accountId, path, troubles } = await opened()
        const { pid, client } = await lockerOf(path, statement)
        const payout = openPayout(store, aPayout(accountId, { amountMinor: 1_000n }))
        await until(async () => store.outage() === stops)
        expect(await store.isReady()).to.equal(false)
        await client.end()
        await payout
        await until(store.isReady)
        expect([store.isTroubled(), store.outage()]).to.deep.equal([false, undefined])
        expect(await balanceOf(store, accountId)).to.deep.equal([99_000n, 1_000n])
        const [first, ...others] = troubles
        const table = statement.replace(/.*LOCK TABLE (\w+).*/, '$1')
        expect(first).to.match(/^another program locks the tables of payments: /)
        expect(first).to.include(`process ${pid} (a tool) of user postgres from 127.0.0.1`)
        expect(first).to.match(new RegExp(`, locks ${table}$`))
        expect(first).not.to.include('Grace')
        expect(others).to.deep.equal([undefined])
      },
    ),
  )

  rule('115.39', 'a program that waits for the lock of a table is named with the one that it waits for', async () => {
    const { store, accountId, path, troubles } = await opened()
    const reader = await lockerOf(path, 'SELECT FROM transactions')
    const waiting = await connected(path)
    const altered = waiting.client.query('ALTER TABLE transactions ADD COLUMN later text').catch(() => {})
    await until(async () => (await concernsAbout(path)).length > 0)
    const payout = openPayout(store, aPayout(accountId, { amountMinor: 1_000n }))
    await until(async () => store.outage() === 'everything')
    await Promise.all([reader.client.end(), altered, payout])
    expect(troubles[0]).to.include(
      `"ALTER TABLE transactions ADD COLUMN later text …", waits for process ${reader.pid} (a tool) to lock transactions`,
    )
  })

  rule('115.40', 'the doctor names the program that locks a table of payments, and no short lock', async () => {
    const { path } = await opened()
    const { pid, client } = await lockerOf(path, 'LOCK TABLE events IN SHARE MODE')
    const [concern] = (await concernsAbout(path)).filter(({ isFault }) => isFault)
    expect(concern?.found).to.match(new RegExp(`^no payment can be written at .*: process ${pid} .* locks events$`))
    expect(concern?.fix).to.include(`SELECT pg_terminate_backend(${pid})`)
    expect(concern?.runbook).to.equal('docs/operating/incidents/database-locked.md')
    const ended = client.end()
    const concerns = await concernsAbout(path)
    await ended
    expect(concerns.filter(({ isFault }) => isFault)).to.deep.equal([])
  })
})

/** A store with one account, and the messages of its troubles. */
async function opened() {
  const { path, drop } = await makeSchema()
  const troubles: (string | undefined)[] = []
  const onTrouble = (trouble: Trouble | undefined) => troubles.push(trouble?.error.message)
  const store = await openPostgresStore({ path, purpose: 'sandbox', migrate: true, onTrouble })
  afterwards(async () => {
    await store.close()
    await drop()
  })
  const { account } = await fundedAccount(store)
  return { store, path, accountId: account.id, troubles }
}

/** A session of another program, with its transaction open after a statement. */
async function lockerOf(path: string, statement: string) {
  const session = await connected(path)
  await session.client.query(`BEGIN; ${statement}`)
  return session
}

async function connected(path: string) {
  const client = new pg.Client({ connectionString: `postgres:${path}&application_name=a%20tool` })
  client.on('error', () => {})
  await client.connect()
  afterwards(() => client.end())
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
  return { client, pid: rows[0].pid as number }
}
