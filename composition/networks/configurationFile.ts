import { validator } from '../settings/validated.ts'

/** Where the credentials of one of MTN's products stand: in the environment variables with these names. */
export type MtnProductNames = {
  readonly subscription_key_env: string
  readonly api_user_env: string
  readonly api_key_env: string
}

type ReleaseOn = readonly (readonly [number, string | null])[]

/** One country's MTN MoMo, as the configuration file has it. */
export type MtnEntry = {
  readonly api: 'mtn-momo'
  readonly base_url: string
  readonly target_environment: string
  readonly collection: MtnProductNames
  readonly disbursement: MtnProductNames
  readonly at_once?: number
  readonly release_on?: ReleaseOn
}

/** One country's Airtel Money, as the configuration file has it. */
export type AirtelEntry = {
  readonly api: 'airtel-money'
  readonly base_url: string
  readonly prefix?: string
  readonly country: string
  readonly country_code: string
  readonly client_id_env: string
  readonly client_secret_env: string
  readonly pin_env: string
  readonly pin_key_env: string
  readonly pin_padding?: 'pkcs1' | 'oaep-sha1' | 'oaep-sha256'
  readonly disbursement?: 'v1' | 'v2'
  readonly signing_key_env?: string
  readonly paths?: Readonly<Record<string, string>>
  readonly at_once?: number
  readonly release_on?: ReleaseOn
}

/** The configuration file as it is written; credentials stand in the environment variables that it names. */
export type ConfigurationFile = {
  readonly currencies: Readonly<Record<string, CurrencyEntry>>
  readonly providers: Readonly<Record<string, MtnEntry | AirtelEntry>>
}

/** One currency of the market; amounts in major units. */
export type CurrencyEntry = {
  readonly minimum: number
  readonly maximum: number
  readonly networks: Readonly<Record<string, { readonly provider: string; readonly phone_numbers?: string }>>
}

const text = { type: 'string', minLength: 1 }
const variable = {
  type: 'string',
  pattern: '^[A-Za-z_][A-Za-z0-9_]*$',
  expected: 'the name of an environment variable',
}
const baseUrl = {
  type: 'string',
  format: 'safe-address',
  expected: 'an https URL, or an http one of this machine',
}
const atOnce = { type: 'integer', minimum: 1, maximum: 10_000, expected: 'a whole number from 1 to 10000' }
const releaseOn = {
  type: 'array',
  expected: 'a list of pairs of an HTTP status and a code or null',
  items: {
    type: 'array',
    minItems: 2,
    maxItems: 2,
    items: [{ type: 'integer' }, { type: ['string', 'null'] }],
  },
}

const record = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  required: Object.keys(required),
  additionalProperties: false,
  properties: { ...required, ...optional },
})

const mapOf = (values: object, expected: string) => ({
  type: 'object',
  minProperties: 1,
  expected,
  additionalProperties: values,
})

const product = record({ subscription_key_env: variable, api_user_env: variable, api_key_env: variable })

const mtn = record(
  {
    api: { const: 'mtn-momo' },
    base_url: baseUrl,
    target_environment: text,
    collection: product,
    disbursement: product,
  },
  { at_once: atOnce, release_on: releaseOn },
)

const airtel = record(
  {
    api: { const: 'airtel-money' },
    base_url: baseUrl,
    country: { type: 'string', pattern: '^[A-Z]{2}$', expected: 'two capital letters, such as UG' },
    country_code: { type: 'string', pattern: '^[1-9][0-9]{0,2}$', expected: 'digits, such as 256' },
    client_id_env: variable,
    client_secret_env: variable,
    pin_env: variable,
    pin_key_env: variable,
  },
  {
    pin_padding: { enum: ['pkcs1', 'oaep-sha1', 'oaep-sha256'], expected: 'pkcs1, oaep-sha1 or oaep-sha256' },
    disbursement: { enum: ['v1', 'v2'], expected: 'v1 or v2' },
    prefix: { type: 'string', pattern: '^/.*[^/]$', expected: 'a path such as /simulate' },
    signing_key_env: variable,
    paths: { type: 'object', additionalProperties: { type: 'string', pattern: '^/', expected: 'a path' } },
    at_once: atOnce,
    release_on: releaseOn,
  },
)

const currency = record({
  minimum: { type: 'number', exclusiveMinimum: 0, expected: 'a number above zero' },
  maximum: { type: 'number', exclusiveMinimum: 0, maximum: 1e12, expected: 'a number above zero, up to 10^12' },
  networks: mapOf(record({ provider: text }, { phone_numbers: text }), 'an object with a network at least'),
})

/** Checks the configuration that was read from `source`; throws a SettingsError that names every problem. */
export const checkConfiguration = (source: string) =>
  validator<ConfigurationFile>(
    { source, coerceTypes: false },
    record({
      currencies: mapOf(currency, 'an object with a currency at least'),
      providers: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          required: ['api'],
          properties: { api: { type: 'string' } },
          discriminator: { propertyName: 'api' },
          oneOf: [mtn, airtel],
        },
      },
    }),
  )
