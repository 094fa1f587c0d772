import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { type DeliveryAttempt, eventIdOf } from '../../../../core/sente.ts'
import { makeSchema, type Schema } from '../../../fixtures/postgres/postgres.ts'
import { type Folder, makeFolder } from '../../../fixtures/sqliteFolder.ts'
import { reached } from '../../../fixtures/until.ts'
import { times } from '../../../night.ts'
import { judgeOf } from '../../../postgres/nodes/judge.ts'
import { fundedUgx, loadOver, paymentsOf } from '../../../postgres/nodes/load.ts'
import { type Nodes, openNodes } from '../../../postgres/nodes/nodes.ts'
import { rule } from '../../../rule.ts'
import { openLiveReceiver } from './liveReceiver.ts'
import { closeAll, delivered } from './openDeliveries.ts'
import type { Answer, Received } from './receiver.ts'

const payments = times({ night: 900, day: 300 })
const kills = times({ night: 8, day: 3 })
const endpoints = 3

/** A receiver with slow answers that refuses some messages once, and the messages that came twice at the same time. */
function watchedAnswers() {
  const underWay = new Set<string>()
  const refused = new Set<string>()
  const twiceAtOnce: string[] = []
  const answer: Answer = async (response, received) => {
    const one = nameOf(received)
    if (underWay.has(one)) twiceAtOnce.push(one)
    underWay.add(one)
    response.once('close', () => underWay.delete(one))
    await setTimeout(100)
    const isRefused = JSON.parse(received.body).sequence % 10 === 0 && !refused.has(one)
    refused.add(one)
    response.writeHead(isRefused ? 503 : 204).end()
  }
  return { answer, twiceAtOnce }
}

/** The attempts at one event that began before another one had ended. */
function madeAtOnce(attempts: readonly DeliveryAttempt[]): readonly DeliveryAttempt[] {
  const overAtMs = new Map<number, number>()
  return attempts.toReversed().filter(({ sequence, atMs, tookMs }) => {
    const isOver = (overAtMs.get(sequence) ?? 0) <= atMs
    overAtMs.set(sequence, atMs + tookMs)
    return !isOver
  })
}

const nameOf = ({ path, headers }: Received) => `${path} ${headers['webhook-id']}`

describe('12 Webhooks: three nodes that are killed', () => {
  let folder: Folder
  let schema: Schema
  let nodes: Nodes
  beforeEach(async () => {
    folder = makeFolder()
    schema = await makeSchema()
  })
  afterEach(async () => {
    await nodes?.close()
    await closeAll()
    await schema?.drop()
    folder.remove()
  })

  /** Kills one node after the other while the load goes on, and starts another in its place. */
  async function killAgainAndAgain(urls: string[], answered: () => number) {
    const places = urls.map((_, place) => place)
    for (let kill = 0; kill < kills; kill += 1) {
      const enough = (payments * (kill + 1)) / (kills + 2)
      await reached(`${enough} payments are answered`, () => answered() >= enough)
      const place = kill % places.length
      await nodes.kill(places[place] ?? 0)
      urls[place] = await nodes.startOne()
      places[place] = 3 + kill
    }
  }

  rule(
    '12.32',
    'with three nodes that are repeatedly killed, each event is delivered, and never by two at once',
    async () => {
      const { answer, twiceAtOnce } = watchedAnswers()
      const { receiver, settings } = await openLiveReceiver(folder.path, answer)
      nodes = await openNodes({ ...schema, settings })
      const merchant = await nodes.openAccount(fundedUgx)
      const hooks = await Promise.all(
        Array.from({ length: endpoints }, async (_, nth) => {
          const { stdout } = await nodes.sente('webhook', 'add', merchant.accountId, `${receiver.url}/${nth}`, '--json')
          return JSON.parse(stdout) as { endpoint_id: string; url: string; secret: string }
        }),
      )
      const requests = paymentsOf(merchant, payments)
      const urls = [...nodes.urls]
      nodes.relay.callBackTo(urls)
      const load = loadOver(urls, requests)
      await killAgainAndAgain(urls, () => requests.filter(({ known }) => known.is !== 'unknown').length)
      await load
      expect(await judgeOf(nodes, requests).inTheEnd()).to.deep.equal([])

      const store = await openPostgresStore({ path: schema.path, purpose: 'live', migrate: false })
      try {
        const { events: rows } = await store.books.events({ accountId: merchant.accountId, after: 1, limit: 10_000 })
        // Payments that a killed node had not yet sent stay in doubt for an hour.
        expect(rows).to.have.length.within(payments - 12 * kills, payments)
        const ids = rows.map(({ event }) => eventIdOf(event))
        for (const { endpoint_id: id, url, secret } of hooks) {
          const { pathname } = new URL(url)
          const attempts = async () => (await store.webhooks.attempts(id, { limit: 100_000 })).attempts
          await reached('every event is delivered', async () => delivered(await attempts()).size === rows.length)
          const come = receiver.received.filter(({ path }) => path === pathname)
          expect(new Set(come.map(({ headers }) => headers['webhook-id']))).to.deep.equal(new Set(ids))
          for (const { body, headers } of come) new Webhook(secret).verify(body, headers)
          expect(madeAtOnce(await attempts())).to.deep.equal([])
        }
      } finally {
        await store.close()
      }
      expect(twiceAtOnce).to.deep.equal([])
    },
  )
})
