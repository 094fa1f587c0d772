import { setTimeout } from 'node:timers/promises'
import { openTally, type Tallied, type Tally } from '../figures/tally.ts'
import { type Connection, openConnection } from './connection.ts'

/** Requests that are sent when they are due, whether or not earlier ones were answered. */
export type OpenLoop = {
  inFlight(): number
  /** Measures the requests due within the next `ms`, each from its due time. Resolves when all of them are answered. */
  measure(ms: number): Promise<Tallied>
  /** Stops sending. Resolves with the counts of all requests. */
  end(): Promise<Tallied>
}

/** The options of a stream of requests. */
export type Stream = {
  readonly url: string
  readonly write: () => string
  readonly perSecond: number
  /** The most requests in flight. Further ones are not sent, and count as unanswered. */
  readonly atMost: number
}

/** Begins to send, as evenly as timers allow. Each request takes a free connection or a new one. */
export function openLoop({ url, write, perSecond, atMost }: Stream): OpenLoop {
  const free: Connection[] = []
  const unanswered = new Set<Promise<void>>()
  const all = openTally()
  const begunMs = performance.now()
  let sent = 0
  let measuring: { count: Tally['count']; answers: Promise<void>[] } | undefined

  async function exchange(dueMs: number, count = measuring?.count) {
    if (unanswered.size >= atMost) return giveUp(count)
    const connection = openOne(free) ?? (await openConnection(url))
    const status = await new Promise<number>((resolve) => connection.send(write(), resolve))
    const tookMs = performance.now() - dueMs
    all.count(status, tookMs)
    count?.(status, tookMs)
    if (connection.isOpen) free.push(connection)
  }

  function giveUp(count: Tally['count'] | undefined) {
    all.count(0, 0)
    count?.(0, 0)
  }

  function sendWhatIsDue() {
    const due = Math.floor(((performance.now() - begunMs) / 1000) * perSecond)
    for (; sent < due; sent++) {
      const answer = exchange(begunMs + ((sent + 1) * 1000) / perSecond)
      measuring?.answers.push(answer)
      unanswered.add(answer)
      void answer.finally(() => unanswered.delete(answer))
    }
  }

  const timer = setInterval(sendWhatIsDue, 1)
  return {
    inFlight: () => unanswered.size,
    async measure(ms) {
      const tally = openTally()
      const answers: Promise<void>[] = []
      measuring = { count: tally.count, answers }
      await setTimeout(ms)
      measuring = undefined
      await Promise.all(answers)
      return tally.sum()
    },
    async end() {
      clearInterval(timer)
      await Promise.all(unanswered)
      for (const connection of free) connection.close()
      return all.sum()
    },
  }
}

/**
 * Takes the most recently used connection, except the ones that the server has closed meanwhile, since nothing was
 * sent.
 */
function openOne(free: Connection[]): Connection | undefined {
  for (;;) {
    const connection = free.pop()
    if (!connection || connection.isOpen) return connection
  }
}
