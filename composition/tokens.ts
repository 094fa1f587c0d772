import type { Server } from 'node:http'
import type { Got } from 'got'
import type { Container, ServiceIdentifier } from 'inversify'
import type { Logger } from 'pino'
import type { EventNotifications } from '../adapters/background/eventNotifications.ts'
import type { PaymentsInFlight } from '../adapters/background/paymentsInFlight.ts'
import type { Pages } from '../adapters/dashboard/dashboard.ts'
import type { ComparisonDesk } from '../adapters/dashboard/operator/desks/comparisonDesk.ts'
import type { UpkeepDesk } from '../adapters/dashboard/operator/desks/upkeepDesk.ts'
import type { HandleCallback } from '../adapters/http/endpoint.ts'
import type { Leaving } from '../adapters/http/server/listen.ts'
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
  Books,
  ChannelWatch,
  Clock,
  FloatWatch,
  FollowUp,
  FollowUpPolicy,
  Ids,
  KeyUses,
  Market,
  PayBatches,
  PaymentPorts,
  Quarantines,
  Secrets,
  Store,
  UseCases,
} from '../core/sente.ts'
import type { Configuration } from './settings/configuration.ts'

/** The name of every value in the container, and its type. */
export const tokens = identified({
  accountPorts: type<AccountPorts & { policy: FollowUpPolicy }>(),
  upkeepDesk: type<UpkeepDesk>(),
  books: type<Books>(),
  callbacks: type<Callbacks>(),
  clock: type<Clock>(),
  clockWatch: type<ClockWatch>(),
  comparisonDesk: type<ComparisonDesk>(),
  configuration: type<Configuration>(),
  deliverer: type<Deliverer | undefined>(),
  eventNotifications: type<EventNotifications>(),
  floatWatch: type<FloatWatch>(),
  followUp: type<FollowUp>(),
  handleCallback: type<HandleCallback>(),
  http: type<Got>(),
  ids: type<Ids>(),
  keyUses: type<KeyUses>(),
  leaving: type<Leaving>(),
  log: type<Logger>(),
  channelWatch: type<ChannelWatch>(),
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
  poster: type<Poster>(),
  server: type<Server>(),
  store: type<Store>(),
  secretOf: type<SecretOf>(),
  useCases: type<UseCases>(),
  webhookTools: type<WebhookTools | undefined>(),
})

/** The values of the container by their names. */
export type Held = {
  readonly [Name in keyof typeof tokens]: (typeof tokens)[Name] extends ServiceIdentifier<infer Value> ? Value : never
}

/** Adds a value to a container under a name. `make` is called once, when the value is first needed. */
export type Hold = <Name extends keyof Held>(name: Name, make: (held: Held) => Held[Name]) => void

/** Returns the function that fills a container. `make` reads its dependencies by their names, so that nothing else is made. */
export function holdIn(container: Container): Hold {
  return (name, make) => {
    container.bind<unknown>(tokens[name]).toDynamicValue(({ get }) => make(named((one) => get<unknown>(tokens[one]))))
  }
}

/** The values of a container. Each is made when it is first read. */
export function heldIn(container: Container): Held {
  return named((name) => container.get<unknown>(tokens[name]))
}

/** An object that looks up each property when it is read. To list its properties would make all of them, so that throws. */
function named(find: (name: keyof Held) => unknown): Held {
  return new Proxy({} as Held, {
    get: (_, name) => find(name as keyof Held),
    ownKeys() {
      throw new TypeError('the values of a container are read by name')
    },
  })
}

/** Gives each name of an object its identifier. */
function identified<Types extends Record<string, ServiceIdentifier>>(types: Types): Types {
  return Object.fromEntries(Object.keys(types).map((name) => [name, Symbol(name)])) as Types
}

/** The type of a value in the container. The name alone identifies the value. */
function type<T>(): ServiceIdentifier<T> {
  return Symbol() as ServiceIdentifier<T>
}
