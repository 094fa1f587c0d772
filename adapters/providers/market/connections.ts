import type { Got } from 'got'
import type { Clock, Market, MobileProvider } from '../../../core/sente.ts'
import type { Credential, NetworkSettings, ProviderEntry, Served } from '../networkApi.ts'
import { networkApi } from '../networkApis.ts'

/** The connection to a network; `name` is the provider's name in the configuration. */
export type Connection = { readonly api: string; readonly name: string; readonly settings: NetworkSettings }

/** The connection of a provider's entry for one network of the market. Throws when a credential is missing. */
export function connectionTo(name: string, entry: ProviderEntry, served: Served, credential: Credential): Connection {
  return { api: entry.api, name, settings: networkApi(entry.api).settingsOf(entry, served, credential) }
}

/** A market, and the connection of each of its networks. A network without a connection can't be reached yet. */
export type ConnectedMarket = {
  readonly market: Market
  /** Throws when a credential of the connection is missing. */
  readonly connectionOf: (currency: string, network: string) => Connection | undefined
}

/** Each connected network of a market, with its currency. */
export function* connectionsIn({ market, connectionOf }: ConnectedMarket) {
  for (const [currency, { networks }] of market) {
    for (const { name: network } of networks) {
      const connection = connectionOf(currency, network)
      if (connection) yield { currency, network, connection }
    }
  }
}

/** The HTTP client of the connections, and the clock of their deadlines. */
export type Reach = { readonly http: Got; readonly clock: Clock }

/** Makes the provider of a connection. Throws a TypeError for settings that its adapter can't use. */
export function connect(
  { api, name, settings }: Connection,
  { http, clock }: Reach,
  callbackUrl: () => string | undefined = () => undefined,
): MobileProvider {
  try {
    return networkApi(api).connect({ settings, callbackUrl, http, clock })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new TypeError(`providers.${name}: ${error.message}`)
  }
}
