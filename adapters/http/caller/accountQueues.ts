import { setImmediate, setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Context } from '../answers/context.ts'

/**
 * Runs the work of a request when the turn of its caller's account comes, unless the client has left by then. Work that
 * waits for the disk in between does the rest in another turn.
 */
export type AccountQueues = <T>(request: Queued, work: (another: Turn) => Promise<T>) => Promise<T | Aborted>

/** Begins a piece of work in a turn. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>

/** A request whose caller is known. */
type Queued = {
  readonly state: Pick<Context['state'], 'accountId'>
  readonly req: { readonly socket: { readonly destroyed: boolean } }
}

/** The answer for work that was skipped because its client had left. */
export type Aborted = { readonly refused: 'request_aborted' }

/** How many pieces of work of one account run at a time. */
const atOnce = 2

/** How many accounts have a queue; an account whose queue was evicted gets a new one. */
const mostQueues = 10_000

/**
 * Queues the look-ups and the long bodies of each account, so that an account that sends many does not delay the
 * others: not their look-ups, since accounts take turns, and not their payments, since these have half of the time.
 */
export function accountQueues(): AccountQueues {
  const queues = new LRUCache<string, LimitFunction>({ max: mostQueues, memoMethod: () => pLimit(atOnce) })
  const begin = paced()
  return ({ state: { accountId = '' }, req }, work) =>
    queues.memo(accountId)(() =>
      begin(async () => (req.socket.destroyed ? { refused: 'request_aborted' } : await work(begin))),
    )
}

/** The shortest pause of a timer, and the longest pause after such work. */
const [shortestMs, longestMs] = [1, 50]

/**
 * Begins one piece of work in a turn of the event loop. Everything else then gets as much time as the work took in that
 * turn, which for a read of SQLite is the whole read.
 */
function paced(): Turn {
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
