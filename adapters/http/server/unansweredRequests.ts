import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The requests of one connection: the newest, all unanswered ones, and the function that begins the waiting ones. */
type Connection = { newest: ServerResponse; readonly unanswered: Set<ServerResponse>; readonly waiting: (() => void)[] }

/** Tracks which requests of each connection have no answer yet. */
type UnansweredRequests = {
  /**
   * Begins a request once the earlier ones on its connection are answered, unless the connection has ended by then.
   * False when too many wait already.
   */
  begin(req: IncomingMessage, handle: () => void): boolean
  /**
   * Waits until an answer written directly to the socket cannot be taken for the answer to an earlier request. False
   * when the request with the bad bytes is already answered.
   */
  turn(socket: Duplex): Promise<boolean>
  /** The request that has not arrived completely, if its headers have. */
  unfinished(socket: Duplex): IncomingMessage | undefined
}

/** How many requests may wait on one connection. */
const mostWaiting = 16

/** Tracks a server's requests. */
export function unansweredRequests(server: Server): UnansweredRequests {
  const connections = new WeakMap<Duplex, Connection>()
  server.on('request', ({ socket }, res) => {
    const connection = connections.get(socket) ?? { newest: res, unanswered: new Set(), waiting: [] }
    connection.newest = res
    connection.unanswered.add(res)
    res.once('close', () => {
      connection.unanswered.delete(res)
      if (socket.writable) connection.waiting.shift()?.()
    })
    connections.set(socket, connection)
  })
  return {
    begin({ socket }, handle) {
      const connection = connections.get(socket)
      if (!connection || connection.unanswered.size === 1) handle()
      else if (connection.waiting.length >= mostWaiting) return false
      else connection.waiting.push(handle)
      return true
    },
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
