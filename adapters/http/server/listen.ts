import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How many connections may wait to be accepted: Node accepts one per turn of its event loop, and a full queue drops them. */
const backlog = 4_096

/** How long a stop waits for payments in flight: longer than the longest of them takes. */
const drainMs = 30_000

/** Listens, and resolves with the server's URL; rejects with Node's error if it can't. */
export async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<string> {
  server.listen({ host, port, backlog })
  await once(server, 'listening')
  const { address, family, port: listening } = server.address() as AddressInfo
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${listening}`
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

/**
 * Stops accepting requests. Resolves when the requests under way are answered and the payments in flight have ended.
 */
export async function drain(server: Server, paymentsEnded: Promise<void>): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, drainMs)
  })
  await Promise.race([Promise.all([closed, paymentsEnded]), patience])
  clearTimeout(timer)
  server.closeAllConnections()
}
