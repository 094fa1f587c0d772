import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Context } from '../asked.ts'

/** Takes a large form, once there is room for it among those of its owner; undefined where too many wait already. */
type TakeLargeForm = <T>(ctx: Context, owner: string | undefined, take: () => Promise<T>) => Promise<T> | undefined

/** How many large forms of an account are in memory at a time, and how many wait unread. */
const [atOnce, mostWaiting] = [2, 10]

/** How many accounts have a queue; an account whose queue was evicted gets a new one. */
const mostQueues = 1_000

/** Queues large forms: each is read when it is its turn, and makes room for the next once its answer has been sent. */
export function largeForms(): TakeLargeForm {
  const queues = new LRUCache<string, LimitFunction>({ max: mostQueues, memoMethod: () => pLimit(atOnce) })
  return (ctx, owner, take) => {
    const queue = queues.memo(owner ?? ctx.state.client ?? '')
    if (queue.pendingCount >= mostWaiting) return undefined
    const closed = new Promise((resolve) => ctx.res.once('close', resolve))
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
