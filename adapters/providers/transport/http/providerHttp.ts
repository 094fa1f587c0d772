import type { LookupFunction } from 'node:net'
import got, { type Got } from 'got'
import { connectedAgents } from './agents.ts'
import { nativeRequest } from './request.ts'

/** Options for the connections to all networks. */
export type ProviderHttpOptions = {
  /** The milliseconds after which an idle connection is closed, before the network closes it; 4000 by default. */
  readonly idleMs?: number
  /** Finds the networks' addresses; by default the system's look-up, whose two threads the whole process shares. */
  readonly lookup?: LookupFunction
}

/** The HTTP client of all networks, with retries, redirects, cookies, caches and decompression off. */
export function providerHttp({ idleMs = 4_000, lookup }: ProviderHttpOptions = {}): Got {
  const http = got.extend({
    agent: connectedAgents(idleMs),
    request: nativeRequest,
    retry: { limit: 0 },
    // The guard of each request bounds its time.
    timeout: {},
    throwHttpErrors: false,
    followRedirect: false,
    // A compressed answer could have any size. None is requested, and one that comes anyway is decompressed within
    // bounds.
    decompress: false,
    strictContentLength: true,
    cache: false,
    dnsCache: false,
    ...(lookup && { dnsLookup: lookup as never }),
    http2: false,
    enableUnixSockets: false,
    headers: { 'user-agent': 'sente', accept: 'application/json', 'accept-encoding': 'identity' },
    mutableDefaults: true,
  })
  // got begins the options of each request to Node with these, and none is set. When properties are added to a copied
  // object, V8 makes a hidden class for each, at each request: 30 of them, which stay until the next full garbage
  // collection.
  http.defaults.options.cacheOptions = {}
  return http
}
