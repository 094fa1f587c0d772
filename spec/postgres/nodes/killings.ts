import { crashJournal } from '../../attacks/crashes/judges/journal.ts'
import { countedByOperation } from '../../attacks/crashes/judges/operations.ts'
import { type FaultyProxy, openFaultyProxy } from '../../fixtures/postgres/faultyProxy.ts'
import { makeSchema } from '../../fixtures/postgres/postgres.ts'
import { reached } from '../../fixtures/until.ts'
import { type FencePoint, killingAt } from './fence.ts'
import { judgeOf } from './judge.ts'
import { confirmed, openAccounts, startMerchants } from './merchants.ts'
import { openNodes } from './nodes.ts'
import type { Outage } from './tally.ts'

/** The node of three to kill: at this passage of a point, or after this many payments. */
export type Killing = { readonly node: number; readonly point: FencePoint | 'at random'; readonly nth: number }

/** The results of killed nodes. */
export type Killed = {
  readonly outages: readonly Outage[]
  /** The points of their deaths; `at random` for a point that was not reached in time. */
  readonly points: readonly Killing['point'][]
  readonly problems: readonly string[]
  /** The number of requested and executed payments, by operation. */
  readonly operations: ReturnType<typeof countedByOperation>
}

/** The number of payments to wait for a point. */
const patience = 300

/** Kills one node after the other under load and replaces it; then compares merchants, books and networks. */
export async function killNodes(killings: readonly Killing[]): Promise<Killed> {
  const schema = await makeSchema()
  const ways: FaultyProxy[] = []
  const nodes = await openNodes({
    path: schema.path,
    charges: true,
    async wayOf(node) {
      const way = await openFaultyProxy(schema.path)
      ways[node] = way
      return way.through(schema.path)
    },
  })
  try {
    const urls = [...nodes.urls]
    const places = urls.map((_, index) => index)
    const merchants = startMerchants({ urls }, await openAccounts(nodes))

    async function kill(place: number, { point, nth }: Killing): Promise<Killing['point']> {
      if (point === 'at random') await merchants.answered(nth)
      else ways[place]?.failWhen(killingAt(point, nth, () => void nodes.kill(place)))
      const isKilled = reached('it is killed', () => !nodes.isAlive(place))
      if (point !== 'at random') await Promise.race([isKilled, merchants.answered(patience)])
      const killedAt = nodes.isAlive(place) ? 'at random' : point
      await nodes.kill(place)
      await isKilled
      return killedAt
    }

    const pausesMs: number[] = []
    const points: Killing['point'][] = []
    for (const [index, killing] of killings.entries()) {
      const sinceMs = performance.now()
      points.push(await kill(places[killing.node] ?? 0, killing))
      await merchants.answered(30)
      pausesMs.push(merchants.longestPauseMs(sinceMs))
      urls[killing.node] = await nodes.startOne()
      places[killing.node] = nodes.urls.length + index
      nodes.relay.callBackTo(urls)
    }
    await merchants.stop()
    const { requests, untruths } = merchants
    const problems = [
      ...untruths,
      ...(await judgeOf(nodes, requests).inTheEnd()),
      ...(await confirmed({ urls }, requests)),
    ]
    const [first = 0, ...others] = pausesMs
    const none = { answered: 0, repeated: 0 }
    const outages = [{ pauseMs: first, ...merchants.figures() }, ...others.map((pauseMs) => ({ pauseMs, ...none }))]
    const operations = countedByOperation(requests, crashJournal(nodes.networksFile).read().values())
    return { outages, points, problems, operations }
  } finally {
    await nodes.close()
    for (const way of ways) await way.close()
    await schema.drop()
  }
}
