import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Guarded } from './agents.ts'

/** Makes Node's request for got with only those options that mean something here: Node copies each of them three times. */
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
