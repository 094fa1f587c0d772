import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The requests of one connection: the newest, and all without an answer yet. */
type Connection = { newest: ServerResponse; readonly unanswered: Set<ServerResponse> }

/** Tracks which requests of each connection have no answer yet. */
export type UnansweredRequests = {
  /**
   * Waits until an answer written directly to the socket cannot be taken for the answer to an earlier request. False
   * when the request with the bad bytes has its answer already.
   */
  turn(socket: Duplex): Promise<boolean>
  /** The request of which not all has arrived, if its headers have. */
  unfinished(socket: Duplex): IncomingMessage | undefined
}

/** Tracks a server's requests. */
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
    unfinished(socket) {
      const newest = connections.get(socket)?.newest.req
      return newest?.complete ? undefined : newest
    },
  }
}
