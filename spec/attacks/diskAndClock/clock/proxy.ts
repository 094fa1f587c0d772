import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Configuration } from '../../../../composition/settings/configuration.ts'

/** A proxy for simulated networks that changes the time in their answers. */
type ClockProxy = {
  /** The configuration of the networks as they are reached through it. */
  through(simulated: Configuration): Configuration
  /** From now on answers with a time this far ahead of this machine's. */
  runsAheadBy(ms: number): void
  /** The paths of requests without a key so far, which ask only for the time. */
  readonly askedOpenly: ReadonlySet<string>
  close(): void
}

/** Starts it on a free port. */
export async function openClockProxy(): Promise<ClockProxy> {
  let aheadMs = 0
  let target = ''
  const askedOpenly = new Set<string>()
  const server = createServer(({ method, url, headers }, answer) => {
    if (method === 'GET' && headers.authorization === undefined) askedOpenly.add(url ?? '')
    const onwards = request(`${target}${url}`, { method, headers }, (answered) => {
      const date = new Date(Date.now() + aheadMs).toUTCString()
      answer.writeHead(answered.statusCode ?? 502, { ...answered.headers, date })
      answered.pipe(answer)
    })
    answer.req.pipe(onwards)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    through: (simulated) => ({
      ...simulated,
      connectionOf(currency, network) {
        const connection = simulated.connectionOf(currency, network)
        if (!connection) return undefined
        target = new URL(connection.settings.baseUrl).origin
        const settings = { ...connection.settings, baseUrl: connection.settings.baseUrl.replace(target, origin) }
        return { ...connection, settings } as typeof connection
      },
    }),
    runsAheadBy(ms) {
      aheadMs = ms
    },
    askedOpenly,
    close: () => void server.close(),
  }
}
