import type { Socket } from 'node:net'

/** The sender of a request: a client network, and the key that it came with. */
export type Sender = {
  readonly network: string
  readonly key: string
  /** Whether a proxy has passed it on, over a connection that others' requests come over, too. */
  isPassedOn(): boolean
}

/** The connections of those who send much at once, which are not read while too many of their requests wait. */
type SenderConnections = {
  /** A request of a sender waits, that came over this connection, which is the sender's own. */
  wait(sender: Sender, socket: Socket): void
  /** Reads on from some connections, whose senders have fewer waiting; whether there are more. */
  readOn(): boolean
}

/** How many requests of one sender wait before its connections are not read: a millisecond's work. */
const mostWaiting = 64

/** One sender's connections, and those of them that are not read. */
type Group = { readonly sender: Sender; readonly connections: Set<Socket>; readonly paused: Set<Socket> }

/**
 * Reads a sender's connections in turn. Node reads all that have something to read in one turn of the event loop: 10 to
 * 15 ms for a thousand requests, all of which are kept then. `waitingOf` counts a sender's requests that wait.
 */
export function senderConnections(waitingOf: (sender: Sender) => number): SenderConnections {
  const bySender = new Map<string, Group>()
  const bySocket = new WeakMap<Socket, Group>()
  const withPaused = new Set<Group>()

  function groupWith(sender: Sender, socket: Socket): Group {
    const name = nameOf(sender)
    const group = bySender.get(name) ?? { sender, connections: new Set(), paused: new Set() }
    const known = bySocket.get(socket)
    if (known === group) return group
    if (known) leave(socket)
    else socket.once('close', () => leave(socket))
    group.connections.add(socket)
    bySender.set(name, group)
    bySocket.set(socket, group)
    return group
  }

  function leave(socket: Socket) {
    const group = bySocket.get(socket)
    group?.connections.delete(socket)
    if (group?.paused.delete(socket)) socket.resume()
    if (group?.connections.size === 0) bySender.delete(nameOf(group.sender))
  }

  function pause(group: Group, newest: Socket) {
    for (const socket of withPaused.has(group) ? [newest] : group.connections) {
      if (socket.isPaused()) continue
      socket.pause()
      group.paused.add(socket)
    }
    withPaused.add(group)
  }

  return {
    wait(sender, socket) {
      const group = groupWith(sender, socket)
      if (waitingOf(sender) >= mostWaiting) pause(group, socket)
    },
    readOn() {
      for (const group of withPaused) {
        for (const socket of first(group.paused, mostWaiting - waitingOf(group.sender))) {
          group.paused.delete(socket)
          socket.resume()
        }
        if (group.paused.size === 0) withPaused.delete(group)
      }
      return withPaused.size > 0
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
