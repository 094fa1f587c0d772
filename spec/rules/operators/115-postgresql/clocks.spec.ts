import { expect } from 'chai'
import pg from 'pg'
import { memoryProvider } from '../../../../adapters/memory/memory.ts'
import { uuids } from '../../../../adapters/node/node.ts'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { collectMoney, isRefusal, sendMoney, uganda } from '../../../../core/sente.ts'
import { fundedAccount, scopeOf } from '../../../contracts/kit/bookActs.ts'
import { manualClock } from '../../../contracts/kit/manualClock.ts'
import { openMerchant, testSecrets } from '../../../contracts/kit/merchant.ts'
import { aPayout } from '../../../contracts/kit/records.ts'
import { hourMs } from '../../../fixtures/core.ts'
import { makeBooks } from '../../../fixtures/postgres/postgres.ts'
import { rule } from '../../../rule.ts'

/** Two nodes over one database, one clock 25 hours ahead of the other's, and a merchant that asks them in turn. */
async function openNodesApart() {
  const { path, drop } = await makeBooks()
  const network = memoryProvider()
  network.behaves('succeeds')
  async function openNode(startMs: number) {
    const store = await openPostgresStore({ path, purpose: 'sandbox', migrate: true })
    const others = { ids: uuids, secrets: testSecrets, market: uganda, providerFor: () => network }
    return { ...store, ...others, clock: manualClock(startMs) }
  }
  const startMs = Date.UTC(2026, 0, 2, 8)
  const [one, other] = [await openNode(startMs), await openNode(startMs + 25 * hourMs)]
  const merchant = await openMerchant(one)
  let count = 0
  /** Sends a payment to the node whose turn it is; resolves with the answer's code. */
  async function ask(kind: 'payout' | 'collection', pin = '4071'): Promise<string> {
    const node = count % 2 === 0 ? one : other
    count += 1
    const request = { ...merchant.payout, amount: 500, reference: `order-${count}`, pin }
    const pay = kind === 'payout' ? sendMoney(node) : collectMoney(node)
    const answer = await pay({ caller: await merchant.caller(), request })
    if (!isRefusal(answer)) await answer.outcome
    return isRefusal(answer) ? answer.refused : 'opened'
  }
  return {
    ask,
    async close() {
      for (const node of [one, other]) await node.close()
      await drop()
    },
  }
}

describe('115 PostgreSQL: clocks of nodes', () => {
  rule('115.30', 'nodes whose clocks are a day apart, asked in turn, allow no more guesses at a PIN than one node', {
    'five in a row': async () => {
      const { ask, close } = await openNodesApart()
      for (let wrong = 1; wrong <= 40; wrong += 1) {
        expect(await ask('payout', '9999'), `wrong PIN ${wrong}`).to.equal(wrong <= 5 ? 'invalid_pin' : 'pin_locked')
      }
      expect([await ask('payout'), await ask('payout')], 'at each node').to.deep.equal(['pin_locked', 'pin_locked'])
      await close()
    },
    'ten in a day, with right ones between': async () => {
      const { ask, close } = await openNodesApart()
      for (let wrong = 1; wrong <= 40; wrong += 1) {
        if (wrong % 3 === 1) expect(await ask('payout')).to.equal(wrong <= 10 ? 'opened' : 'pin_locked')
        expect(await ask('payout', '9999'), `wrong PIN ${wrong}`).to.equal(wrong <= 10 ? 'invalid_pin' : 'pin_locked')
      }
      await close()
    },
  })

  rule(
    '115.31',
    'nodes whose clocks are a day apart ask a phone number no more often in an hour than one',
    async () => {
      const { ask, close } = await openNodesApart()
      for (let prompt = 1; prompt <= 44; prompt += 1) {
        expect(await ask('collection'), `prompt ${prompt}`).to.equal(prompt <= 20 ? 'opened' : 'limit_reached')
      }
      await close()
    },
  )

  rule(
    '115.32',
    'a step has the database’s time at the moment when it gets its account, however long it has waited',
    async () => {
      const { path, drop } = await makeBooks()
      const store = await openPostgresStore({ path, purpose: 'sandbox', migrate: true })
      const { account } = await fundedAccount(store)
      const other = new pg.Client({ connectionString: `postgres:${path}` })
      await other.connect()
      const numberFrom = async (select: string) => Number((await other.query(`SELECT ${select} AS n`)).rows[0].n)
      await other.query('BEGIN')
      await other.query('SELECT 1 FROM accounts FOR NO KEY UPDATE')
      const seen = store.books.atomically(scopeOf(aPayout(account.id)), (work) => work.nowMs(0))
      const waiting = `(SELECT count(*) FROM pg_locks WHERE NOT granted AND pid IN
      (SELECT pid FROM pg_locks WHERE relation = 'accounts'::regclass))`
      while ((await numberFrom(waiting)) === 0);
      await other.query('SELECT pg_sleep(0.02)')
      const fromMs = await numberFrom('floor(extract(epoch FROM clock_timestamp()) * 1000)')
      await other.query('COMMIT')
      expect(await seen).to.be.within(fromMs, fromMs + hourMs)
      await other.end()
      await store.close()
      await drop()
    },
  )
})
