import type { Server } from 'node:http'
import type { Got } from 'got'
import type { ServiceIdentifier } from 'inversify'
import type { Logger } from 'pino'
import type { EventNotifications } from '../adapters/background/eventNotifications.ts'
import type { PaymentsInFlight } from '../adapters/background/paymentsInFlight.ts'
import type { Pages } from '../adapters/dashboard/dashboard.ts'
import type { BatchDeps, EndpointDeps, HandleCallback, LinkDeps, WebhookDeps } from '../adapters/http/endpoint.ts'
import type { Callbacks } from '../adapters/providers/market/callbacks.ts'
import type { ClockWatch, NetworkClock } from '../adapters/providers/market/clockWatch.ts'
import type { Networks } from '../adapters/providers/market/connectNetworks.ts'
import type { QuarantineWatch } from '../adapters/telemetry/log/quarantineWatch.ts'
import type { Deliverer } from '../adapters/webhooks/delivery/deliverer.ts'
import type { Poster } from '../adapters/webhooks/post.ts'
import type { SecretOf } from '../adapters/webhooks/sign.ts'
import type { WebhookTools } from '../adapters/webhooks/tools.ts'
import type {
  AccountPorts,
  AccountRepo,
  Authenticate,
  Books,
  ChannelWatch,
  Clock,
  CollectMoney,
  FloatWatch,
  FollowLink,
  FollowUp,
  FollowUpPolicy,
  Ids,
  KeyUses,
  Market,
  OpenLink,
  PayBatches,
  PayLink,
  PaymentPorts,
  Quarantines,
  RefundMoney,
  Secrets,
  SendMoney,
  Store,
} from '../core/sente.ts'
import type { Configuration } from './settings/configuration.ts'

/** What merchants can look up. */
type LookUps = Pick<
  EndpointDeps,
  | 'lookUpTransaction'
  | 'lookUpRefunds'
  | 'lookUpMarket'
  | 'lookUpRecipient'
  | 'lookUpBalances'
  | 'lookUpLimits'
  | 'listKeys'
  | 'quoteFees'
  | 'listTransactions'
  | 'readStatement'
  | 'listEvents'
>

/** What the page of a payment link does. */
type LinkPage = { readonly openLink: OpenLink; readonly payLink: PayLink; readonly followLink: FollowLink }

/** The name of everything that the container holds, and its type. */
export const tokens = named({
  accountPorts: type<AccountPorts & { policy: FollowUpPolicy }>(),
  accounts: type<AccountRepo>(),
  authenticate: type<Authenticate>(),
  batchDeps: type<BatchDeps>(),
  books: type<Books>(),
  callbacks: type<Callbacks>(),
  clock: type<Clock>(),
  clockWatch: type<ClockWatch>(),
  collectMoney: type<CollectMoney>(),
  configuration: type<Configuration>(),
  deliverer: type<Deliverer | undefined>(),
  eventNotifications: type<EventNotifications>(),
  floatWatch: type<FloatWatch>(),
  followUp: type<FollowUp>(),
  handleCallback: type<HandleCallback>(),
  http: type<Got>(),
  ids: type<Ids>(),
  keyUses: type<KeyUses>(),
  log: type<Logger>(),
  channelWatch: type<ChannelWatch>(),
  linkDeps: type<LinkDeps>(),
  linkPage: type<LinkPage>(),
  lookUps: type<LookUps>(),
  market: type<Market>(),
  networkClock: type<NetworkClock>(),
  networks: type<Networks>(),
  payBatches: type<PayBatches>(),
  paymentsInFlight: type<PaymentsInFlight>(),
  pages: type<Pages>(),
  paymentPorts: type<PaymentPorts>(),
  policy: type<FollowUpPolicy>(),
  quarantineWatch: type<QuarantineWatch>(),
  quarantines: type<Quarantines>(),
  secrets: type<Secrets>(),
  refundMoney: type<RefundMoney>(),
  sendMoney: type<SendMoney>(),
  poster: type<Poster>(),
  server: type<Server>(),
  store: type<Store>(),
  secretOf: type<SecretOf>(),
  webhookDeps: type<WebhookDeps | undefined>(),
  webhookTools: type<WebhookTools | undefined>(),
})

/** What the container holds, by its names. */
type Held = {
  [Name in keyof typeof tokens]: (typeof tokens)[Name] extends ServiceIdentifier<infer Value> ? Value : never
}

/**
 * What `toResolvedValue` takes to make something of what the container holds under these names: `make` is given it as one
 * object.
 */
export function madeFrom<Name extends keyof Held, Made>(
  names: readonly Name[],
  make: (held: Pick<Held, Name>) => Made,
): [make: (...values: unknown[]) => Made, identifiers: ServiceIdentifier[]] {
  const held = (values: unknown[]) =>
    Object.fromEntries(names.map((name, place) => [name, values[place]])) as Pick<Held, Name>
  return [(...values) => make(held(values)), names.map((name) => tokens[name])]
}

/** Gives each name of an object its identifier. */
function named<Types extends Record<string, ServiceIdentifier>>(types: Types): Types {
  return Object.fromEntries(Object.keys(types).map((name) => [name, Symbol(name)])) as Types
}

/** The type of what is held under a name, which alone says which. */
function type<T>(): ServiceIdentifier<T> {
  return Symbol() as ServiceIdentifier<T>
}
