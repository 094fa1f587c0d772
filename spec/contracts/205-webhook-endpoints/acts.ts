import { uuids } from '../../../adapters/node/node.ts'
import type {
  DeliveryAttempt,
  DueQuery,
  EndpointClaim,
  MadeAttempt,
  Settlement,
  WebhookEndpoint,
} from '../../../core/sente.ts'
import { fund, fundedAccount } from '../kit/bookActs.ts'
import { aFunding } from '../kit/records.ts'
import type { WebhookStore } from '../kit/store.ts'

/** A moment of these examples, and the duration of their claims, in milliseconds. */
export const [nowMs, leaseMs] = [Date.UTC(2026, 0, 2, 8), 60_000]

/** The longest wait of an event in these examples, in milliseconds. */
export const longestPauseMs = 2 * leaseMs

/** A claim of a node. */
export const claimOf = (by: string, atMs = nowMs): EndpointClaim & Pick<DueQuery, 'longestPauseMs'> => ({
  ...{ by, nowMs: atMs, leaseMs, longestPauseMs },
})

/** The due events at a moment. */
export const dueAt = (atMs: number, limit = 9): DueQuery => ({ nowMs: atMs, longestPauseMs, limit })

/** An endpoint of an account, for all events. */
export function anEndpoint(accountId: string, given: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return {
    id: uuids.ordered(),
    accountId,
    url: 'https://shop.example/hooks',
    types: ['*'],
    createdByKey: null,
    changedByKeys: [],
    disabledBecause: null,
    generation: 1,
    rotatedAtMs: null,
    createdAtMs: nowMs,
    ...given,
  }
}

/** An account with an endpoint that has an event to deliver. */
export async function endpointWithWork(store: WebhookStore, given: Partial<WebhookEndpoint> = {}) {
  const { account } = await fundedAccount(store)
  const endpoint = anEndpoint(account.id, given)
  await store.webhooks.add(endpoint, 5)
  await fund(store, aFunding(account.id))
  return { account, endpoint }
}

/** The ids of the endpoints in a claim. */
export async function idsClaimed(store: WebhookStore, by: string, atMs = nowMs, accountId?: string): Promise<string[]> {
  const claim = { ...claimOf(by, atMs), limit: 100 }
  const claimed = await store.webhooks.claim(accountId === undefined ? claim : { ...claim, accountId })
  return claimed.map(({ endpoint }) => endpoint.id)
}

/** A settlement that changes only the given fields. */
export function settled(given: Partial<Settlement> = {}): Settlement {
  return {
    progress: { upTo: 1, failingMs: null },
    waiting: [],
    ended: [],
    attempts: [],
    ...given,
  }
}

/** An attempt that was answered 500. */
export function anAttempt(sequence: number, given: Partial<MadeAttempt> = {}): MadeAttempt {
  return {
    ...{ sequence, attempt: 1, status: 500, problem: 'it answered 500', tookMs: 12, answer: 'no “way”' },
    ...given,
  }
}

/** An attempt that ended at a moment, as it reads back. */
export function madeAt(attempt: MadeAttempt, endedMs = nowMs): DeliveryAttempt {
  return { ...attempt, atMs: endedMs - attempt.tookMs }
}
