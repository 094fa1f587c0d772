import { fundedAccount } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import type { WebhookStore } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'
import { anEndpoint, endpointWithWork, nowMs } from './acts.ts'

const withinMs = 1_000

const limits = { withinMs, ofEvent: 2, ofAccount: 3 }

/** Repeats deliveries for an account of its own, with two endpoints and two events. */
async function redelivering(store: WebhookStore) {
  const { account } = await endpointWithWork(store)
  await store.webhooks.add(anEndpoint(account.id), 5)
  return (sequence: number, atMs = nowMs) => store.webhooks.redeliver(account.id, { sequence, nowMs: atMs, limits })
}

/** Rules 205.20 and 205.21: limits of repeated deliveries. */
export const redeliveries: Facts<WebhookStore> = {
  async '205.20 the repeated deliveries of an event, and of all events of an account, have a limit within a span'(
    store,
  ) {
    const [redeliver, others] = [await redelivering(store), await redelivering(store)]
    const done = { endpoints: 2 }
    equal([await redeliver(1), await redeliver(1, nowMs + 100)], [done, done], 'the first two of an event')
    equal(await redeliver(1, nowMs + 200), { pauseMs: 800 }, 'the third of the event')
    equal(await redeliver(2, nowMs + 300), done, 'the third of the account')
    equal(await redeliver(2, nowMs + 400), { pauseMs: 600 }, 'the fourth of the account')
    equal(await others(1, nowMs + 400), done, 'the first of another account')
    equal(await redeliver(2, nowMs + withinMs), done, 'the next when the first is over')
    equal(await redeliver(2, nowMs + withinMs), { pauseMs: 300 }, 'one more, which has to wait for both')
    equal(await redeliver(1, nowMs + withinMs + 100), done, 'the next when the second is over')
    equal(await redeliver(1, nowMs + withinMs + 150), { pauseMs: 150 }, 'one more, when only the first two are over')
  },

  async '205.21 repeated deliveries are counted exactly, even with requests at once, and only when they were made'(
    store,
  ) {
    const redeliver = await redelivering(store)
    equal(await redeliver(9), { endpoints: 0 }, 'an event that the account does not have')
    const made = await Promise.all(Array.from({ length: 8 }, () => redeliver(1)))
    equal(made.filter((one) => 'endpoints' in one).length, 2, 'the number of deliveries of the event')
    const ahead = nowMs + 365 * 24 * 3_600_000
    const byAhead = [await redeliver(2, ahead), await redeliver(2, ahead)]
    equal(byAhead, [{ endpoints: 2 }, { endpoints: 2 }], 'two by a clock that is ahead')
    equal(await redeliver(2), { endpoints: 2 }, 'the next, when that clock is right again')
    const { account } = await fundedAccount(store)
    const nowhere = await store.webhooks.redeliver(account.id, { sequence: 1, nowMs, limits })
    equal(nowhere, { endpoints: 0 }, 'one of an account without endpoints')
  },
}
