import { fund, fundedAccount } from '../kit/bookActs.ts'
import { equal, equalInAnyOrder } from '../kit/expectations.ts'
import { aFunding } from '../kit/records.ts'
import type { WebhookStore } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'
import { anEndpoint, claimOf, dueAt, endpointWithWork, idsClaimed, leaseMs, nowMs, settled } from './acts.ts'

/** Rules 205.5 to 205.8: claims of endpoints. */
export const claims: Facts<WebhookStore> = {
  async '205.5 an endpoint is claimed when there is an event from after it was added'(store) {
    const { account } = await fundedAccount(store)
    const endpoint = anEndpoint(account.id)
    await store.webhooks.add(endpoint, 5)
    equal(await idsClaimed(store, 'one'), [], 'the endpoints to claim before an event')
    await fund(store, aFunding(account.id))
    equal(
      await store.webhooks.claim({ ...claimOf('one'), limit: 9 }),
      [{ endpoint, progress: { upTo: 1, failingMs: null }, idleMs: 0 }],
      'the claim after an event, with its progress',
    )
  },

  async '205.6 a claimed endpoint is given to no other node until the lease is over'(store) {
    const { endpoint } = await endpointWithWork(store)
    const seen = [
      ...[await idsClaimed(store, 'one'), await idsClaimed(store, 'other'), await idsClaimed(store, 'one')],
      ...[await idsClaimed(store, 'other', nowMs + leaseMs - 1), await idsClaimed(store, 'other', nowMs + leaseMs)],
    ]
    equal(seen, [[endpoint.id], [], [], [], [endpoint.id]], 'the endpoints in claims, one after the other')
    const [again] = [await endpointWithWork(store)]
    const atOnce = await Promise.all(['a', 'b', 'c', 'd'].map((by) => idsClaimed(store, by, nowMs + leaseMs)))
    equal(atOnce.flat(), [again.endpoint.id], 'the endpoints in all claims at once')
  },

  async '205.7 a claim can be for one account, and gets at most the requested number of endpoints'(store) {
    const [one, other] = [await endpointWithWork(store), await endpointWithWork(store)]
    const limited = await store.webhooks.claim({ ...claimOf('one'), limit: 1, accountId: one.account.id })
    equal(
      limited.map(({ endpoint }) => endpoint.id),
      [one.endpoint.id],
      'the endpoints in a claim for one account',
    )
    equal(await idsClaimed(store, 'one', nowMs, one.account.id), [], 'the endpoints in a second claim for it')
    const third = await endpointWithWork(store)
    const first = await store.webhooks.claim({ ...claimOf('one'), limit: 1 })
    equal(first.length, 1, 'the number of endpoints in a claim for one')
    equalInAnyOrder(
      [...first.map(({ endpoint }) => endpoint.id), ...(await idsClaimed(store, 'one'))],
      [other.endpoint.id, third.endpoint.id],
      'the endpoints in both claims',
    )
  },

  async '205.8 a disabled endpoint is not claimed until it is enabled, and then continues where it stopped'(store) {
    const { endpoint } = await endpointWithWork(store)
    await idsClaimed(store, 'one')
    const failing = { upTo: 1, failingMs: 5 }
    const waiting = [{ sequence: 2, attempts: 3, pauseMs: 0 }]
    await store.webhooks.settle(
      endpoint.id,
      { ...claimOf('one'), leaseMs: 0 },
      settled({ progress: failing, waiting, disabledBecause: 'gone' }),
    )
    equal(await idsClaimed(store, 'one'), [], 'the endpoints to claim while it is disabled')
    await store.webhooks.change(endpoint.id, (found) => ({ ...found, url: 'https://shop.example/2' }))
    equal(await idsClaimed(store, 'one'), [], 'the endpoints to claim after another change')
    await store.webhooks.change(endpoint.id, (found) => ({ ...found, disabledBecause: null }))
    const [claimed] = await store.webhooks.claim({ ...claimOf('one'), limit: 9 })
    equal(claimed?.progress, { upTo: 1, failingMs: null }, 'its progress when it is enabled')
    equal(
      await store.webhooks.due(endpoint.id, dueAt(nowMs)),
      [{ sequence: 2, attempts: 3, dueAtMs: nowMs }],
      'the waiting events',
    )
  },
}
