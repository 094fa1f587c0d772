import { memoryStore } from '../../../adapters/memory/memory.ts'
import type { ClaimedEndpoint, WaitingDelivery } from '../../../core/sente.ts'
import { test } from '../../rule.ts'
import { eachIsNoticed, type Fault, type Faults, shared, spoilingIn } from '../brokenPromises.ts'
import type { WebhookStore } from '../kit/store.ts'
import { webhooks } from './webhooks.ts'

const spoiling = spoilingIn<WebhookStore, 'webhooks'>('webhooks')

/** Stores of endpoints with one fault each, by the rule that they break. */
const faults: Faults<WebhookStore> = {
  '205.1': spoiling('the newest endpoints are listed first', (good) => ({
    ofAccount: async (accountId) => (await good.ofAccount(accountId)).toReversed(),
  })),
  '205.2': spoiling('endpoints added at once do not see one another', (good) => ({
    async add(endpoint, most) {
      const { length } = await good.ofAccount(endpoint.accountId)
      return length < most && good.add(endpoint, Number.POSITIVE_INFINITY)
    },
  })),
  '205.3': spoiling('a change forgets when the secret was rotated', (good) => ({
    change: (id, change) => good.change(id, (before) => ({ ...change(before), rotatedAtMs: before.rotatedAtMs })),
  })),
  '205.4': spoiling('events for a removed endpoint wait again when it is added again', (good) => {
    const left = new Map<string, readonly WaitingDelivery[]>()
    const again = new Map<string, readonly WaitingDelivery[]>()
    return {
      add(endpoint, most) {
        again.set(endpoint.id, left.get(endpoint.id) ?? [])
        return good.add(endpoint, most)
      },
      async remove(id) {
        const waiting = await good.due(id, { nowMs: Number.POSITIVE_INFINITY, longestPauseMs: 0, limit: 9 })
        if (waiting.length > 0) left.set(id, waiting)
        return good.remove(id)
      },
      due: async (id, query) => [...(again.get(id) ?? []), ...(await good.due(id, query))],
    }
  }),
  '205.5': spoilingClaims('the first to claim an endpoint begins an event too early', () => {
    const seen = new Set<string>()
    return ({ endpoint: { id }, progress }) => {
      const isFirst = !seen.has(id)
      seen.add(id)
      return { progress: isFirst ? { ...progress, upTo: progress.upTo - 1 } : progress }
    }
  }),
  '205.6': spoiling('claims at once get the same', (good) => ({ claim: shared(good.claim) })),
  '205.7': spoiling('a claim for one account gets the endpoints of all', (good) => ({
    claim: ({ accountId: _, ...query }) => good.claim(query),
  })),
  '205.8': spoiling('the waiting events of an endpoint are forgotten when it is enabled', (good) => {
    const enabled = new Set<string>()
    return {
      change: (id, change) =>
        good.change(id, (before) => {
          const after = change(before)
          if (before.disabledBecause !== null && after.disabledBecause === null) enabled.add(id)
          return after
        }),
      due: async (id, query) => (enabled.has(id) ? [] : good.due(id, query)),
    }
  }),
  '205.9': spoiling('a settlement does not extend the claim', (good) => {
    const untilMs = new Map<string, number>()
    return {
      async claim(query) {
        const claimed = await good.claim(query)
        for (const { endpoint } of claimed) untilMs.set(endpoint.id, query.nowMs + query.leaseMs)
        return claimed
      },
      settle(id, claim, settlement) {
        const leftMs = (untilMs.get(id) ?? claim.nowMs) - claim.nowMs
        return good.settle(id, { ...claim, leaseMs: Math.min(claim.leaseMs, leftMs) }, settlement)
      },
    }
  }),
  '205.10': spoiling('a settlement by a node that has lost the claim to another reports success', (good) => {
    const holders = new Map<string, string>()
    return {
      async claim(query) {
        const claimed = await good.claim(query)
        for (const { endpoint } of claimed) holders.set(endpoint.id, query.by)
        return claimed
      },
      async settle(id, claim, settlement) {
        const isAnothers = (holders.get(id) ?? claim.by) !== claim.by
        return (await good.settle(id, claim, settlement)) || isAnothers
      },
    }
  }),
  '205.11': spoiling('an ended event still waits', (good) => ({
    settle: (id, claim, settlement) => good.settle(id, claim, { ...settlement, ended: [] }),
  })),
  '205.12': spoiling('a claim on a removed endpoint stands', (good) => {
    const removed = new Set<string>()
    return {
      remove(id) {
        removed.add(id)
        return good.remove(id)
      },
      isClaimed: async (id, by) => removed.has(id) || good.isClaimed(id, by),
    }
  }),
  '205.13': spoiling('an event is due again a millisecond late', (good) => ({
    redeliver: (accountId, delivery) => good.redeliver(accountId, { ...delivery, nowMs: delivery.nowMs + 1 }),
  })),
  '205.14': spoiling('no attempt is forgotten', () => ({ forgetAttempts: async () => {} })),
  '205.15': spoiling('a settlement by a node with the claim always reports success', (good) => ({
    settle: async (id, claim, settlement) => (await good.settle(id, claim, settlement)) || good.isClaimed(id, claim.by),
  })),
  '205.16': spoiling('the claim of a clock ahead stands beside the claim of a right one', (good) => {
    const latest = new Map<string, { readonly by: string; readonly nowMs: number }>()
    const ahead = new Set<string>()
    return {
      async claim(query) {
        const claimed = await good.claim(query)
        for (const { id } of claimed.map(({ endpoint }) => endpoint)) {
          const { by, nowMs } = latest.get(id) ?? query
          if (nowMs > query.nowMs) ahead.add(`${id} ${by}`)
          latest.set(id, query)
        }
        return claimed
      },
      isClaimed: async (id, by) => ahead.has(`${id} ${by}`) || good.isClaimed(id, by),
    }
  }),
  '205.17': spoiling('events delayed by a clock ahead wait until then', (good) => ({
    due: (id, query) => good.due(id, { ...query, longestPauseMs: Number.POSITIVE_INFINITY }),
  })),
  '205.18': spoilingClaims('an endpoint goes on failing while it is not claimed', () => ({ progress, idleMs }) => ({
    progress: { ...progress, failingMs: progress.failingMs === null ? null : progress.failingMs + idleMs },
  })),
  '205.19': spoiling('a claim stands on an endpoint that a key has only changed', (good) => {
    const changed = new Set<string>()
    return {
      async claim(query) {
        const claimed = await good.claim(query)
        for (const { endpoint } of claimed) if (endpoint.changedByKeys.length > 0) changed.add(endpoint.id)
        return claimed
      },
      isClaimed: async (id, by) => changed.has(id) || good.isClaimed(id, by),
    }
  }),
  '205.20': spoiling('no account is limited', (good) => ({
    redeliver(accountId, { limits, ...delivery }) {
      const ofEvent = limits && { ...limits, ofAccount: Number.POSITIVE_INFINITY }
      return good.redeliver(accountId, { ...delivery, limits: ofEvent })
    },
  })),
  '205.21': spoiling('redeliveries at once count as one', (good) => ({ redeliver: shared(good.redeliver) })),
  '205.22': spoiling('the endpoint that has failed for the shortest time comes first', (good) => ({
    failing: async (query) => (await good.failing({ ...query, limit: 9 })).toReversed().slice(0, query.limit),
  })),
  '205.23': spoiling('a rewound endpoint goes on to events that were not sent yet', (good) => ({
    async rewind(id, upTo) {
      const done = await good.rewind(id, upTo)
      return done && upTo > 3 ? { ...done, events: 0 } : done
    },
  })),
  '205.24': spoiling('only the beginning of a number is erased', (good) => ({
    eraseFromAnswers: (id, { phoneNumber, ...erasure }) =>
      good.eraseFromAnswers(id, { ...erasure, phoneNumber: phoneNumber.slice(0, 9) }),
  })),
}

/** Puts a fault into the endpoints of a claim. */
function spoilingClaims(
  fault: string,
  make: () => (claimed: ClaimedEndpoint) => Partial<ClaimedEndpoint>,
): Fault<WebhookStore> {
  return spoiling(fault, (good) => {
    const faulty = make()
    return { claim: async (query) => (await good.claim(query)).map((one) => ({ ...one, ...faulty(one) })) }
  })
}

describe('Webhook endpoints: broken promises', () => {
  test(
    'a store of endpoints that breaks one promise fails on it, and on no other',
    eachIsNoticed(webhooks, memoryStore, faults),
  )
})
