import type { Agent } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestFunction } from 'got'
import { nativeRequest } from './request.ts'

/** Keeps a connection from the next request when its answer has come; returns what lets go of it. */
export function hold(socket: Socket): () => void {
  const held: Held = { giveBack: undefined }
  holds.set(socket, held)
  return () => {
    holds.delete(socket)
    held.giveBack?.()
  }
}

/** Lets an agent have a connection back only when nobody holds it. */
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

/** Makes a request function for got that asks on a connection that is held, as the last that is asked there. */
export function lastRequestOn(socket: Socket): RequestFunction {
  return (url, { method, headers }, callback) => {
    const request = nativeRequest(url, { method, headers, createConnection: () => socket }, callback)
    if (!socket.writable) request.destroy(new Error('the connection was closed'))
    return request
  }
}

type Held = { giveBack: (() => void) | undefined }

const holds = new WeakMap<Socket, Held>()
