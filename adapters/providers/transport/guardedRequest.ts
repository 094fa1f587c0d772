import type { RequestFunction } from 'got'
import type { Guard } from './guard.ts'
import { nativeRequest } from './nativeRequest.ts'

/** Makes a request function for got whose requests are written only if their guard allows it at the last moment. */
export function guardedRequest(guard: Guard): RequestFunction {
  return (url, { agent, method, headers, lookup }, callback) => {
    const request = nativeRequest(url, { agent, method, headers, lookup, guard }, callback)
    // Node emits this before it flushes what was written so far, which is everything: head and body leave in one go.
    request.once('socket', (socket) => {
      if (request.writableEnded && socket.writable && guard.mayWrite()) guard.onWriting(socket, request.reusedSocket)
      else request.destroy(new Error('the request was stopped before its first byte'))
    })
    return request
  }
}
