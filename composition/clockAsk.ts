import type { Got } from 'got'
import { wholeAnswer } from '../adapters/providers/wholeAnswer.ts'
import type { Configuration } from './configuration.ts'

const answerMs = 5_000

/** Asks every network of the market for any answer at all, which tells its time; one that does not answer tells nothing. */
export function askTheTime({ market, connectionOf }: Configuration, http: Got): void {
  const connections = [...market].flatMap(([currency, { networks }]) =>
    networks.map(({ name }) => connectionOf(currency, name)),
  )
  const addresses = new Set(connections.flatMap((connection) => (connection ? [connection.settings.baseUrl] : [])))
  for (const address of addresses) {
    wholeAnswer(http.stream(address, { timeout: { request: answerMs } })).catch(() => undefined)
  }
}
