import type { Got } from 'got'
import { answerFrom } from './answerFrom.ts'
import type { Configuration } from './configuration.ts'

/** Asks every network of the market for any answer at all, which tells its time; one that does not answer tells nothing. */
export function askTheTime({ market, connectionOf }: Configuration, http: Got): void {
  const connections = [...market].flatMap(([currency, { networks }]) =>
    networks.map(({ name }) => connectionOf(currency, name)),
  )
  const addresses = new Set(connections.flatMap((connection) => (connection ? [connection.settings.baseUrl] : [])))
  for (const address of addresses) answerFrom(http, address).catch(() => undefined)
}
