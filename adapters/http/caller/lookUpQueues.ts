import { setImmediate, setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'

/** Runs work for an account when its turn comes. */
export type LookUpQueues = <T>(accountId: string, work: () => Promise<T>) => Promise<T>

/** How many look-ups of one account run at a time. */
const atOnce = 2

/** How many accounts have a queue; an account whose queue was evicted gets a new one. */
const mostQueues = 10_000

/**
 * Queues the look-ups of each account, so that an account that sends many does not hold up the others: neither their
 * look-ups, since accounts take turns, nor their payments, since these have half of the time.
 */
export function lookUpQueues(): LookUpQueues {
  const queues = new LRUCache<string, LimitFunction>({ max: mostQueues, memoMethod: () => pLimit(atOnce) })
  const begin = paced()
  return (accountId, work) => queues.memo(accountId)(() => begin(work))
}

/** The shortest pause that a timer can make, and the longest one that makes up for a look-up. */
const [shortestMs, longestMs] = [1, 50]

/**
 * Begins one piece of work in a turn of the event loop. What it did in that turn, such as all of a read of SQLite, is
 * followed by as much time for everything else.
 */
function paced(): <T>(work: () => Promise<T>) => Promise<T> {
  const oneByOne = pLimit(1)
  let owedMs = 0

  async function pause(begunMs: number) {
    await setImmediate()
    owedMs += performance.now() - begunMs
    if (owedMs < shortestMs) return
    await setTimeout(Math.min(owedMs, longestMs))
    owedMs = 0
  }

  return (work) =>
    new Promise((resolve) => {
      void oneByOne(() => {
        const begunMs = performance.now()
        resolve(work())
        return pause(begunMs)
      })
    })
}
