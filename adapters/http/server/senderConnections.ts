import type { Socket } from 'node:net'

/** The sender of a request: a client network and a key. */
export type Sender = {
  readonly network: string
  readonly key: string
  /** Whether a proxy forwarded it, over a connection that carries requests of others, too. */
  isPassedOn(): boolean
}

/** The connections of busy senders. They are not read while too many of their requests wait. */
type SenderConnections = {
  /** Notes that a request of a sender waits, and that its connection is the sender's own. */
  wait(sender: Sender, socket: Socket): void
  /** Resumes some connections whose senders have fewer requests waiting. Returns whether more are paused. */
  readOn(): boolean
}

/** How many requests of one sender wait before its connections are paused: a millisecond's work. */
const mostWaiting = 64

/** One sender's connections, and the paused ones among them. */
type Group = { readonly sender: Sender; readonly connections: Set<Socket>; readonly paused: Set<Socket> }

/**
 * Reads a sender's connections in turn. In one turn of the event loop Node reads every connection with data: 10 to 15
 * ms for a thousand requests, all of which are then kept. `waitingOf` counts a sender's waiting requests.
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
