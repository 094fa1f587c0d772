import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, Server as Listener } from 'node:net'
import { type OpenConnections, openConnections } from './openConnections.ts'

/** How many connections may wait to be accepted: Node accepts one per turn of its event loop, and a full queue drops them. */
const backlog = 4_096

/** How long a stop waits for payments in flight: longer than the longest of them takes. */
const drainMs = 30_000

/** How long a stop waits for the first request of a connection. */
const firstRequestMs = 1_000

/** A server that listens. */
export type Listening = {
  readonly url: string
  /**
   * Accepts no more connections, and ends each one between two requests. Resolves when the requests under way are
   * answered and the payments in flight have ended.
   */
  drain(paymentsEnded: Promise<void>): Promise<void>
}

/** Listens; rejects with Node's error if it can't. */
export async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<Listening> {
  const connections = openConnections(server)
  server.listen({ host, port, backlog })
  await once(server, 'listening')
  const { address, family, port: listening } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${listening}`,
    drain: (paymentsEnded) => drain(server, connections, paymentsEnded),
  }
}

/** The last moments of a server that still serves: its balancer can notice that it leaves. */
export type Leaving = {
  readonly hasBegun: () => boolean
  /** Begins it; resolves after this time. */
  readonly begin: (lastsMs: number) => Promise<void>
}

/** Makes the record of whether a server leaves. */
export function leaving(): Leaving {
  let hasBegun = false
  return {
    hasBegun: () => hasBegun,
    async begin(lastsMs) {
      hasBegun = true
      if (lastsMs > 0) await new Promise((resolve) => setTimeout(resolve, lastsMs))
    },
  }
}

/** Stops a server. */
async function drain(server: Server, connections: OpenConnections, paymentsEnded: Promise<void>): Promise<void> {
  const closed = once(server, 'close')
  await allAccepted(server)
  // The HTTP server's own `close` would end connections whose answers are complete, but not sent yet.
  Listener.prototype.close.call(server)
  // Requests that have arrived are read.
  await nextTurn()
  connections.endIdle(firstRequestMs)
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, drainMs)
  })
  await Promise.race([Promise.all([closed, paymentsEnded]), patience])
  clearTimeout(timer)
  server.close()
  server.closeAllConnections()
}

/** Resolves when no connection waits to be accepted: closing the server would reset it. */
async function allAccepted(server: Server): Promise<void> {
  let turnsWithout = 0
  const begin = () => {
    turnsWithout = 0
  }
  server.on('connection', begin)
  for (let turn = 0; turn < backlog && turnsWithout < 2; turn += 1) {
    turnsWithout += 1
    await nextTurn()
  }
  server.off('connection', begin)
}

const nextTurn = () => new Promise(setImmediate)
