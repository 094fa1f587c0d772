import { fund } from '../kit/bookActs.ts'
import { equal, equalInAnyOrder } from '../kit/expectations.ts'
import { aFunding } from '../kit/records.ts'
import type { WebhookStore } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'
import { anEndpoint, endpointWithWork, idsClaimed, leaseMs, nowMs } from './acts.ts'

/** Rule 205.19: endpoints with a key behind them. */
export const apiAccess: Facts<WebhookStore> = {
  async '205.19 while API access is off, no claim is valid on an endpoint that a key has made or changed'(store) {
    const { account, endpoint: theirs } = await endpointWithWork(store)
    const made = anEndpoint(account.id, { createdByKey: 'one' })
    const changed = anEndpoint(account.id, { changedByKeys: ['one'] })
    for (const each of [made, changed]) await store.webhooks.add(each, 5)
    await fund(store, aFunding(account.id))
    equalInAnyOrder(await idsClaimed(store, 'one'), [theirs.id, made.id, changed.id], 'the claims before')
    const claimed = () => Promise.all([theirs, made, changed].map((each) => store.webhooks.isClaimed(each.id, 'one')))
    await store.accounts.change(account.id, (before) => ({ ...before, apiAccess: false }))
    equal(await claimed(), [true, false, false], 'whether the claims stand while it is off')
    equal(await idsClaimed(store, 'two', nowMs + leaseMs), [theirs.id], 'the claims while it is off')
    await store.accounts.change(account.id, (before) => ({ ...before, apiAccess: true }))
    equalInAnyOrder(await idsClaimed(store, 'two', nowMs + leaseMs), [made.id, changed.id], 'the claims after that')
  },
}
