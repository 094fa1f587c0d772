import type { Credential, NetworkSettings, ProviderEntry, Served } from '../../adapters/providers/networkApi.ts'
import { SettingsError } from '../settings/validated.ts'
import { networkApi } from './registry.ts'

/** How a network is reached; `name` is the provider's name in the configuration. */
export type Connection = { readonly api: string; readonly name: string; readonly settings: NetworkSettings }

/** Reads the credentials that an environment holds; throws a SettingsError for one that is missing. */
export function credentialsIn(environment: Record<string, string | undefined>): Credential {
  return (name) => {
    const value = environment[name]
    if (!value) throw new SettingsError(`${name} is missing: the configuration names it as a credential`)
    return value
  }
}

/** Makes the connection for one network of the market from a provider's entry. */
export function connectionTo(name: string, entry: ProviderEntry, served: Served, credential: Credential): Connection {
  return { api: entry.api, name, settings: networkApi(entry.api).settingsOf(entry, served, credential) }
}
