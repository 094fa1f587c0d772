/**
 * Sends the requests of this process for MTN's sandbox to the simulator at `SIMULATED_MTN`, and keeps their paths and
 * statuses in `process.exchanges`. Loaded before a client.
 */
const http = require('node:http')
const https = require('node:https')

const { hostname, port, pathname } = new URL(process.env.SIMULATED_MTN)
const sandbox = 'sandbox.momodeveloper.mtn.com'
process.exchanges = []

https.request = (first, ...rest) => {
  const options = typeof first === 'string' || first instanceof URL ? urlOptions(new URL(first), rest) : first
  const asked = options.hostname ?? options.host
  if (asked !== sandbox) throw new Error(`a client asks ${asked}`)
  const redirected = {
    ...options,
    protocol: 'http:',
    agent: undefined,
    agents: undefined,
    host: hostname,
    hostname,
    port,
  }
  const request = http.request({ ...redirected, path: `${pathname}${options.path}` }, ...rest.filter(isFunction))
  request.on('response', ({ statusCode }) => process.exchanges.push([options.path, statusCode]))
  return request
}

function urlOptions({ hostname, pathname, search }, [options]) {
  return { ...(isFunction(options) ? {} : options), hostname, path: `${pathname}${search}` }
}

function isFunction(value) {
  return typeof value === 'function'
}
