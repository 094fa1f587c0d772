import type { BlockList } from 'node:net'
import { dirname } from 'node:path'
import type { OpenIdSettings } from '../../adapters/dashboard/people/openId/provider.ts'
import type { Limits } from '../../adapters/http/caller/limits.ts'
import type { SmtpSettings } from '../../adapters/mail/smtpMailer.ts'
import type { PinKeys } from '../../adapters/node/node.ts'
import type { WebhookKeys } from '../../adapters/webhooks/sign.ts'
import type { FourEyes } from '../../core/sente.ts'
import { addressList } from './addressList.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { readFourEyes } from './fourEyes.ts'
import { refusePlainSecrets } from './plainSecrets.ts'
import { readSecret, type Variables } from './secretFiles.ts'
import { shownUrl, storeKind } from './storeKinds.ts'
import { type UpkeepSettings, upkeepOf } from './upkeep.ts'
import { SettingsError } from './validated.ts'

/** The settings of this process, from its environment. */
export type Settings = {
  readonly host: string
  readonly port: number
  /** The scheme of DATABASE_URL, which names the kind of store. */
  readonly scheme: string
  /** The rest of DATABASE_URL: for SQLite the path of a file, or `:memory:`. */
  readonly databasePath: string
  readonly logLevel: string
  /** The folder of a node's own files. */
  readonly stateDir: string
  /** The URL of this gateway for the networks, without a slash at the end; undefined when it is not set. */
  readonly publicUrl: string | undefined
  /** Limits of the merchants' API that differ from the defaults. */
  readonly limits: Partial<Limits>
  /** The address that serves metrics; undefined when none does. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** How many days a line of a batch that repeats a payout needs a confirmation. */
  readonly repeatDays: number
  /** How many days the answers of networks are kept. */
  readonly exchangeDays: number
  /** How long the server still serves when it is asked to stop, in milliseconds. */
  readonly stopAfterMs: number
  /** How many days phone numbers are kept; undefined when they are kept as long as the books. */
  readonly phoneNumberDays: number | undefined
  /** Whether a sandbox has the default risk limits of live. */
  readonly sandboxLimits: boolean
  readonly sandboxFees: boolean
  /** The keys of the secrets of endpoints; undefined when they are not set. */
  readonly webhookKeys: WebhookKeys | undefined
  /** The key of the pseudonyms of erased phone numbers; undefined when it is not set. */
  readonly pseudonymKey: string | undefined
  /** Addresses that may receive webhooks although they are not public. */
  readonly webhookAllow: BlockList | undefined
  /** The changes that need two people; undefined when none do. */
  readonly fourEyes: FourEyes | undefined
  /** Whether users of accounts must take a second step, like operators. */
  readonly holdersTakeTwoSteps: boolean
  /** The mail server for notices of users; undefined when nothing is mailed. */
  readonly mail: SmtpSettings | undefined
  /** The OpenID provider where operators may sign in; undefined when they sign in only here. */
  readonly openId: OpenIdSettings | undefined
  /** The folders for work on the books that operators ask for on pages. */
  readonly folders: UpkeepSettings
} & (SandboxSettings | LiveSettings)

/** Simulated networks. Nothing needs to be configured. */
export type SandboxSettings = {
  readonly purpose: 'sandbox'
  /** Undefined when the sandbox makes its own. */
  readonly pinKeys: PinKeys | undefined
}

/** Real networks and real money. */
export type LiveSettings = {
  readonly purpose: 'live'
  readonly pinKeys: PinKeys
  /** Path of the configuration file. */
  readonly configPath: string
  /** The key of the secret parts of callback addresses; undefined when the networks must not call back. */
  readonly callbackSecret: string | undefined
}

/** The remedy for PINs under a key that is not configured. */
export const missingPinKey = {
  live: 'set SENTE_PIN_KEY_PREVIOUS to the key that these PINs were set under, or set new PINs',
  sandbox:
    'start the sandbox with the SENTE_PIN_KEY that these PINs were set under (without one, if there was none), or set new PINs',
}

/** Keys made by the sandbox begin with this, so that live can refuse them. */
export const sandboxKeyPrefix = 'sandbox-'

/** Reads a live gateway's settings from environment variables. Throws a SettingsError for a missing or wrong one. */
export function readLiveSettings(variables: Variables): Settings & LiveSettings {
  const { environment, common } = readCommon(variables)
  const configPath = environment.SENTE_CONFIG
  // Never a sandbox instead: an environment that was lost in production would start one unnoticed.
  if (configPath === undefined) {
    throw new SettingsError(
      'SENTE_CONFIG is missing: it names the configuration of a live gateway; for simulated networks run `sente sandbox`',
    )
  }
  if (readSecret(variables, 'DATABASE_URL') === undefined) {
    throw new SettingsError('DATABASE_URL is missing: live needs a database of its own, such as sqlite:./data/live.db')
  }
  if (!storeKind(common.scheme).isLasting(common.databasePath)) {
    throw new SettingsError(
      `DATABASE_URL is "${shownUrl(common)}", which keeps nothing: live needs ${common.scheme}:PATH`,
    )
  }
  const callbackSecret = callbackSecretOf(environment)
  return { ...common, purpose: 'live', pinKeys: livePinKeys(environment), configPath, callbackSecret }
}

function databaseOf(url: string): Pick<Settings, 'scheme' | 'databasePath'> {
  const end = url.indexOf(':')
  return { scheme: url.slice(0, end), databasePath: url.slice(end + 1) }
}

/** Reads a sandbox's settings from environment variables. Throws a SettingsError for an unusable one. */
export function readSandboxSettings(variables: Variables): Settings & SandboxSettings {
  const { environment, common } = readCommon(variables)
  if (environment.SENTE_CONFIG !== undefined) {
    throw new SettingsError('SENTE_CONFIG is set, but a sandbox has no configuration: to go live run `sente serve`')
  }
  refuseShared(common)
  return { ...common, purpose: 'sandbox', pinKeys: pinKeysOf(environment) }
}

/** Reads the settings for a command: of a live gateway where it is configured, or else of a sandbox. */
export function readCommandSettings(variables: Variables): Settings {
  return variables.SENTE_CONFIG === undefined ? readSandboxSettings(variables) : readLiveSettings(variables)
}

function readCommon(variables: Variables) {
  const environment = readEnvironment(variables)
  const { SENTE_WEBHOOK_KEY, SENTE_WEBHOOK_KEY_PREVIOUS } = environment
  refusePlainSecrets(environment)
  const database = databaseOf(environment.DATABASE_URL)
  const common = {
    host: environment.HOST,
    port: environment.PORT,
    ...database,
    logLevel: environment.LOG_LEVEL,
    stateDir: environment.SENTE_STATE_DIR ?? dirname(environment.SENTE_CONFIG ?? ''),
    publicUrl: environment.SENTE_PUBLIC_URL?.replace(/\/+$/, ''),
    limits: limitsOf(environment),
    metrics: metricsOf(environment),
    repeatDays: environment.SENTE_REPEAT_DAYS,
    exchangeDays: environment.SENTE_EXCHANGE_DAYS,
    stopAfterMs: environment.SENTE_STOP_AFTER * 1_000,
    phoneNumberDays: phoneNumberDaysOf(environment),
    sandboxLimits: environment.SENTE_SANDBOX_LIMITS === 'on',
    sandboxFees: environment.SENTE_SANDBOX_FEES === 'on',
    webhookKeys: keysOf(SENTE_WEBHOOK_KEY, SENTE_WEBHOOK_KEY_PREVIOUS),
    pseudonymKey: environment.SENTE_PSEUDONYM_KEY,
    webhookAllow: webhookAllowOf(environment),
    fourEyes: environment.SENTE_FOUR_EYES === undefined ? undefined : readFourEyes(environment.SENTE_FOUR_EYES),
    holdersTakeTwoSteps: environment.SENTE_SECOND_STEP === 'holders',
    mail: mailOf(environment),
    openId: openIdOf(environment),
    folders: upkeepOf(environment, database),
  }
  return { environment, common }
}

/** The simulated networks of a sandbox are in its own process: another node could not ask about its payments. */
function refuseShared(database: Pick<Settings, 'scheme' | 'databasePath'>): void {
  if (!storeKind(database.scheme).isShared) return
  const why = 'which several nodes may serve, but a sandbox runs its networks in its own process'
  const fix = 'set SENTE_CONFIG as for its live gateway, or as sente simulator --config-out writes it'
  throw new SettingsError(`DATABASE_URL is ${shownUrl(database)}, ${why}: ${fix}`)
}

function livePinKeys(environment: Environment): PinKeys {
  for (const name of ['SENTE_PIN_KEY', 'SENTE_PIN_KEY_PREVIOUS'] as const) {
    if (!environment[name]?.startsWith(sandboxKeyPrefix)) continue
    throw new SettingsError(`${name} was made by a sandbox: live needs a random key of its own`)
  }
  const keys = pinKeysOf(environment)
  if (keys) return keys
  throw new SettingsError('SENTE_PIN_KEY is missing: live needs a random key of its own, of at least 32 characters')
}

function pinKeysOf({ SENTE_PIN_KEY, SENTE_PIN_KEY_PREVIOUS }: Environment): PinKeys | undefined {
  return keysOf(SENTE_PIN_KEY, SENTE_PIN_KEY_PREVIOUS)
}

function keysOf(current: string | undefined, previous: string | undefined) {
  if (current === undefined) return undefined
  return previous === undefined ? { current } : { current, previous }
}

/** With a public URL but no secret, anybody could guess the callback addresses. */
function callbackSecretOf({ SENTE_PUBLIC_URL: publicUrl, SENTE_CALLBACK_SECRET: secret }: Environment) {
  if (publicUrl === undefined) return undefined
  if (secret !== undefined) return secret
  throw new SettingsError(
    'SENTE_CALLBACK_SECRET is missing: callback addresses under SENTE_PUBLIC_URL are made from it',
  )
}

/** Without the key, there would be no pseudonyms. */
function phoneNumberDaysOf({ SENTE_PHONE_NUMBER_DAYS: days, SENTE_PSEUDONYM_KEY: key }: Environment) {
  if (days === undefined || key !== undefined) return days
  throw new SettingsError(
    'SENTE_PSEUDONYM_KEY is missing: the pseudonyms of the phone numbers that SENTE_PHONE_NUMBER_DAYS erases are made from it',
  )
}

/** Mails have a sender, and links to the pages. */
function mailOf({
  SENTE_SMTP_URL: url,
  SENTE_MAIL_FROM: from,
  SENTE_PUBLIC_URL: publicUrl,
}: Environment): SmtpSettings | undefined {
  if (url === undefined && from === undefined) return undefined
  if (url !== undefined && from !== undefined && publicUrl !== undefined) {
    if (!URL.canParse(url))
      throw new SettingsError(
        'SENTE_SMTP_URL is not a URL: encode special characters of the password, such as %40 for @',
      )
    return { url, from, publicUrl: publicUrl.replace(/\/+$/, '') }
  }
  throw new SettingsError(
    'SENTE_SMTP_URL and SENTE_MAIL_FROM belong together, and need SENTE_PUBLIC_URL for the links in mails',
  )
}

/** All three or none: with only one, nobody could sign in there. */
function openIdOf({
  SENTE_OIDC_ISSUER: issuer,
  SENTE_OIDC_CLIENT_ID: clientId,
  SENTE_OIDC_CLIENT_SECRET: clientSecret,
  SENTE_OIDC_CLAIM: claim,
}: Environment): OpenIdSettings | undefined {
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined)
    return { issuer, clientId, clientSecret, claim }
  throw new SettingsError(
    'SENTE_OIDC_ISSUER, SENTE_OIDC_CLIENT_ID and SENTE_OIDC_CLIENT_SECRET belong together: set all three, or none',
  )
}

function webhookAllowOf({ SENTE_WEBHOOK_ALLOW: allowed }: Environment): BlockList | undefined {
  return allowed === undefined ? undefined : addressList('SENTE_WEBHOOK_ALLOW', allowed)
}

function metricsOf({ SENTE_METRICS: address }: Environment): Settings['metrics'] {
  if (address === undefined) return undefined
  const end = address.lastIndexOf(':')
  const port = Number(address.slice(end + 1))
  if (port > 65_535) throw new SettingsError(`SENTE_METRICS is "${address}", but ports go to 65535`)
  return { host: address.slice(0, end).replace(/^\[(.*)\]$/, '$1'), port }
}

function limitsOf(environment: Environment): Partial<Limits> {
  const { SENTE_TRUSTED_PROXIES: proxies } = environment
  const given = {
    accountRate: environment.SENTE_ACCOUNT_RATE,
    failedKeyRate: environment.SENTE_FAILED_KEY_RATE,
    userRate: environment.SENTE_USER_RATE,
    visitorRate: environment.SENTE_VISITOR_RATE,
    connections: environment.SENTE_MAX_CONNECTIONS,
    requestSeconds: environment.SENTE_REQUEST_SECONDS,
    keepAliveSeconds: environment.SENTE_IDLE_SECONDS,
    trustedProxies: proxies === undefined ? undefined : addressList('SENTE_TRUSTED_PROXIES', proxies),
  }
  return Object.fromEntries(Object.entries(given).filter(([, limit]) => limit !== undefined))
}
