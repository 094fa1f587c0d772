import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ConnectedMarket, connectionTo } from '../../adapters/providers/market/connections.ts'
import type { Credential } from '../../adapters/providers/networkApi.ts'
import { networkApi } from '../../adapters/providers/networkApis.ts'
import {
  type AccountLimit,
  type Calendar,
  type CurrencyMarket,
  calendar,
  isKnownCurrency,
  type LimitsByCurrency,
  limitOf,
  type RiskLimits,
} from '../../core/sente.ts'
import {
  type ConfigurationFile,
  type CurrencyEntry,
  checkConfiguration,
  credentialNames,
  type LimitsEntry,
} from './configurationFile.ts'
import { settingsInFiles } from './environment.ts'
import { readSecret, type Variables } from './secretFiles.ts'
import { SettingsError } from './validated.ts'

/** The market and how its networks are reached, and its risk limits. */
export type Configuration = ConnectedMarket & { readonly riskLimits: RiskLimits }

/** The names of all variables that may be in files: secret settings, and the credentials that a configuration names. */
export function secretNames(path: string): readonly string[] {
  return [...settingsInFiles, ...credentialNames(checkConfiguration(path)(parse(path)))]
}

/** Reads the configuration file; throws a SettingsError that names what is wrong in it. */
export function readConfiguration(path: string, environment: Variables): Configuration {
  const file = checkConfiguration(path)(parse(path))
  for (const [name, entry] of Object.entries(file.providers))
    checkReleases(entry, `${path}: providers.${name}.release_on`)
  for (const [currency, { networks }] of Object.entries(file.currencies)) {
    for (const [network, { provider }] of Object.entries(networks)) {
      checkProvider(file, provider, `${path}: currencies.${currency}.networks.${network}.provider`)
    }
  }
  return {
    market: new Map(Object.keys(file.currencies).map((code) => [code, marketOf(path, code, file)])),
    riskLimits: riskLimitsOf(path, file),
    connectionOf(currency, network) {
      const { provider = '' } = file.currencies[currency]?.networks[network] ?? {}
      const entry = file.providers[provider]
      return entry && connectionTo(provider, entry, { currency, network }, credentialsIn(environment))
    },
  }
}

function riskLimitsOf(path: string, { limits, currencies }: ConfigurationFile): RiskLimits {
  const { time_zone: timeZone, accounts, ...prompts } = limits
  const unknown = Object.keys(accounts ?? {}).find((currency) => !(currency in currencies))
  if (unknown !== undefined) throw new SettingsError(`${path}: limits.accounts.${unknown} is no currency of the file`)
  return {
    ...prompts,
    ...(accounts && { accounts: limitsByCurrency(path, accounts) }),
    ...(timeZone !== undefined && { days: daysOf(path, timeZone) }),
  }
}

function limitsByCurrency(path: string, accounts: NonNullable<LimitsEntry['accounts']>): LimitsByCurrency {
  const limitIn = (currency: string, name: string, given: number | null) => {
    const limit = given === null ? null : limitOf(name as AccountLimit, given, currency)
    if (limit !== undefined) return [name, limit] as const
    throw new SettingsError(`${path}: limits.accounts.${currency}.${name} is ${given}, which has too many decimals`)
  }
  return Object.fromEntries(
    Object.entries(accounts).map(([currency, limits]) => [
      currency,
      Object.fromEntries(Object.entries(limits).map(([name, given]) => limitIn(currency, name, given))),
    ]),
  )
}

function daysOf(path: string, timeZone: string): Calendar {
  try {
    return calendar({ timeZone })
  } catch {
    throw new SettingsError(`${path}: limits.time_zone is "${timeZone}", which is no time zone such as Africa/Kampala`)
  }
}

/** Reads the credentials that an environment or its files hold; throws a SettingsError for one that is missing. */
function credentialsIn(environment: Variables): Credential {
  return (name) => {
    const value = readSecret(environment, name)
    if (!value) throw new SettingsError(`${name} is missing: the configuration names it as a credential`)
    return value
  }
}

function parse(path: string): unknown {
  const text = read(path)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new SettingsError(`SENTE_CONFIG is ${JSON.stringify(path)}, which can't be read as JSON: ${messageOf(error)}`)
  }
}

function read(path: string): string {
  const named = `SENTE_CONFIG is ${JSON.stringify(path)}`
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new SettingsError(
      isMissing
        ? `${named}, but there is no file at ${resolve(path)}`
        : `${named}, which can't be read: ${messageOf(error)}`,
    )
  }
}

function messageOf(error: unknown): unknown {
  return error instanceof Error ? error.message : error
}

function checkProvider({ providers }: ConfigurationFile, name: string, where: string) {
  if (Object.hasOwn(providers, name)) return
  throw new SettingsError(`${where} is "${name}", but has to be one of: ${Object.keys(providers).join(', ')}`)
}

function checkReleases({ api, release_on = [] }: ConfigurationFile['providers'][string], where: string) {
  for (const pair of release_on) {
    const why = networkApi(api).whyNoProof(pair)
    if (why === undefined) continue
    throw new SettingsError(`${where} has ${JSON.stringify(pair)}, which proves nothing: ${why}`)
  }
}

function marketOf(path: string, code: string, { currencies, providers }: ConfigurationFile): CurrencyMarket {
  const where = `${path}: currencies.${code}`
  const { minimum, maximum, networks } = currencies[code] as CurrencyEntry
  if (!isKnownCurrency(code)) throw new SettingsError(`${where} is not a currency whose number of decimals sente knows`)
  if (minimum > maximum) {
    throw new SettingsError(`${where}.minimum is ${minimum}, but has to be at most maximum, ${maximum}`)
  }
  return {
    minimum,
    maximum,
    networks: Object.entries(networks).map(
      ([name, { provider, phone_numbers, one_float = false, refuse_beyond_float = false }]) => {
        const entry = providers[provider]
        const taken = entry && networkApi(entry.api).phoneNumbers?.(entry)
        const phoneNumbers = phoneNumberPattern(taken, phone_numbers, `${where}.networks.${name}.phone_numbers`)
        return {
          name,
          ...(phoneNumbers && { phoneNumbers }),
          ...(one_float && { hasOneFloat: true }),
          ...(refuse_beyond_float && { refusesBeyondFloat: true }),
        }
      },
    ),
  }
}

/** Whole numbers that the network can take and that the configuration allows; undefined where neither says anything. */
function phoneNumberPattern(taken: string | undefined, allowed: string | undefined, where: string): RegExp | undefined {
  if (allowed === undefined) return taken === undefined ? undefined : new RegExp(`^(?:${taken})$`)
  try {
    return new RegExp(taken === undefined ? `^(?:${allowed})$` : `^(?=(?:${taken})$)(?:${allowed})$`)
  } catch {
    throw new SettingsError(`${where} is ${JSON.stringify(allowed)}, but has to be a regular expression`)
  }
}
