import { BlockList } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'chai'
import { uuids } from '../../../../adapters/node/node.ts'
import { addressFinder } from '../../../../adapters/providers/transport/names/findAddresses.ts'
import { type Deliverer, deliverer } from '../../../../adapters/webhooks/delivery/deliverer.ts'
import { type PosterOptions, poster } from '../../../../adapters/webhooks/post.ts'
import { secretsOf, shownSecret } from '../../../../adapters/webhooks/sign.ts'
import {
  type Books,
  type DeliveryAttempt,
  fundAccount,
  type WebhookEndpoint,
  type Webhooks,
} from '../../../../core/sente.ts'
import { openCore } from '../../../fixtures/core.ts'
import { afterwards } from '../../../fixtures/endings.ts'
import { until } from '../../../fixtures/until.ts'
import { closeReceivers, openReceiver } from './receiver.ts'

/** Milliseconds of a day. */
export const dayMs = 24 * 3_600_000

/** This machine, and nothing else. */
export function loopback(): BlockList {
  const list = new BlockList()
  list.addSubnet('127.0.0.0', 8, 'ipv4')
  return list
}

/** The secrets of endpoints under a key for tests. */
export const secretOf = secretsOf({ current: 'a webhook key for tests, long enough' })

/** An endpoint's secret in its owner's form. */
export const shownTo = ({ id, generation }: WebhookEndpoint, given = generation) => shownSecret(secretOf(id, given))

/** The differences of a test's node from a usual one. */
type NodeOptions = {
  readonly post?: Partial<PosterOptions>
  readonly webhooks?: (good: Webhooks) => Webhooks
  readonly events?: (good: Books['events']) => Books['events']
}

/** The nodes and receivers that are open until the test ends. */
const open: { stop(): unknown }[] = []

/** Ends all nodes and receivers of a test; a node that is dead never ends. */
export async function closeAll(): Promise<void> {
  await closeReceivers()
  const ended = open.splice(0).map(({ stop }) => stop())
  await Promise.race([Promise.all(ended), setTimeout(300)])
}

/** The core, by default in memory, with endpoints of its account, and nodes that deliver to them on command. */
export async function openDeliveries(other: Parameters<typeof openCore>[1] = {}) {
  const core = await openCore({ fund: [] }, other)
  const { ports, account, clock } = core
  const { webhooks } = ports
  const broken: unknown[] = []
  const kept = new Set<string>()
  let fundings = 0

  /** Notes the claimed endpoints. */
  function noting(faulty: Webhooks): Webhooks {
    return {
      ...faulty,
      async claim(claim) {
        const claimed = await faulty.claim(claim)
        for (const { endpoint } of claimed) kept.add(endpoint.id)
        return claimed
      },
      async settle(id, claim, settlement) {
        const isOurs = await faulty.settle(id, claim, settlement)
        if (claim.leaseMs === 0 || settlement.disabledBecause) kept.delete(id)
        return isOurs
      },
    }
  }

  /** A node of its own. */
  function node({
    post = {},
    webhooks: faulty = (good) => good,
    events = (good) => good,
  }: NodeOptions = {}): Deliverer {
    const connections = poster({ find: addressFinder(), allowed: loopback(), plain: true, timeoutMs: 50_000, ...post })
    const made = deliverer({
      webhooks: noting(faulty(webhooks)),
      books: { events: events(ports.books.events) },
      clock,
      by: uuids.random(),
      post: connections.post,
      secretOf,
      awaitEvent: (_, ms) => setTimeout(Math.min(ms, 5)),
      random: () => 0.5,
      onBreakage: (error) => broken.push(error),
    })
    afterwards(closeAll)
    open.push({
      async stop() {
        connections.close()
        await made.stop()
      },
    })
    return made
  }

  return {
    ...core,
    webhooks,
    broken,
    node,
    /** Adds an endpoint of the account. */
    async endpoint(url: string, given: Partial<WebhookEndpoint> = {}): Promise<WebhookEndpoint> {
      const endpoint: WebhookEndpoint = {
        ...{ id: uuids.ordered(), accountId: account.id, url, types: ['*'], disabledBecause: null, generation: 1 },
        ...{ createdByKey: null, changedByKeys: [], rotatedAtMs: null, createdAtMs: clock.nowMs() },
        ...given,
      }
      await webhooks.add(endpoint, 10_000)
      return endpoint
    },
    /** Writes this many events. */
    async fund(times = 1): Promise<void> {
      for (let time = 0; time < times; time += 1) {
        fundings += 1
        await fundAccount(ports)({
          by: 'amina',
          accountId: account.id,
          currency: 'UGX',
          amount: 1,
          reference: `bank-${fundings}`,
        })
      }
    },
    /** Whether a node has claimed an endpoint, and not given it back. */
    isKept: ({ id }: WebhookEndpoint) => kept.has(id),
    attempts: async ({ id }: WebhookEndpoint) => (await webhooks.attempts(id, { limit: 1_000 })).attempts.toReversed(),
    found: async ({ id }: WebhookEndpoint) => (await webhooks.ofAccount(account.id)).find((one) => one.id === id),
  }
}

/** Deliveries with a receiver and one endpoint that leads to it. */
export async function openOne(...given: Parameters<typeof openReceiver>) {
  const receiver = await openReceiver(...given)
  const deliveries = await openDeliveries()
  const endpoint = await deliveries.endpoint(`${receiver.url}/hooks`)
  const { claim } = deliveries.node()
  // The clock of these rules jumps: an endpoint that is still claimed would be claimed, and sent to, once more.
  const tried = (times: number) =>
    until(async () => (await deliveries.attempts(endpoint)).length >= times && !deliveries.isKept(endpoint))
  /** Lets the node look for deliveries when there are none. */
  async function findsNothing(): Promise<void> {
    const { length } = receiver.received
    await claim()
    expect(deliveries.isKept(endpoint), 'it is claimed').to.equal(false)
    expect(receiver.received).to.have.length(length)
  }
  return { ...deliveries, receiver, hook: endpoint, claim, tried, findsNothing }
}

/** The sequences of the delivered events. */
export function delivered(attempts: readonly DeliveryAttempt[]): Set<number> {
  return new Set(attempts.filter(({ problem }) => problem === null).map(({ sequence }) => sequence))
}
