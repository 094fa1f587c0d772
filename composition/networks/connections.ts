import type { AirtelSettings } from '../../adapters/providers/airtel/airtelMoney.ts'
import type { MtnSettings } from '../../adapters/providers/mtn/mtnMomo.ts'
import { SettingsError } from '../settings/validated.ts'
import type { AirtelEntry, ConfigurationFile, MtnEntry, MtnProductNames } from './configurationFile.ts'

/** How a network is reached; `name` is the provider's in the configuration. */
export type Connection =
  | { readonly api: 'mtn-momo'; readonly name: string; readonly settings: MtnSettings }
  | { readonly api: 'airtel-money'; readonly name: string; readonly settings: AirtelSettings }

/** Looks up a credential by the name of its environment variable; throws a SettingsError when it is missing. */
type Credential = (name: string) => string

/** Reads the credentials that an environment holds. */
export function credentialsIn(environment: Record<string, string | undefined>): Credential {
  return (name) => {
    const value = environment[name]
    if (!value) throw new SettingsError(`${name} is missing: the configuration names it as a credential`)
    return value
  }
}

type Entry = ConfigurationFile['providers'][string]

/** What a network is called in the market that it serves. */
export type Served = { readonly network: string; readonly currency: string }

/** Makes the connection of a provider's entry for one network of the market. */
export function connectionTo(name: string, entry: Entry, served: Served, credential: Credential): Connection {
  return entry.api === 'mtn-momo'
    ? { api: entry.api, name, settings: mtnSettings(entry, served, credential) }
    : { api: entry.api, name, settings: airtelSettings(entry, served, credential) }
}

function mtnSettings(entry: MtnEntry, { network }: Served, credential: Credential): MtnSettings {
  const product = ({ subscription_key_env, api_user_env, api_key_env }: MtnProductNames) => ({
    subscriptionKey: credential(subscription_key_env),
    apiUser: credential(api_user_env),
    apiKey: credential(api_key_env),
  })
  return {
    network,
    baseUrl: entry.base_url,
    targetEnvironment: entry.target_environment,
    collection: product(entry.collection),
    disbursement: product(entry.disbursement),
    ...(entry.at_once !== undefined && { atOnce: entry.at_once }),
    ...(entry.release_on && { releaseOn: entry.release_on }),
  }
}

function airtelSettings(entry: AirtelEntry, { network, currency }: Served, credential: Credential): AirtelSettings {
  return {
    network,
    currency,
    baseUrl: entry.base_url,
    country: entry.country,
    countryCode: entry.country_code,
    clientId: credential(entry.client_id_env),
    clientSecret: credential(entry.client_secret_env),
    pin: credential(entry.pin_env),
    pinKey: credential(entry.pin_key_env),
    ...(entry.pin_padding && { pinPadding: entry.pin_padding }),
    ...(entry.disbursement && { disbursement: entry.disbursement }),
    ...(entry.prefix !== undefined && { prefix: entry.prefix }),
    ...(entry.signing_key_env !== undefined && { signing: { key: credential(entry.signing_key_env) } }),
    ...(entry.paths && { paths: entry.paths }),
    ...(entry.at_once !== undefined && { atOnce: entry.at_once }),
    ...(entry.release_on && { releaseOn: entry.release_on }),
  }
}
