import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'

/** Does some work for an account when it is its turn. */
export type LookUpQueues = <T>(accountId: string, work: () => Promise<T>) => Promise<T>

/** So many look-ups of one account are at work at once. */
const atOnce = 2

/** So many accounts have a queue; one that is forgotten while it works begins another. */
const mostQueues = 10_000

/** Lets the look-ups of an account wait in line, so that one that asks for many leaves room for the others between its own. */
export function lookUpQueues(): LookUpQueues {
  const queues = new LRUCache<string, LimitFunction>({ max: mostQueues, memoMethod: () => pLimit(atOnce) })
  return (accountId, work) => queues.memo(accountId)(work)
}
