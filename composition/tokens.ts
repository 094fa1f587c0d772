import type { Server } from 'node:http'
import type { Got } from 'got'
import type { ServiceIdentifier } from 'inversify'
import type { Logger } from 'pino'
import type { EventNotifications } from '../adapters/background/eventNotifications.ts'
import type { PaymentsInFlight } from '../adapters/background/paymentsInFlight.ts'
import type { EndpointDeps, HandleCallback, WebhookDeps } from '../adapters/http/endpoint.ts'
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
  Clock,
  CollectMoney,
  FollowUp,
  FollowUpPolicy,
  Ids,
  KeyUses,
  LineWatch,
  Market,
  PaymentPorts,
  Quarantines,
  Secrets,
  SendMoney,
  Store,
} from '../core/sente.ts'
import type { Configuration } from './settings/configuration.ts'

/** What merchants can look up. */
type LookUps = Pick<
  EndpointDeps,
  'lookUpTransaction' | 'lookUpMarket' | 'lookUpBalances' | 'listTransactions' | 'readStatement' | 'listEvents'
>

function token<T>(name: string): ServiceIdentifier<T> {
  return Symbol(name) as ServiceIdentifier<T>
}

/** The name of everything that the container holds. */
export const tokens = {
  accountPorts: token<AccountPorts & { policy: FollowUpPolicy }>('accountPorts'),
  accounts: token<AccountRepo>('accounts'),
  authenticate: token<Authenticate>('authenticate'),
  books: token<Books>('books'),
  callbacks: token<Callbacks>('callbacks'),
  clock: token<Clock>('clock'),
  clockWatch: token<ClockWatch>('clockWatch'),
  collectMoney: token<CollectMoney>('collectMoney'),
  configuration: token<Configuration>('configuration'),
  deliverer: token<Deliverer | undefined>('deliverer'),
  eventNotifications: token<EventNotifications>('eventNotifications'),
  followUp: token<FollowUp>('followUp'),
  handleCallback: token<HandleCallback>('handleCallback'),
  http: token<Got>('http'),
  ids: token<Ids>('ids'),
  keyUses: token<KeyUses>('keyUses'),
  log: token<Logger>('log'),
  lineWatch: token<LineWatch>('lineWatch'),
  lookUps: token<LookUps>('lookUps'),
  market: token<Market>('market'),
  networkClock: token<NetworkClock>('networkClock'),
  networks: token<Networks>('networks'),
  paymentsInFlight: token<PaymentsInFlight>('paymentsInFlight'),
  paymentPorts: token<PaymentPorts>('paymentPorts'),
  policy: token<FollowUpPolicy>('policy'),
  quarantineWatch: token<QuarantineWatch>('quarantineWatch'),
  quarantines: token<Quarantines>('quarantines'),
  secrets: token<Secrets>('secrets'),
  sendMoney: token<SendMoney>('sendMoney'),
  poster: token<Poster>('poster'),
  server: token<Server>('server'),
  store: token<Store>('store'),
  secretOf: token<SecretOf>('secretOf'),
  webhookDeps: token<WebhookDeps | undefined>('webhookDeps'),
  webhookTools: token<WebhookTools | undefined>('webhookTools'),
}

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
