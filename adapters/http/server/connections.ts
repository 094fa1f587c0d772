import type { Socket } from 'node:net'

/** Whoever has sent a request: a client network, and the key that it came with. */
export type Sender = {
  readonly network: string
  readonly key: string
  /** Whether a proxy has passed it on, over a connection that others' requests come over, too. */
  isPassedOn(): boolean
}

/** The connections of those who send much at once, which are not read while too many of their requests wait. */
type Connections = {
  /** A request of a sender waits, that came over this connection, which is the sender's own. */
  wait(sender: Sender, socket: Socket): void
  /** Reads on from some connections, whose senders have fewer waiting; whether there are more. */
  readOn(): boolean
}

/** How many requests of one sender wait before its connections are not read: a millisecond's work. */
const mostWaiting = 64

/** One sender's connections, and those of them that are not read. */
type Line = { readonly sender: Sender; readonly connections: Set<Socket>; readonly unread: Set<Socket> }

/**
 * Reads a sender's connections in turn. Node reads all that have something to read in one turn of the event loop: 10 to
 * 15 ms for a thousand requests, all of which are kept then. `waitingOf` counts a sender's requests that wait.
 */
export function connections(waitingOf: (sender: Sender) => number): Connections {
  const lines = new Map<string, Line>()
  const lineOf = new WeakMap<Socket, Line>()
  const held = new Set<Line>()

  function lineWith(sender: Sender, socket: Socket): Line {
    const name = nameOf(sender)
    const line = lines.get(name) ?? { sender, connections: new Set(), unread: new Set() }
    const known = lineOf.get(socket)
    if (known === line) return line
    if (known) leave(socket)
    else socket.once('close', () => leave(socket))
    line.connections.add(socket)
    lines.set(name, line)
    lineOf.set(socket, line)
    return line
  }

  function leave(socket: Socket) {
    const line = lineOf.get(socket)
    line?.connections.delete(socket)
    if (line?.unread.delete(socket)) socket.resume()
    if (line?.connections.size === 0) lines.delete(nameOf(line.sender))
  }

  function hold(line: Line, newest: Socket) {
    for (const socket of held.has(line) ? [newest] : line.connections) {
      if (socket.isPaused()) continue
      socket.pause()
      line.unread.add(socket)
    }
    held.add(line)
  }

  return {
    wait(sender, socket) {
      const line = lineWith(sender, socket)
      if (waitingOf(sender) >= mostWaiting) hold(line, socket)
    },
    readOn() {
      for (const line of held) {
        for (const socket of first(line.unread, mostWaiting - waitingOf(line.sender))) {
          line.unread.delete(socket)
          socket.resume()
        }
        if (line.unread.size === 0) held.delete(line)
      }
      return held.size > 0
    },
  }
}

function nameOf({ network, key }: Sender): string {
  return `${network} ${key}`
}

function first<T>(all: Iterable<T>, most: number): T[] {
  const taken: T[] = []
  for (const one of all) {
    if (taken.length >= most) break
    taken.push(one)
  }
  return taken
}
