import { networkApi } from '../networkApis.ts'
import { type ConnectedMarket, type Connection, connectionsIn } from './connections.ts'

/** A setting of a network with a safer alternative, and the way to it. */
type Weakness = { readonly found: string; readonly fix: string }

/** The weak setting of a connection. */
export function weaknessOf({ api, name, settings }: Connection): Weakness | undefined {
  const weakness = networkApi(api).weaknessIn?.(settings)
  return weakness && { ...weakness, found: `${name} ${weakness.found}` }
}

/** The weak settings of all connections of a market, each once. */
export function weaknessesIn(market: ConnectedMarket): readonly Weakness[] {
  const all = [...connectionsIn(market)].flatMap(({ connection }) => weaknessOf(connection) ?? [])
  return [...new Map(all.map((weakness) => [weakness.found, weakness])).values()]
}
