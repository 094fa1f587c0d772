import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'

/** Runs work for an account when its turn comes. */
export type LookUpQueues = <T>(accountId: string, work: () => Promise<T>) => Promise<T>

/** How many look-ups of one account run at a time. */
const atOnce = 2

/** How many accounts have a queue; an account whose queue was evicted gets a new one. */
const mostQueues = 10_000

/** Queues the look-ups of each account, so that an account that sends many does not hold up the others. */
export function lookUpQueues(): LookUpQueues {
  const queues = new LRUCache<string, LimitFunction>({ max: mostQueues, memoMethod: () => pLimit(atOnce) })
  return (accountId, work) => queues.memo(accountId)(work)
}
