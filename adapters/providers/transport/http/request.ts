import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { RequestFunction } from 'got'
import type { Guard } from './guard.ts'

/** Options of a connection for a guarded request. */
export type Guarded = { guard?: Guard | undefined }

/** Makes Node's request for got with only the necessary options: Node copies each of them three times. */
export function nativeRequest(
  url: URL,
  { agent, method, headers, lookup, guard, createConnection }: RequestOptions & Guarded,
  callback?: (response: IncomingMessage) => void,
): ClientRequest {
  const options = (
    createConnection ? { method, headers, createConnection } : { agent, method, headers, lookup, guard }
  ) as RequestOptions
  return url.protocol === 'https:' ? httpsRequest(url, options, callback) : httpRequest(url, options, callback)
}

/** Makes a request function for got that writes a request only if its guard allows it at the last moment. */
export function guardedRequest(guard: Guard): RequestFunction {
  return (url, { agent, method, headers, lookup }, callback) => {
    const request = nativeRequest(url, { agent, method, headers, lookup, guard }, callback)
    // Node emits this before it flushes the written bytes, head and body together.
    request.once('socket', (socket) => {
      if (request.writableEnded && socket.writable && guard.mayWrite()) guard.onWriting(socket, request.reusedSocket)
      else request.destroy(new Error('the request was stopped before its first byte'))
    })
    return request
  }
}
