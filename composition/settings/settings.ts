import type { PinKeys } from '../../adapters/node/node.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { refusePlainSecrets } from './plainSecrets.ts'
import { SettingsError } from './validated.ts'

/** How this process runs, from its environment. */
export type Settings = {
  readonly host: string
  readonly port: number
  /** Path of the SQLite file, or `:memory:`. */
  readonly databasePath: string
  readonly logLevel: string
  /** Where the networks reach this gateway, without a slash at its end; undefined when it is not said. */
  readonly publicUrl: string | undefined
} & (SandboxSettings | LiveSettings)

/** Simulated networks, and nothing that has to be configured. */
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
  /** What the secret parts of callback addresses are made from; undefined when the networks are not to call back. */
  readonly callbackSecret: string | undefined
}

/** Keys that the sandbox made begin with this, so that live can refuse them. */
export const sandboxKeyPrefix = 'sandbox-'

/** Reads the settings from environment variables; throws a SettingsError for one that can't be used. */
export function readSettings(variables: Record<string, string | undefined>): Settings {
  const environment = readEnvironment(variables)
  const { SENTE_PIN_KEY, SENTE_PIN_KEY_PREVIOUS, SENTE_CALLBACK_SECRET } = environment
  refusePlainSecrets({ SENTE_PIN_KEY, SENTE_PIN_KEY_PREVIOUS, SENTE_CALLBACK_SECRET })
  const common = {
    host: environment.HOST,
    port: environment.PORT,
    databasePath: environment.DATABASE_URL.slice('sqlite:'.length),
    logLevel: environment.LOG_LEVEL,
    publicUrl: environment.SENTE_PUBLIC_URL?.replace(/\/+$/, ''),
  }
  const configPath = environment.SENTE_CONFIG
  if (configPath === undefined) return { ...common, purpose: 'sandbox', pinKeys: pinKeysOf(environment) }
  if (variables.DATABASE_URL === undefined) {
    throw new SettingsError('DATABASE_URL is missing: live needs a database of its own, such as sqlite:./data/live.db')
  }
  if (common.databasePath === ':memory:') {
    throw new SettingsError('DATABASE_URL is "sqlite::memory:", which keeps nothing: live needs sqlite:PATH')
  }
  const callbackSecret = callbackSecretOf(environment)
  return { ...common, purpose: 'live', pinKeys: livePinKeys(environment), configPath, callbackSecret }
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

function pinKeysOf({ SENTE_PIN_KEY: current, SENTE_PIN_KEY_PREVIOUS: previous }: Environment): PinKeys | undefined {
  if (current === undefined) return undefined
  return previous === undefined ? { current } : { current, previous }
}

/** A public URL without a secret would make addresses that anybody can guess. */
function callbackSecretOf({ SENTE_PUBLIC_URL: publicUrl, SENTE_CALLBACK_SECRET: secret }: Environment) {
  if (publicUrl === undefined) return undefined
  if (secret !== undefined) return secret
  throw new SettingsError(
    'SENTE_CALLBACK_SECRET is missing: callback addresses under SENTE_PUBLIC_URL are made from it',
  )
}
