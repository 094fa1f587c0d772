import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The requests of one connection: the last that began, and all that are not answered yet. */
type Connection = { newest: ServerResponse; readonly unanswered: Set<ServerResponse> }

/** Knows which requests of each connection are still to be answered. */
export type UnansweredRequests = {
  /**
   * Waits until an answer written straight to the socket cannot be taken for that of an earlier request. False when
   * the request whose bytes were bad has its answer already.
   */
  turn(socket: Duplex): Promise<boolean>
}

/** Watches a server's requests. */
export function unansweredRequests(server: Server): UnansweredRequests {
  const connections = new WeakMap<Duplex, Connection>()
  server.on('request', ({ socket }, res) => {
    const connection = connections.get(socket) ?? { newest: res, unanswered: new Set() }
    connection.newest = res
    connection.unanswered.add(res)
    res.once('close', () => connection.unanswered.delete(res))
    connections.set(socket, connection)
  })
  return {
    async turn(socket) {
      const connection = connections.get(socket)
      if (!connection) return true
      const { newest, unanswered } = connection
      const isOfNewest = !newest.req.complete
      const earlier = [...unanswered].filter((res) => !isOfNewest || res !== newest)
      await Promise.all(earlier.map((res) => once(res, 'close')))
      return !(isOfNewest && newest.headersSent)
    },
  }
}
