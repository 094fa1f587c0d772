import { fund } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { aFunding } from '../kit/records.ts'
import type { WebhookStore } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'
import { claimOf, dueAt, endpointWithWork, idsClaimed, leaseMs, nowMs, settled } from './acts.ts'

/** Fails at an endpoint of an account of its own, for this long by now, and gives its claim back. */
async function failingFor(store: WebhookStore, failingMs: number, disabledBecause?: 'gone' | 'failing') {
  const { endpoint } = await endpointWithWork(store)
  await idsClaimed(store, 'a')
  const settlement = settled({ progress: { upTo: 2, failingMs }, ...(disabledBecause && { disabledBecause }) })
  await store.webhooks.settle(endpoint.id, { ...claimOf('a'), leaseMs: 0 }, settlement)
  return endpoint.id
}

/** Rules 205.22 and 205.23: endpoints that take nothing, and repeated deliveries to them. */
export const failing: Facts<WebhookStore> = {
  async '205.22 the endpoints of all accounts that take nothing are listed with the time that they have failed, the longest first'(
    store,
  ) {
    const list = async (atMs = nowMs, limit = 9) =>
      (await store.webhooks.failing({ nowMs: atMs, limit })).map(({ endpoint, failingMs }) => [endpoint.id, failingMs])
    await endpointWithWork(store)
    await endpointWithWork(store, { disabledBecause: 'asked' })
    equal(await list(), [], 'the failing ones without a failure')
    const { endpoint: gone } = await endpointWithWork(store, { disabledBecause: 'gone' })
    const [one, other] = [await failingFor(store, 5), await failingFor(store, 7, 'failing')]
    equal(
      await list(nowMs + leaseMs),
      [
        [other, 7 + leaseMs],
        [one, 5 + leaseMs],
        [gone.id, null],
      ],
      'the failing ones a while later',
    )
    equal(await list(nowMs, 1), [[other, 7]], 'the first failing one')
  },

  async '205.23 a rewound endpoint gets every event after a sequence once more, and waiting events are not sent twice'(
    store,
  ) {
    const { account, endpoint } = await endpointWithWork(store)
    await fund(store, aFunding(account.id))
    const claim = claimOf('a')
    await idsClaimed(store, 'a')
    const waiting = [{ sequence: 3, attempts: 1, pauseMs: 0 }]
    await store.webhooks.settle(endpoint.id, claim, settled({ progress: { upTo: 3, failingMs: 5 }, waiting }))
    equal(await store.webhooks.rewind('none', 1), undefined, 'an unknown endpoint')
    equal(
      await store.webhooks.rewind(endpoint.id, 1),
      { endpoint, events: 2 },
      'the events that are delivered once more',
    )
    equal(await store.webhooks.isClaimed(endpoint.id, 'a'), false, 'whether the claim still stands')
    equal(await store.webhooks.due(endpoint.id, dueAt(nowMs + 1)), [], 'the waiting events')
    const [claimed] = await store.webhooks.claim({ ...claimOf('b'), limit: 1 })
    equal(claimed?.progress, { upTo: 1, failingMs: null }, 'the beginning of the next claim')
    equal(
      await store.webhooks.rewind(endpoint.id, 9),
      { endpoint, events: 2 },
      'rewinding to events that were not sent yet',
    )
  },
}
