import type { Agent } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestFunction } from 'got'
import { nativeRequest } from './request.ts'

/** Withholds a connection from the next request after its answer. Returns a function that releases it. */
export function hold(socket: Socket): () => void {
  const held: Held = { giveBack: undefined }
  holds.set(socket, held)
  return () => {
    holds.delete(socket)
    held.giveBack?.()
  }
}

/** Returns a connection to its agent only when it is not held. */
export function respectHolds(agent: Agent): void {
  const takeBack = agent.listeners('free')
  agent.removeAllListeners('free')
  agent.on('free', (socket, ...rest) => {
    const giveBack = () => {
      for (const take of takeBack) Reflect.apply(take, agent, [socket, ...rest])
    }
    const held = holds.get(socket)
    if (held) held.giveBack = giveBack
    else giveBack()
  })
}

/** Makes a request function for got that uses a held connection, for the last request on it. */
export function lastRequestOn(socket: Socket): RequestFunction {
  return (url, { method, headers }, callback) => {
    // Node 24 raises the error of a request that is destroyed before it has its connection twice, and the second time
    // ends the process.
    if (!socket.writable) throw new Error('the connection was closed')
    return nativeRequest(url, { method, headers, createConnection: () => socket }, callback)
  }
}

type Held = { giveBack: (() => void) | undefined }

const holds = new WeakMap<Socket, Held>()
