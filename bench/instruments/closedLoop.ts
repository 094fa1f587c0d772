import { openTally, type Tallied } from '../figures/tally.ts'
import { type Connection, openConnection } from './connection.ts'

/** Connections to one server. */
export type Pool = {
  /** Resolves with `count` open connections, earlier ones first. */
  take(count: number): Promise<readonly Connection[]>
  close(): void
}

/** The result of a closed loop. */
export type ClosedLoop = Tallied & {
  /** The number of answered requests. */
  readonly answered: number
  /** The number of requests answered within the time. */
  readonly answeredInTime: number
}

/** Keeps connections to a server between runs. */
export function openPool(url: string): Pool {
  let connections: Connection[] = []
  return {
    async take(count) {
      connections = connections.filter(({ isOpen }) => isOpen)
      const missing = Math.max(0, count - connections.length)
      connections.push(...(await Promise.all(Array.from({ length: missing }, () => openConnection(url)))))
      return connections.slice(0, count)
    },
    close: () => connections.forEach((connection) => void connection.close()),
  }
}

/**
 * Sends the next request on each connection as soon as the last is answered, for `ms`; then awaits the last answers.
 */
export function closedLoop(connections: readonly Connection[], write: () => string, ms: number): Promise<ClosedLoop> {
  const tally = openTally()
  const untilMs = performance.now() + ms
  let answered = 0
  let answeredInTime = 0
  let open = connections.length
  return new Promise((resolve) => {
    function send(connection: Connection) {
      const sentMs = performance.now()
      connection.send(write(), (status) => {
        const nowMs = performance.now()
        tally.count(status, nowMs - sentMs)
        answered += 1
        if (nowMs < untilMs) answeredInTime += 1
        if (nowMs < untilMs && status !== 0) return send(connection)
        open -= 1
        if (open === 0) resolve({ ...tally.sum(), answered, answeredInTime })
      })
    }
    for (const connection of connections) send(connection)
  })
}
