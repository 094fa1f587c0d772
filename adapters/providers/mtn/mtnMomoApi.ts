import { ugandanPrefixes, ugandanPromptHelp } from '../../../core/sente.ts'
import {
  commonSettings,
  entrySchema,
  type NetworkApi,
  type ProviderEntry,
  recordSchema,
  type Served,
  variableSchema,
} from '../networkApi.ts'
import { mtnNoProof } from './answers.ts'
import { mtnMomo } from './mtnMomo.ts'
import type { MtnProduct, MtnSettings } from './settings.ts'

/** The names of the environment variables that hold the credentials of one of MTN's products. */
type ProductEntry = {
  readonly subscription_key_env: string
  readonly api_user_env: string
  readonly api_key_env: string
}

type MtnEntry = ProviderEntry & {
  readonly target_environment: string
  readonly collection: ProductEntry
  readonly disbursement: ProductEntry
  readonly default_message?: string
}

const product = recordSchema({
  subscription_key_env: variableSchema,
  api_user_env: variableSchema,
  api_key_env: variableSchema,
})

/** The characters that MTN accepts in texts. */
const defaultMessage = {
  type: 'string',
  pattern: '^[A-Za-z0-9 .,-]{1,160}$',
  expected: '1 to 160 letters, digits, blanks, points, commas and hyphens',
}

/** MTN's page of best practices permits ten enquiries a second; a later notice on its community page, 150. */
const usualEnquiries = 10

/** The country codes of MTN's target environments. For any other, the form of phone numbers is not known. */
const countryCodes: Readonly<Record<string, string>> = {
  mtnbenin: '229',
  mtncameroon: '237',
  mtncongo: '242',
  mtnghana: '233',
  mtnguineaconakry: '224',
  mtnivorycoast: '225',
  mtnliberia: '231',
  mtnnigeria: '234',
  mtnrwanda: '250',
  mtnsouthafrica: '27',
  mtnsouthsudan: '211',
  mtnswaziland: '268',
  mtnuganda: '256',
  mtnzambia: '260',
}

/** One country's MTN MoMo in the configuration file. */
export const mtnMomoApi: NetworkApi = {
  api: 'mtn-momo',
  displayName: 'MTN MoMo',
  promptHelp: { UGX: ugandanPromptHelp.MTN },
  prefixes: { UGX: ugandanPrefixes.MTN },
  schema: entrySchema(
    'mtn-momo',
    {
      target_environment: { type: 'string', minLength: 1 },
      collection: product,
      disbursement: product,
    },
    { default_message: defaultMessage },
  ),
  whyNoProof: mtnNoProof,
  phoneNumbers({ target_environment }: MtnEntry) {
    const countryCode = countryCodes[target_environment]
    return countryCode && `${countryCode}[0-9]+`
  },
  settingsOf(entry: MtnEntry, served: Served, credential): MtnSettings {
    const issued = ({ subscription_key_env, api_user_env, api_key_env }: ProductEntry): MtnProduct => ({
      subscriptionKey: credential(subscription_key_env),
      apiUser: credential(api_user_env),
      apiKey: credential(api_key_env),
    })
    return {
      enquiriesASecond: usualEnquiries,
      ...commonSettings(entry, served),
      ...(entry.default_message !== undefined && { defaultMessage: entry.default_message }),
      targetEnvironment: entry.target_environment,
      collection: issued(entry.collection),
      disbursement: issued(entry.disbursement),
    }
  },
  connect: ({ settings, callbackUrl, ...parts }: { settings: MtnSettings } & Parameters<NetworkApi['connect']>[0]) =>
    mtnMomo({ settings: { ...settings, callbackUrl }, ...parts }),
}
