import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type CurrencyMarket, isKnownCurrency, type Market } from '../../core/sente.ts'
import { SettingsError } from '../settings/validated.ts'
import { type ConfigurationFile, type CurrencyEntry, checkConfiguration } from './configurationFile.ts'
import { type Connection, connectionTo, credentialsIn } from './connections.ts'
import { networkApi } from './registry.ts'

/** The market, and how each of its networks is reached; a network without a connection can't be reached yet. */
export type Configuration = {
  readonly market: Market
  /** Throws a SettingsError when a credential of the connection is missing. */
  readonly connectionOf: (currency: string, network: string) => Connection | undefined
}

/** Reads the configuration file; throws a SettingsError that names what is wrong in it. */
export function readConfiguration(path: string, environment: Record<string, string | undefined>): Configuration {
  const file = checkConfiguration(path)(parse(path))
  for (const [name, entry] of Object.entries(file.providers))
    checkReleases(entry, `${path}: providers.${name}.release_on`)
  const market = new Map(Object.entries(file.currencies).map(([code, entry]) => [code, marketOf(path, code, entry)]))
  for (const [currency, { networks }] of Object.entries(file.currencies)) {
    for (const [network, { provider }] of Object.entries(networks)) {
      checkProvider(file, provider, `${path}: currencies.${currency}.networks.${network}.provider`)
    }
  }
  return {
    market,
    connectionOf(currency, network) {
      const { provider = '' } = file.currencies[currency]?.networks[network] ?? {}
      const entry = file.providers[provider]
      return entry && connectionTo(provider, entry, { currency, network }, credentialsIn(environment))
    },
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

function marketOf(path: string, code: string, { minimum, maximum, networks }: CurrencyEntry): CurrencyMarket {
  const where = `${path}: currencies.${code}`
  if (!isKnownCurrency(code)) throw new SettingsError(`${where} is not a currency whose number of decimals sente knows`)
  if (minimum > maximum) {
    throw new SettingsError(`${where}.minimum is ${minimum}, but has to be at most maximum, ${maximum}`)
  }
  return {
    minimum,
    maximum,
    networks: Object.entries(networks).map(([name, { phone_numbers: source }]) =>
      source === undefined
        ? { name }
        : { name, phoneNumbers: phoneNumberPattern(source, `${where}.networks.${name}.phone_numbers`) },
    ),
  }
}

function phoneNumberPattern(source: string, where: string): RegExp {
  try {
    return new RegExp(`^(?:${source})$`)
  } catch {
    throw new SettingsError(`${where} is ${JSON.stringify(source)}, but has to be a regular expression`)
  }
}
