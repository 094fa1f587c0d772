import { networkApi } from '../networkApis.ts'
import { type ConnectedMarket, type Connection, connectionsIn } from './connections.ts'

/** A setting of a network that is weaker than it could be, and how to fix it. */
type Weakness = { readonly found: string; readonly fix: string }

/** What is weaker than it could be in a connection. */
export function weaknessOf({ api, name, settings }: Connection): Weakness | undefined {
  const weakness = networkApi(api).weaknessIn?.(settings)
  return weakness && { ...weakness, found: `${name} ${weakness.found}` }
}

/** The same for all connections of a market, each once. */
export function weaknessesIn(market: ConnectedMarket): readonly Weakness[] {
  const all = [...connectionsIn(market)].flatMap(({ connection }) => weaknessOf(connection) ?? [])
  return [...new Map(all.map((weakness) => [weakness.found, weakness])).values()]
}
