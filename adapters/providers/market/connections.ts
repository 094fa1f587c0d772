import type { Got } from 'got'
import type { Clock, Market, MobileProvider } from '../../../core/sente.ts'
import type { Credential, NetworkSettings, ProviderEntry, Served } from '../networkApi.ts'
import { networkApi } from '../networkApis.ts'

/** How a network is reached; `name` is the provider's name in the configuration. */
export type Connection = { readonly api: string; readonly name: string; readonly settings: NetworkSettings }

/** The connection that a provider's entry makes for one network of the market; throws when a credential is missing. */
export function connectionTo(name: string, entry: ProviderEntry, served: Served, credential: Credential): Connection {
  return { api: entry.api, name, settings: networkApi(entry.api).settingsOf(entry, served, credential) }
}

/** A market, and how each of its networks is reached; a network without a connection can't be reached yet. */
export type ConnectedMarket = {
  readonly market: Market
  /** Throws when a credential of the connection is missing. */
  readonly connectionOf: (currency: string, network: string) => Connection | undefined
}

/** Each network of a market that can be reached, with the currency that it is reached for. */
export function* connectionsIn({ market, connectionOf }: ConnectedMarket) {
  for (const [currency, { networks }] of market) {
    for (const { name: network } of networks) {
      const connection = connectionOf(currency, network)
      if (connection) yield { currency, network, connection }
    }
  }
}

/** The client that connections are made with, and the clock of their deadlines. */
export type Reach = { readonly http: Got; readonly clock: Clock }

/** Makes the provider of a connection; throws a TypeError for settings that its adapter can't use. */
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
