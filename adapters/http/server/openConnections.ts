import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The open connections of a server. */
export type OpenConnections = {
  /**
   * Ends each connection that waits for its next request, and from now on each one as soon as it does. One that has not
   * sent its first request yet has `firstRequestMs` for it.
   */
  endIdle(firstRequestMs: number): void
}

/** The unanswered requests of a connection, and how many of its bytes had arrived at the last answer. */
type Use = { unanswered: number; answeredBytes: number }

/**
 * Follows the connections of a server. Node's `closeIdleConnections` takes a connection for idle whose answer is
 * complete, but not sent yet, and takes one without any request for busy.
 */
export function openConnections(server: Server): OpenConnections {
  const uses = new Map<Socket, Use>()
  let isEnding = false

  function endIfIdle(socket: Socket, { unanswered, answeredBytes }: Use) {
    if (unanswered === 0 && socket.bytesRead === answeredBytes) socket.destroy()
  }
  server.on('connection', (socket: Socket) => {
    // The server announces a connection again whose request it reads again.
    if (uses.has(socket)) return
    uses.set(socket, { unanswered: 0, answeredBytes: 0 })
    socket.once('close', () => uses.delete(socket))
  })
  server.on('request', ({ socket }, res) => {
    const use = uses.get(socket)
    if (!use) return
    use.unanswered += 1
    res.once('close', () => {
      use.unanswered -= 1
      use.answeredBytes = socket.bytesRead
      if (isEnding) endIfIdle(socket, use)
    })
  })
  return {
    endIdle(firstRequestMs) {
      isEnding = true
      for (const [socket, use] of uses) if (socket.bytesRead > 0) endIfIdle(socket, use)
      setTimeout(() => {
        for (const [socket, use] of uses) endIfIdle(socket, use)
      }, firstRequestMs).unref()
    },
  }
}
