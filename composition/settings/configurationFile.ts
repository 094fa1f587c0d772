import { type ProviderEntry, recordSchema } from '../../adapters/providers/networkApi.ts'
import { networkApis } from '../../adapters/providers/networkApis.ts'
import { type AccountLimit, liveRiskLimits, type NameLimit, type PromptLimit } from '../../core/sente.ts'
import { type CashOutEntry, cashOutSchema, type FeeEntry, feesSchema } from './fees.ts'
import { validator } from './validated.ts'

/** The configuration file as it is written. Credentials are in the environment variables that it names. */
export type ConfigurationFile = {
  readonly currencies: Readonly<Record<string, CurrencyEntry>>
  readonly providers: Readonly<Record<string, ProviderEntry>>
  /** Limits that the file leaves out are filled in. */
  readonly limits: LimitsEntry
  /** The fees of merchants for payments. */
  readonly fees?: readonly FeeEntry[]
  /** The networks' charges for taking money out in cash. */
  readonly cash_out?: readonly CashOutEntry[]
}

/** The risk limits. Amounts are in major units. */
export type LimitsEntry = { readonly [Limit in PromptLimit | NameLimit]: number | null } & {
  readonly time_zone?: string
  readonly accounts?: Readonly<Record<string, { readonly [Limit in AccountLimit]?: number | null }>>
}

/** A network of a currency. */
export type NetworkEntry = {
  readonly provider: string
  readonly display_name?: string
  readonly prompt_help?: string
  readonly phone_numbers?: string
  readonly prefixes?: readonly string[]
  readonly strict_prefixes?: boolean
  readonly one_float?: boolean
  readonly refuse_beyond_float?: boolean
  readonly names?: 'initials' | 'full'
}

/** One currency of the market. Amounts are in major units. */
export type CurrencyEntry = {
  readonly minimum: number
  readonly maximum: number
  readonly networks: Readonly<Record<string, NetworkEntry>>
}

const text = { type: 'string', minLength: 1 }

const yesOrNo = { type: 'boolean', expected: 'true or false' }

const prefix = {
  type: 'string',
  pattern: '^[1-9][0-9]{0,11}$',
  expected: 'digits with the country code, such as 25677',
}

const mapOf = (values: object, expected: string) => ({
  type: 'object',
  minProperties: 1,
  expected,
  additionalProperties: values,
})

const names = { enum: ['initials', 'full'], expected: 'initials or full' }

const currency = recordSchema({
  minimum: { type: 'number', exclusiveMinimum: 0, expected: 'a number above zero' },
  maximum: { type: 'number', exclusiveMinimum: 0, maximum: 1e12, expected: 'a number above zero, up to 10^12' },
  networks: mapOf(
    recordSchema(
      { provider: text },
      {
        display_name: { type: 'string', pattern: '^[^\\p{Cc}\\p{Cs}]{1,40}$', expected: 'up to 40 characters' },
        prompt_help: { type: 'string', pattern: '^[^\\p{Cc}\\p{Cs}]{1,200}$', expected: 'up to 200 characters' },
        phone_numbers: text,
        prefixes: { type: 'array', items: prefix, expected: 'a list of beginnings of phone numbers' },
        strict_prefixes: yesOrNo,
        one_float: yesOrNo,
        refuse_beyond_float: yesOrNo,
        names,
      },
    ),
    'an object with at least one network',
  ),
})

const providers = {
  type: 'object',
  additionalProperties: {
    type: 'object',
    required: ['api'],
    properties: { api: { type: 'string' } },
    discriminator: { propertyName: 'api' },
    oneOf: networkApis.map(({ schema }) => schema),
  },
}

/** A limit of prompts. Without a bound, the row of a phone number could become too long. */
const promptLimit = {
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 100,
  expected: 'a whole number from 1 to 100, or null for no limit',
}

const most = { type: ['number', 'null'], minimum: 0, maximum: 1e12 }
const amount = { ...most, expected: 'an amount from 0 to 10^12, or null for no limit' }
const payments = { ...most, multipleOf: 1, expected: 'a whole number from 0 to 10^12, or null for no limit' }

/** Every limit of an account, without defaults. */
const accountLimits = {
  payout_amount: amount,
  payouts_a_day: payments,
  payout_amount_a_day: amount,
  collections_a_day: payments,
} satisfies Record<AccountLimit, object>

/** Every risk limit. Limits of prompts have their defaults. */
const riskLimits = {
  prompts_an_hour: { ...promptLimit, default: liveRiskLimits.prompts_an_hour },
  prompts_unanswered: { ...promptLimit, default: liveRiskLimits.prompts_unanswered },
  names_an_hour: {
    ...promptLimit,
    maximum: 1_000,
    expected: 'a whole number from 1 to 1000, or null for no limit',
    default: liveRiskLimits.names_an_hour,
  },
  time_zone: text,
  accounts: mapOf(recordSchema({}, accountLimits), 'an object with the limits of at least one currency'),
} satisfies Record<keyof LimitsEntry, object>

/** Checks the configuration that was read from a source. Throws a SettingsError that names every problem. */
export const checkConfiguration = validator<ConfigurationFile>(
  { coerceTypes: false },
  recordSchema(
    { currencies: mapOf(currency, 'an object with at least one currency'), providers },
    { limits: { ...recordSchema({}, riskLimits), default: {} }, fees: feesSchema, cash_out: cashOutSchema },
  ),
)

/** The environment variables that a configuration names as credentials, each once. */
export function credentialNames({ providers }: ConfigurationFile): readonly string[] {
  return [...new Set(Object.values(providers).flatMap(namedIn))]
}

/** In each network's entry, the fields that name a variable end in the same way. */
function namedIn(entry: object): readonly string[] {
  return Object.entries(entry).flatMap(([field, value]) => {
    if (typeof value === 'object' && value !== null) return namedIn(value)
    return field.endsWith('_env') ? [String(value)] : []
  })
}
