import { usualLimits } from '../../adapters/http/caller/limits.ts'
import { exchangesKeptDays, usualRepeatDays } from '../../core/sente.ts'
import { addressListForm } from './addressList.ts'
import { fourEyesForm } from './fourEyes.ts'
import { fileForm, readSecret, type Variables } from './secretFiles.ts'
import { storeKinds } from './storeKinds.ts'
import { refuseUnknown } from './unknownSettings.ts'
import { validator } from './validated.ts'

/** A setting: its form, as JSON schema and in words, its default, and its purpose. */
type Setting = {
  readonly type: 'string' | 'integer'
  readonly expected: string
  readonly help: string
  readonly default?: string | number
  /** The default in the help when the setting itself has none. */
  readonly otherwise?: string
  /** Whether it may be in a file that `NAME_FILE` names, because it is a secret or holds one. */
  readonly inFile?: true
  readonly [keyword: string]: unknown
}

const key = {
  type: 'string',
  minLength: 32,
  secret: true,
  inFile: true,
  expected: 'at least 32 characters of a random key',
} as const

const wholeNumberOf = (of: string, maximum: number) =>
  ({ type: 'integer', minimum: 1, maximum, expected: `a whole number of ${of} from 1 to ${maximum}` }) as const

const rate = wholeNumberOf('requests a second', 1_000_000)
const seconds = wholeNumberOf('seconds', 3_600)

const onOrOff = { type: 'string', enum: ['on', 'off'], default: 'off', expected: 'on or off' } as const

/** A limit of the merchants' API, whose default is that of the API. */
const limit = <Of extends object>(of: Of, name: keyof typeof usualLimits, help: string) => ({
  ...of,
  otherwise: String(usualLimits[name]),
  help,
})

/** Every environment variable that sente reads, in the order of the help. */
const settings = {
  HOST: {
    type: 'string',
    minLength: 1,
    default: '127.0.0.1',
    expected: 'a host name or an IP address',
    help: 'address to listen on',
  },
  PORT: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: 3000,
    expected: 'a port number from 0 to 65535',
    help: 'port to listen on',
  },
  DATABASE_URL: {
    type: 'string',
    pattern: `^(${storeKinds.flatMap(({ schemes }) => schemes).join('|')}):.+$`,
    default: 'sqlite:./data/sandbox.db',
    inFile: true,
    expected: storeKinds.map(({ form }) => form).join(', or '),
    help: 'the store of accounts and books; sqlite::memory: keeps nothing; live has no default',
  },
  SENTE_CONFIG: {
    type: 'string',
    minLength: 1,
    expected: 'the path of a JSON file',
    help: 'path of a JSON file with currencies and networks; makes a gateway live',
  },
  SENTE_STATE_DIR: {
    type: 'string',
    minLength: 1,
    expected: 'the path of a folder',
    otherwise: 'the folder of SENTE_CONFIG',
    help: 'the folder where a node on PostgreSQL keeps its high-water mark',
  },
  SENTE_PIN_KEY: { ...key, help: 'the key that seals PINs' },
  SENTE_PIN_KEY_PREVIOUS: { ...key, help: 'the previous key, for PINs sealed under it' },
  SENTE_PSEUDONYM_KEY: { ...key, help: 'the key of the pseudonyms of erased phone numbers' },
  SENTE_PUBLIC_URL: {
    type: 'string',
    format: 'address',
    expected: 'the URL of this gateway for the networks, such as https://pay.example.com',
    help: 'the URL for callbacks of networks; without it, networks are only asked',
  },
  SENTE_CALLBACK_SECRET: {
    ...key,
    help: 'the key of the secret paths of callbacks; needed with SENTE_PUBLIC_URL',
  },
  SENTE_WEBHOOK_KEY: {
    ...key,
    help: 'the key of the secrets of webhook endpoints; without it there are no webhooks',
  },
  SENTE_WEBHOOK_KEY_PREVIOUS: { ...key, help: 'the previous key, until merchants have their new secrets' },
  SENTE_WEBHOOK_ALLOW: {
    type: 'string',
    minLength: 1,
    expected: addressListForm,
    otherwise: 'none',
    help: 'addresses that may receive webhooks although they are not public, on any port',
  },
  SENTE_SMTP_URL: {
    type: 'string',
    pattern: '^smtps?://[^\\s/?#]+/?$',
    secret: true,
    inFile: true,
    expected: 'the URL of a mail server, such as smtp://user:password@mail.example.com:587',
    help: 'the mail server for notices of users; without it there are no mails; needs SENTE_MAIL_FROM and SENTE_PUBLIC_URL',
  },
  SENTE_MAIL_FROM: {
    type: 'string',
    pattern: '^[^\\s@<>,;"]+@[^\\s@<>,;"]+$',
    expected: 'a mail address, such as sente@example.com',
    help: 'the sender of mails to users',
  },
  SENTE_OIDC_ISSUER: {
    type: 'string',
    format: 'safe-address',
    expected: 'the URL of an OpenID provider, https:// or on this machine, such as https://id.example.com',
    help: 'the OpenID provider where operators may sign in; without it they sign in only here',
  },
  SENTE_OIDC_CLIENT_ID: {
    type: 'string',
    minLength: 1,
    expected: 'the client id of sente at the OpenID provider',
    help: 'the client id of sente at that provider',
  },
  SENTE_OIDC_CLIENT_SECRET: {
    type: 'string',
    minLength: 1,
    secret: true,
    inFile: true,
    expected: 'the client secret of sente at the OpenID provider',
    help: 'the client secret of sente at that provider',
  },
  SENTE_OIDC_CLAIM: {
    type: 'string',
    pattern: '^[A-Za-z_][A-Za-z0-9_]{0,99}$',
    default: 'email',
    expected: 'the name of a claim, such as email',
    help: 'the claim with the name of an operator',
  },
  SENTE_ACCOUNT_RATE: limit(rate, 'accountRate', 'requests a second of one account'),
  SENTE_FAILED_KEY_RATE: limit(rate, 'failedKeyRate', 'requests a second from one network without a valid key'),
  SENTE_USER_RATE: limit(rate, 'userRate', 'requests a second for pages of one user'),
  SENTE_VISITOR_RATE: limit(rate, 'visitorRate', 'requests a second for pages from one network without a session'),
  SENTE_MAX_CONNECTIONS: limit(wholeNumberOf('connections', 1_000_000), 'connections', 'connections at once'),
  SENTE_REQUEST_SECONDS: limit(seconds, 'requestSeconds', 'the time limit for the arrival of a whole request'),
  SENTE_IDLE_SECONDS: limit(seconds, 'keepAliveSeconds', 'how long a connection is kept between two requests'),
  SENTE_STOP_AFTER: {
    type: 'integer',
    minimum: 0,
    maximum: 300,
    default: 0,
    expected: 'a whole number of seconds from 0 to 300',
    help: 'how many seconds the server still serves when it is asked to stop, while /readyz answers 503',
  },
  SENTE_SANDBOX_LIMITS: {
    ...onOrOff,
    help: 'limits the prompts to one phone number in a sandbox, as in live',
  },
  SENTE_SANDBOX_FEES: { ...onOrOff, help: 'charges fees in a sandbox, by example schedules' },
  SENTE_TRUSTED_PROXIES: {
    type: 'string',
    minLength: 1,
    expected: addressListForm,
    otherwise: '127.0.0.0/8,::1',
    help: 'the proxies whose X-Forwarded-For is trusted, or none',
  },
  SENTE_CASE_KEY: {
    type: 'string',
    minLength: 32,
    secret: true,
    inFile: true,
    expected: 'a private key of Ed25519 in PEM',
    otherwise: 'none',
    help: 'the key that signs the output of sente case export',
  },
  SENTE_CLOSES_FOLDER: {
    type: 'string',
    minLength: 1,
    expected: 'the path of a folder',
    otherwise: 'none',
    help: 'the folder of the closes of days, which operators then close on a page; needs SENTE_CASE_KEY_FILE',
  },
  SENTE_BACKUPS_FOLDER: {
    type: 'string',
    minLength: 1,
    expected: 'the path of a folder',
    otherwise: 'none',
    help: 'the folder for the backups that operators make on a page',
  },
  SENTE_REPEAT_DAYS: {
    ...wholeNumberOf('days', 365),
    default: usualRepeatDays,
    help: 'how many days a batch that pays the same again needs a confirmation',
  },
  SENTE_EXCHANGE_DAYS: {
    ...wholeNumberOf('days', 3_650),
    default: exchangesKeptDays,
    help: 'how many days the answers of networks are kept with payments',
  },
  SENTE_PHONE_NUMBER_DAYS: {
    ...wholeNumberOf('days', 36_500),
    otherwise: 'as long as the books',
    help: 'how many days phone numbers of ended payments are kept; needs SENTE_PSEUDONYM_KEY',
  },
  SENTE_METRICS: {
    type: 'string',
    pattern: '^(\\[[0-9a-fA-F:.]+\\]|[^:\\s]+):[0-9]{1,5}$',
    expected: 'an address and a port, such as 127.0.0.1:9464',
    otherwise: 'off',
    help: 'the address that serves metrics, for Prometheus',
  },
  SENTE_FOUR_EYES: {
    type: 'string',
    minLength: 1,
    expected: fourEyesForm,
    otherwise: 'none',
    help: 'the changes that need two people, such as UGX:1000000,kyc,keys',
  },
  SENTE_SECOND_STEP: {
    type: 'string',
    enum: ['operators', 'holders'],
    default: 'operators',
    expected: 'operators or holders',
    help: 'the users who must take a second step in live: operators, or holders for the users of accounts too',
  },
  SENTE_OPERATOR: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    expected: 'the name of a person, of at most 100 characters',
    otherwise: 'the user of the operating system',
    help: 'the person who runs the commands, for the record of their changes',
  },
  LOG_LEVEL: {
    type: 'string',
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    default: 'info',
    expected: 'trace, debug, info, warn, error, fatal or silent',
    help: 'the least level that is logged',
  },
} as const satisfies Record<string, Setting>

type Settings = typeof settings
type ValueOf<One extends Setting> = One['type'] extends 'integer' ? number : string

/** The environment variables that sente reads, with their defaults filled in. */
export type Environment = { readonly [Name in WithDefault]: ValueOf<Settings[Name]> } & {
  readonly [Name in Exclude<keyof Settings, WithDefault>]?: ValueOf<Settings[Name]>
}

type WithDefault = {
  [Name in keyof Settings]: Settings[Name] extends { default: unknown } ? Name : never
}[keyof Settings]

const check = validator<Environment>({ coerceTypes: true }, { type: 'object', properties: schemas() })

/** The settings that may be in a file. */
export const settingsInFiles: readonly string[] = Object.entries<Setting>(settings)
  .filter(([, { inFile }]) => inFile)
  .map(([name]) => name)

/**
 * Reads the variables that sente knows, secrets also from files, and checks each on its own. Throws a SettingsError for
 * an unusable one, and for an unknown one that begins with `SENTE_`.
 */
export function readEnvironment(variables: Variables): Environment {
  refuseUnknown(variables, [...Object.keys(settings), ...settingsInFiles.map(fileForm)])
  const values = Object.keys(settings).map((name) => [
    name,
    settingsInFiles.includes(name) ? readSecret(variables, name) : variables[name],
  ])
  return check(Object.fromEntries(values.filter(([, value]) => value !== undefined)))
}

/** Every setting with its purpose and default, for the help. */
export function settingsHelp(): readonly { readonly name: string; readonly help: string }[] {
  return Object.entries<Setting>(settings).map(([name, { default: usual, otherwise = usual, help, inFile }]) => ({
    name,
    help: [
      otherwise === undefined ? help : `${help} (${otherwise})`,
      ...(inFile ? [`${fileForm(name)}: the path of a file with it`] : []),
    ].join('; '),
  }))
}

function schemas(): Record<string, object> {
  return Object.fromEntries(
    Object.entries<Setting>(settings).map(([name, { help, otherwise, inFile, ...schema }]) => [name, schema]),
  )
}
