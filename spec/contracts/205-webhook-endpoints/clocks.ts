import { equal } from '../kit/expectations.ts'
import type { WebhookStore } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'
import { claimOf, dueAt, endpointWithWork, idsClaimed, leaseMs, longestPauseMs, nowMs, settled } from './acts.ts'

const hourMs = 3_600_000

/** Rules 205.16 to 205.18: effects of a wrong clock. */
export const clocks: Facts<WebhookStore> = {
  async '205.16 a claim made by a clock that was ahead is free once a right clock asks'(store) {
    const { endpoint } = await endpointWithWork(store)
    await idsClaimed(store, 'ahead', nowMs + hourMs)
    equal(await idsClaimed(store, 'right'), [endpoint.id], 'the claim of a right clock')
    equal(await store.webhooks.isClaimed(endpoint.id, 'ahead'), false, 'whether the claim of the clock ahead stands')
    equal(await idsClaimed(store, 'ahead', nowMs + leaseMs - 1), [], 'the claims of others until the lease is over')
  },

  async '205.17 no event waits for longer than the longest pause, even when a clock was wrong'(store) {
    const { endpoint } = await endpointWithWork(store)
    const settle = async (atMs: number, pauseMs: number) => {
      await idsClaimed(store, 'one', atMs)
      const waiting = [{ sequence: 2, attempts: 1, pauseMs }]
      const done = settled({ progress: { upTo: 2, failingMs: null }, waiting })
      await store.webhooks.settle(endpoint.id, { ...claimOf('one', atMs), leaseMs: 0 }, done)
    }
    const seen = async () => [
      (await store.webhooks.due(endpoint.id, dueAt(nowMs))).map(({ sequence }) => sequence),
      await idsClaimed(store, 'other'),
    ]
    await settle(nowMs, longestPauseMs)
    equal(await seen(), [[], []], 'the due events, and the claims, during the longest pause')
    await settle(nowMs + longestPauseMs, 1)
    equal(await seen(), [[2], [endpoint.id]], 'the same after a pause that a clock ahead has begun')
  },

  async '205.18 the time that an endpoint has failed is the written one, however long it was not claimed'(store) {
    const { endpoint } = await endpointWithWork(store)
    const claimed = async (by: string, atMs: number) => {
      const [{ progress, idleMs } = { progress: undefined, idleMs: undefined }] = await store.webhooks.claim({
        ...claimOf(by, atMs),
        limit: 9,
      })
      return [progress?.failingMs, idleMs]
    }
    equal(await claimed('one', nowMs), [null, 0], 'the times that a new one has failed and was not claimed')
    const failing = settled({ progress: { upTo: 1, failingMs: 7 } })
    await store.webhooks.settle(endpoint.id, { ...claimOf('one', nowMs + 9), leaseMs: 0 }, failing)
    equal(await claimed('two', nowMs + hourMs), [7, hourMs - 9], 'the same after an hour')
    const diedMs = nowMs + hourMs + leaseMs
    equal(await claimed('three', diedMs + 5), [7, 5], 'the same after a claim without a settlement')
    equal(await claimed('four', nowMs), [7, 0], 'the same by a clock that is behind')
    await store.webhooks.change(endpoint.id, (same) => same)
    equal(await claimed('five', diedMs), [null, 0], 'the same after a change by its owner')
  },
}
