import { ugandanPrefixes, ugandanPromptHelp } from '../../../core/sente.ts'
import {
  commonSettings,
  entrySchema,
  type NetworkApi,
  type ProviderEntry,
  type Served,
  variableSchema,
} from '../networkApi.ts'
import { airtelMoney } from './airtelMoney.ts'
import { airtelNoProof } from './answers.ts'
import { airtelPhoneNumbers } from './bodies.ts'
import type { AirtelSettings, AirtelVersion, AirtelWalletType } from './settings.ts'

type AirtelEntry = ProviderEntry & {
  readonly prefix?: string
  readonly country: string
  readonly country_code: string
  readonly client_id_env: string
  readonly client_secret_env: string
  readonly pin_env: string
  readonly pin_key_env: string
  readonly pin_padding?: 'pkcs1' | 'oaep-sha1' | 'oaep-sha256'
  readonly disbursement?: AirtelVersion
  readonly wallet_type?: AirtelWalletType
  readonly balance?: 'v1' | 'v2'
  readonly signing_key_env?: string
  readonly paths?: Readonly<Record<string, string>>
}

/** One country's Airtel Money in the configuration file. */
export const airtelMoneyApi: NetworkApi = {
  api: 'airtel-money',
  displayName: 'Airtel Money',
  promptHelp: { UGX: ugandanPromptHelp.AIRTEL },
  prefixes: { UGX: ugandanPrefixes.AIRTEL },
  schema: entrySchema(
    'airtel-money',
    {
      country: { type: 'string', pattern: '^[A-Z]{2}$', expected: 'two capital letters, such as UG' },
      country_code: { type: 'string', pattern: '^[1-9][0-9]{0,2}$', expected: 'digits, such as 256' },
      client_id_env: variableSchema,
      client_secret_env: variableSchema,
      pin_env: variableSchema,
      pin_key_env: variableSchema,
    },
    {
      pin_padding: { enum: ['pkcs1', 'oaep-sha1', 'oaep-sha256'], expected: 'pkcs1, oaep-sha1 or oaep-sha256' },
      disbursement: { enum: ['v1', 'v2', 'v3'], expected: 'v1, v2 or v3' },
      wallet_type: { enum: ['NORMAL', 'SALARY'], expected: 'NORMAL or SALARY' },
      balance: { enum: ['v1', 'v2'], expected: 'v1 or v2' },
      prefix: { type: 'string', pattern: '^/.*[^/]$', expected: 'a path such as /simulate' },
      signing_key_env: variableSchema,
      paths: { type: 'object', additionalProperties: { type: 'string', pattern: '^/', expected: 'a path' } },
    },
  ),
  whyNoProof: airtelNoProof,
  phoneNumbers: ({ country_code }: AirtelEntry) => airtelPhoneNumbers(country_code),
  settingsOf(entry: AirtelEntry, served: Served, credential): AirtelSettings {
    return {
      ...commonSettings(entry, served),
      currency: served.currency,
      country: entry.country,
      countryCode: entry.country_code,
      clientId: credential(entry.client_id_env),
      clientSecret: credential(entry.client_secret_env),
      pin: credential(entry.pin_env),
      pinKey: credential(entry.pin_key_env),
      ...(entry.pin_padding && { pinPadding: entry.pin_padding }),
      ...(entry.disbursement && { disbursement: entry.disbursement }),
      ...(entry.wallet_type && { walletType: entry.wallet_type }),
      ...(entry.balance && { balance: entry.balance }),
      ...(entry.prefix !== undefined && { prefix: entry.prefix }),
      ...(entry.signing_key_env !== undefined && { signing: { key: credential(entry.signing_key_env) } }),
      ...(entry.paths && { paths: entry.paths }),
    }
  },
  unchecked: 'the PIN of the wallet: only a payout shows whether the network accepts it',
  weaknessIn: ({ pinPadding = 'pkcs1' }: AirtelSettings) =>
    pinPadding === 'pkcs1'
      ? {
          found: 'receives the PIN of payouts under the padding PKCS#1, which an attacker can break with many attempts',
          fix: 'ask Airtel whether it accepts OAEP, and set pin_padding to oaep-sha256 or oaep-sha1',
        }
      : undefined,
  connect: ({ settings, http, clock }: { settings: AirtelSettings } & Parameters<NetworkApi['connect']>[0]) =>
    airtelMoney({ settings, http, clock }),
}
