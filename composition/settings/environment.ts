import { trustedProxiesForm } from './trustedProxies.ts'
import { validator } from './validated.ts'

/** The environment variables that sente reads, with their defaults filled in. */
export type Environment = {
  readonly HOST: string
  readonly PORT: number
  readonly DATABASE_URL: string
  readonly SENTE_CONFIG?: string
  readonly SENTE_PIN_KEY?: string
  readonly SENTE_PIN_KEY_PREVIOUS?: string
  readonly SENTE_PUBLIC_URL?: string
  readonly SENTE_CALLBACK_SECRET?: string
  readonly SENTE_ACCOUNT_RATE?: number
  readonly SENTE_FAILED_KEY_RATE?: number
  readonly SENTE_MAX_CONNECTIONS?: number
  readonly SENTE_REQUEST_SECONDS?: number
  readonly SENTE_IDLE_SECONDS?: number
  readonly SENTE_TRUSTED_PROXIES?: string
  readonly LOG_LEVEL: string
}

const key = { type: 'string', minLength: 32, secret: true, expected: 'at least 32 characters of a random key' }

const wholeNumber = (of: string, maximum: number) => ({
  type: 'integer',
  minimum: 1,
  maximum,
  expected: `a whole number of ${of} from 1 to ${maximum}`,
})

const rate = wholeNumber('requests a second', 1_000_000)
const seconds = wholeNumber('seconds', 3_600)

const schema = {
  type: 'object',
  properties: {
    HOST: { type: 'string', minLength: 1, default: '127.0.0.1', expected: 'a host name or an IP address' },
    PORT: { type: 'integer', minimum: 0, maximum: 65535, default: 3000, expected: 'a port number from 0 to 65535' },
    DATABASE_URL: {
      type: 'string',
      pattern: '^sqlite:.+$',
      default: 'sqlite:./data/sandbox.db',
      expected: 'sqlite:PATH or sqlite::memory:',
    },
    SENTE_CONFIG: { type: 'string', minLength: 1, expected: 'the path of a JSON file' },
    SENTE_PIN_KEY: key,
    SENTE_PIN_KEY_PREVIOUS: key,
    SENTE_PUBLIC_URL: {
      type: 'string',
      format: 'address',
      expected: 'the URL under which the networks reach this gateway, such as https://pay.example.com',
    },
    SENTE_CALLBACK_SECRET: key,
    SENTE_ACCOUNT_RATE: rate,
    SENTE_FAILED_KEY_RATE: rate,
    SENTE_MAX_CONNECTIONS: wholeNumber('connections', 1_000_000),
    SENTE_REQUEST_SECONDS: seconds,
    SENTE_IDLE_SECONDS: seconds,
    SENTE_TRUSTED_PROXIES: { type: 'string', minLength: 1, expected: trustedProxiesForm },
    LOG_LEVEL: {
      type: 'string',
      enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      default: 'info',
      expected: 'trace, debug, info, warn, error, fatal or silent',
    },
  },
}

const check = validator<Environment>({ source: '', coerceTypes: true }, schema)

/** Reads the variables that sente knows and checks each by itself; throws a SettingsError for one that can't be used. */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const given = Object.keys(schema.properties).filter((name) => variables[name] !== undefined)
  return check(Object.fromEntries(given.map((name) => [name, variables[name]])))
}
