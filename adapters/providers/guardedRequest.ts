import { request as httpRequest, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { RequestFunction } from 'got'
import type { Guarded } from './connectedAgents.ts'
import type { Guard } from './guard.ts'

/** Makes a request function for got whose requests are written only if their guard allows it at the last moment. */
export function guardedRequest(guard: Guard): RequestFunction {
  return (url, options, callback) => {
    const guarded = { ...options, guard } as RequestOptions & Guarded
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, guarded, callback)
    // Node emits this before it flushes what was written so far, which is everything: head and body leave in one go.
    request.once('socket', (socket) => {
      if (request.writableEnded && socket.writable && guard.mayWrite()) guard.onWriting()
      else request.destroy(new Error('the request was stopped before its first byte'))
    })
    return request
  }
}
