import { Container } from 'inversify'
import type { Logger } from 'pino'
import 'reflect-metadata'
import { httpServer } from '../adapters/http/httpServer.ts'
import type { Limits } from '../adapters/http/limits.ts'
import { nodeSecrets, type PinKeys, systemClock, uuids } from '../adapters/node/node.ts'
import { providerHttp } from '../adapters/providers/transport/providerHttp.ts'
import { openSqliteStore, type Serving } from '../adapters/sqlite/store/sqliteStore.ts'
import {
  type AccountPorts,
  type Alarm,
  authenticate,
  collectMoney,
  type FollowUpPolicy,
  followUp,
  lookUp,
  sendMoney,
} from '../core/sente.ts'
import { callbackHandler } from './networks/callbacks.ts'
import { askTheTime } from './networks/clockAsk.ts'
import { hearingClocks } from './networks/clockTold.ts'
import { clockWatch } from './networks/clockWatch.ts'
import type { Configuration } from './networks/configuration.ts'
import { type Callbacks, connectNetworks } from './networks/networks.ts'
import { inFlight } from './runtime/inFlight.ts'
import { quarantineWatch } from './runtime/quarantineWatch.ts'
import { followUpWhileWritable, markLog, troubleLog } from './runtime/storeTrouble.ts'
import { tokens } from './tokens.ts'

/** What is different between the sandbox and live. */
export type World = {
  /** Asked when the first key or PIN is hashed. */
  readonly pinKeys: () => PinKeys
  readonly configuration: Configuration
  readonly policy: FollowUpPolicy
  readonly callbacks: Callbacks
  /** Told where the gateway listens, resolves with what the person who started it wants to know. */
  readonly greet?: (url: string, ports: AccountPorts) => Promise<string>
}

/** What has to be known before anything can be wired. */
export type Wiring = World & {
  readonly purpose: 'sandbox' | 'live'
  readonly databasePath: string
  /** Given by the server, which makes a missing database and brings an older one up to date; a command only opens it. */
  readonly serving?: Serving
  /** Those of the merchants' API that are not the usual ones. */
  readonly limits?: Partial<Limits>
  readonly log: Logger
}

/** How many transactions the follow-up asks about at once. */
const askedAtOnce = 64

/** Wires everything; each thing is made once, when it is first asked for. */
export function buildContainer({ purpose, databasePath, serving, pinKeys, ...wiring }: Wiring): Container {
  const container = new Container({ defaultScope: 'Singleton' })
  const t = tokens

  container.bind(t.log).toConstantValue(wiring.log)
  container.bind(t.policy).toConstantValue(wiring.policy)
  container.bind(t.callbacks).toConstantValue(wiring.callbacks)
  container.bind(t.configuration).toConstantValue(wiring.configuration)
  container.bind(t.market).toConstantValue(wiring.configuration.market)
  container.bind(t.clock).toConstantValue(systemClock)
  container.bind(t.ids).toConstantValue(uuids)
  container.bind(t.secrets).toResolvedValue(() => nodeSecrets({ pinKeys: pinKeys() }))

  const told = { onTrouble: troubleLog(wiring.log, databasePath), onMark: markLog(wiring.log, databasePath) }
  const opening = serving ? { migrate: true, serving: { ...told, ...serving } } : { migrate: false }
  container.bind(t.store).toResolvedValue(() => openSqliteStore({ path: databasePath, purpose, ...opening }))
  container.bind(t.accounts).toResolvedValue((store) => store.accounts, [t.store])
  container.bind(t.books).toResolvedValue((store) => store.books, [t.store])
  container.bind(t.quarantines).toResolvedValue((store) => store.quarantines, [t.store])

  container.bind(t.quarantineWatch).toResolvedValue(quarantineWatch, [t.quarantines, t.log])

  container
    .bind(t.http)
    .toResolvedValue((clock, watch) => hearingClocks(providerHttp(), clock.nowMs, watch.hear), [t.clock, t.clockWatch])
  container
    .bind(t.clockWatch)
    .toResolvedValue(
      (clock, log, configuration) =>
        clockWatch({ clock, log, ask: () => askTheTime(configuration, container.get(t.http)) }),
      [t.clock, t.log, t.configuration],
    )
  container
    .bind(t.networks)
    .toResolvedValue(
      (configuration, callbacks, http, clock, log) => connectNetworks({ configuration, callbacks, http, clock, log }),
      [t.configuration, t.callbacks, t.http, t.clock, t.log],
    )
  container.bind(t.alarm).toResolvedValue(alarmInto, [t.log])

  container.bind(t.accountPorts).toResolvedValue(
    (accounts, books, clock, ids, secrets, market, policy) => ({
      accounts,
      books,
      clock,
      ids,
      secrets,
      market,
      policy,
    }),
    [t.accounts, t.books, t.clock, t.ids, t.secrets, t.market, t.policy],
  )
  container.bind(t.paymentPorts).toResolvedValue(
    (ports, { providerFor }, alarm, log) => ({
      ...ports,
      providerFor,
      alarm,
      resealBroke: (err) =>
        log.warn({ err }, 'a PIN was not sealed under the current key: its next payout tries again'),
    }),
    [t.accountPorts, t.networks, t.alarm, t.log],
  )
  container
    .bind(t.followUp)
    .toResolvedValue(
      (ports, store) => followUpWhileWritable(followUp({ ...ports, atOnce: askedAtOnce }), store),
      [t.paymentPorts, t.store],
    )
  container
    .bind(t.handleCallback)
    .toResolvedValue(
      ({ calledBack }, followUp, log) =>
        callbackHandler(calledBack, (id) => void followUp.hint(id).catch((err: unknown) => log.error({ err }, 'hint'))),
      [t.networks, t.followUp, t.log],
    )
  container.bind(t.lookUp).toResolvedValue(lookUp, [t.accountPorts])
  container.bind(t.inFlight).toResolvedValue(inFlight)
  container.bind(t.authenticate).toResolvedValue(authenticate, [t.paymentPorts])
  container
    .bind(t.sendMoney)
    .toResolvedValue((ports, flight) => flight.track(sendMoney(ports)), [t.paymentPorts, t.inFlight])
  container
    .bind(t.collectMoney)
    .toResolvedValue((ports, flight) => flight.track(collectMoney(ports)), [t.paymentPorts, t.inFlight])
  container.bind(t.server).toResolvedValue(
    (authenticate, sendMoney, collectMoney, lookUp, handleCallback, ids, log, store, watch, quarantine) =>
      httpServer({
        authenticate,
        sendMoney,
        collectMoney,
        lookUp,
        handleCallback,
        ids,
        log,
        isReady: async () => watch.isRight() && (await store.isReady()),
        isQuarantined: quarantine.isQuarantined,
        limits: wiring.limits ?? {},
      }),
    [
      t.authenticate,
      t.sendMoney,
      t.collectMoney,
      t.lookUp,
      t.handleCallback,
      t.ids,
      t.log,
      t.store,
      t.clockWatch,
      t.quarantineWatch,
    ],
  )
  return container
}

function alarmInto(log: Logger): Alarm {
  return (attention, { id, network, providerId, providerRef }) => {
    const line = { attention, transaction_id: id, network, provider_id: providerId, provider_ref: providerRef }
    log.error(line, 'attention')
  }
}
