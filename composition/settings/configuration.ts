import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ConnectedMarket, connectionTo } from '../../adapters/providers/market/connections.ts'
import type { Credential, ProviderEntry } from '../../adapters/providers/networkApi.ts'
import { networkApi } from '../../adapters/providers/networkApis.ts'
import { calendarIn } from '../../adapters/written/moment.ts'
import {
  type AccountLimit,
  type Calendar,
  type CurrencyMarket,
  type Fees,
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
import { feesOf } from './fees.ts'
import { readSecret, type Variables } from './secretFiles.ts'
import { timeZonesOf } from './timeZones.ts'
import { SettingsError } from './validated.ts'

/** The market and the connections to its networks, its risk limits, and the fees of merchants. */
export type Configuration = ConnectedMarket & {
  readonly riskLimits: RiskLimits
  readonly fees: Fees
  /** The calendar of every account's days, whose time zone is by default that of the market. */
  readonly days: Calendar
}

/** The names of all variables that may be in files: secret settings, and the credentials that a configuration names. */
export function secretNames(path: string): readonly string[] {
  return [...settingsInFiles, ...credentialNames(checkConfiguration(parse(path), path))]
}

/** Reads the configuration file. Throws a SettingsError that names the mistake in it. */
export function readConfiguration(path: string, environment: Variables): Configuration {
  const file = checkConfiguration(parse(path), path)
  for (const [name, entry] of Object.entries(file.providers))
    checkReleases(entry, `${path}: providers.${name}.release_on`)
  for (const [currency, { networks }] of Object.entries(file.currencies)) {
    for (const [network, { provider }] of Object.entries(networks)) {
      checkProvider(file, provider, `${path}: currencies.${currency}.networks.${network}.provider`)
    }
  }
  const market = new Map(Object.keys(file.currencies).map((code) => [code, marketOf(path, code, file)]))
  const days = daysOf(path, file)
  return {
    market,
    riskLimits: riskLimitsOf(path, file),
    days,
    fees: feesOf(path, file, days),
    connectionOf(currency, network) {
      const { provider = '' } = file.currencies[currency]?.networks[network] ?? {}
      const entry = file.providers[provider]
      return entry && connectionTo(provider, entry, { currency, network }, credentialsIn(environment))
    },
  }
}

function riskLimitsOf(path: string, { limits, currencies }: ConfigurationFile): RiskLimits {
  const { time_zone: _, accounts, ...prompts } = limits
  const unknown = Object.keys(accounts ?? {}).find((currency) => !(currency in currencies))
  if (unknown !== undefined) throw new SettingsError(`${path}: limits.accounts.${unknown} is no currency of the file`)
  return { ...prompts, ...(accounts && { accounts: limitsByCurrency(path, accounts) }) }
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

function daysOf(path: string, { limits, currencies }: ConfigurationFile): Calendar {
  const [usual = 'UTC', ...others] = timeZonesOf(Object.keys(currencies))
  const timeZone = limits.time_zone ?? usual
  if (limits.time_zone === undefined && others.length > 0)
    throw new SettingsError(
      `${path}: limits.time_zone is missing: the currencies are those of ${[usual, ...others].join(', ')}`,
    )
  const days = calendarIn(timeZone)
  if (days) return days
  throw new SettingsError(`${path}: limits.time_zone is "${timeZone}", which is no time zone such as Africa/Kampala`)
}

/** Reads the credentials from an environment or its files. Throws a SettingsError for a missing one. */
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
  throw new SettingsError(`${where} is "${name}", but must be one of: ${Object.keys(providers).join(', ')}`)
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
    throw new SettingsError(`${where}.minimum is ${minimum}, but must be at most maximum, ${maximum}`)
  }
  return {
    minimum,
    maximum,
    networks: Object.entries(networks).map(
      ([name, { provider, phone_numbers, one_float = false, refuse_beyond_float = false, names, ...given }]) => {
        const entry = providers[provider]
        const api = entry && networkApi(entry.api)
        const phoneNumbers = phoneNumberPattern(
          api?.phoneNumbers?.(entry as ProviderEntry),
          phone_numbers,
          `${where}.networks.${name}.phone_numbers`,
        )
        const { display_name = api?.displayName, prompt_help = api?.promptHelp?.[code] } = given
        const { prefixes = api?.prefixes?.[code], strict_prefixes = false } = given
        return {
          name,
          ...(display_name !== undefined && { displayName: display_name }),
          ...(prompt_help !== undefined && { promptHelp: prompt_help }),
          ...(phoneNumbers && { phoneNumbers }),
          ...(prefixes && { prefixes }),
          ...(strict_prefixes && { isStrict: true }),
          ...(names && { names }),
          ...(one_float && { hasOneFloat: true }),
          ...(refuse_beyond_float && { refusesBeyondFloat: true }),
        }
      },
    ),
  }
}

/** Whole numbers that both the network and the configuration allow; undefined if neither has a rule. */
function phoneNumberPattern(taken: string | undefined, allowed: string | undefined, where: string): RegExp | undefined {
  if (allowed === undefined) return taken === undefined ? undefined : new RegExp(`^(?:${taken})$`)
  try {
    return new RegExp(taken === undefined ? `^(?:${allowed})$` : `^(?=(?:${taken})$)(?:${allowed})$`)
  } catch {
    throw new SettingsError(`${where} is ${JSON.stringify(allowed)}, but must be a regular expression`)
  }
}
