import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Context } from '../answers/context.ts'
import type { HttpRefusal } from '../answers/errors/refusals.ts'

/**
 * Takes a request with a large body, once there is room for it among those of its owner; refused if too many wait
 * already.
 */
export type LargeBodies = <T>(
  request: { readonly res: Pick<Context['res'], 'once'> },
  owner: string,
  take: () => Promise<T>,
) => Promise<T | TooManyLarge>

/** Why a large body is not taken. */
export type TooManyLarge = Extract<HttpRefusal, { readonly refused: 'rate_limited' }>

/** How many large bodies of an account are in memory at a time, and how many wait unread. */
const [atOnce, mostWaiting] = [2, 10]

/** In how many seconds there is most likely room for another one. */
const retryAfterSeconds = 10

/** How many accounts have a queue; an account whose queue was evicted gets a new one. */
const mostQueues = 1_000

/** Queues large bodies: each is read in its turn, and makes room for the next once its answer has been sent. */
export function largeBodies(): LargeBodies {
  const queues = new LRUCache<string, LimitFunction>({ max: mostQueues, memoMethod: () => pLimit(atOnce) })
  return async ({ res }, owner, take) => {
    const queue = queues.memo(owner)
    if (queue.pendingCount >= mostWaiting) return { refused: 'rate_limited', retryAfterSeconds }
    const closed = new Promise((resolve) => res.once('close', resolve))
    return new Promise((resolve) => {
      void queue(async () => {
        const taken = take()
        resolve(taken)
        await Promise.allSettled([taken])
        await closed
      })
    })
  }
}
