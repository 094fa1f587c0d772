import { fundedAccount } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import type { WebhookStore } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'
import { anEndpoint, claimOf, dueAt, endpointWithWork, idsClaimed, settled } from './acts.ts'

/** The maker and the changer of endpoints in these examples. */
const byKeys = { createdByKey: 'one', changedByKeys: ['one', 'two'] }

/** Rules 205.1 to 205.4: endpoints and their changes. */
export const endpoints: Facts<WebhookStore> = {
  async '205.1 endpoints read back as they were added, oldest first, each for its account only'(store) {
    const [{ account }, { account: other }] = [await fundedAccount(store), await fundedAccount(store)]
    const first = anEndpoint(account.id, {
      types: ['payout.failed', 'balance.funded'],
      generation: 7,
      rotatedAtMs: 1,
      ...byKeys,
    })
    const second = anEndpoint(account.id, { url: 'http://127.0.0.1:1/“x”?y=1', disabledBecause: 'asked' })
    const theirs = anEndpoint(other.id)
    for (const each of [first, theirs, second]) equal(await store.webhooks.add(each, 5), true, 'whether it was added')
    equal(await store.webhooks.ofAccount(account.id), [first, second], 'the endpoints of the account')
    equal(await store.webhooks.ofAccount(other.id), [theirs], 'the endpoints of the other account')
    equal(await store.webhooks.ofAccount('unknown'), [], 'the endpoints of an unknown account')
  },

  async '205.2 an account never gets more endpoints than allowed, nor one twice, even with requests at once'(store) {
    const { account } = await fundedAccount(store)
    const same = anEndpoint(account.id)
    const twice = await Promise.all([same, same].map((each) => store.webhooks.add(each, 3)))
    equal(twice, [true, true], 'whether it is there')
    const added = await Promise.all(Array.from({ length: 8 }, () => store.webhooks.add(anEndpoint(account.id), 3)))
    equal(added.filter((isAdded) => isAdded).length, 2, 'the number of added ones')
    equal((await store.webhooks.ofAccount(account.id)).length, 3, 'the number of endpoints')
  },

  async '205.3 a changed endpoint reads back with the change, and no claim on it lasts'(store) {
    const { account, endpoint } = await endpointWithWork(store)
    await idsClaimed(store, 'one')
    const moved = { url: 'https://shop.example/new', changedByKeys: ['two'] }
    const changed = { ...endpoint, ...moved, generation: 2, rotatedAtMs: 5 }
    equal(await store.webhooks.change(endpoint.id, () => changed), changed, 'the endpoint after the change')
    equal(await store.webhooks.ofAccount(account.id), [changed], 'the endpoints of the account')
    equal(await store.webhooks.settle(endpoint.id, claimOf('one'), settled()), false, 'whether the claim lasts')
    equal(await store.webhooks.change('unknown', (same) => same), undefined, 'the result of changing an unknown one')
  },

  async '205.4 an endpoint is removed with all its data'(store) {
    const { account, endpoint } = await endpointWithWork(store)
    await store.webhooks.redeliver(account.id, { sequence: 1, nowMs: 1, limits: null })
    equal(
      [await store.webhooks.remove(endpoint.id), await store.webhooks.remove(endpoint.id)],
      [true, false],
      'whether it was removed, the first time and the second',
    )
    equal(await store.webhooks.ofAccount(account.id), [], 'the endpoints of the account')
    equal(await idsClaimed(store, 'one'), [], 'the endpoints to claim')
    await store.webhooks.add(endpoint, 5)
    equal(await store.webhooks.due(endpoint.id, dueAt(9)), [], 'the waiting events when the same is added again')
  },
}
