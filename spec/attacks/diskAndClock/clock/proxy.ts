import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { Configuration } from '../../../../composition/settings/configuration.ts'

/** A proxy for simulated networks that changes the times in their answers, and delays them. */
type ClockProxy = {
  /** The configuration of the networks through it. */
  through(simulated: Configuration): Configuration
  /** The same for a text with their address, such as a configuration file. */
  inText(text: string): string
  /** From now on states a time this far ahead of this machine's. */
  runsAheadBy(ms: number): void
  /** From now on answers this much later. */
  answersLaterBy(ms: number): void
  /** The paths of requests without a key so far, which only ask for the time. */
  readonly askedOpenly: ReadonlySet<string>
  close(): void
}

/** Starts it on a free port. */
export async function openClockProxy(): Promise<ClockProxy> {
  let aheadMs = 0
  let laterMs = 0
  let target = ''
  const askedOpenly = new Set<string>()
  const server = createServer(async ({ method, url, headers }, answer) => {
    await setTimeout(laterMs)
    if (method === 'GET' && headers.authorization === undefined) askedOpenly.add(url ?? '')
    const onwards = request(`${target}${url}`, { method, headers }, (answered) => {
      const date = new Date(Date.now() + aheadMs).toUTCString()
      answer.writeHead(answered.statusCode ?? 502, { ...answered.headers, date })
      answered.pipe(answer)
    })
    onwards.on('error', () => answer.destroy())
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
    inText(text) {
      target = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? ''
      return text.replaceAll(target, origin)
    },
    runsAheadBy(ms) {
      aheadMs = ms
    },
    answersLaterBy(ms) {
      laterMs = ms
    },
    askedOpenly,
    close: () => void server.close(),
  }
}
