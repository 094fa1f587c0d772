import { ContainerModule } from 'inversify'
import type { Logger } from 'pino'
import {
  type Alarm,
  authenticate,
  collectMoney,
  followUp,
  listEvents,
  listTransactions,
  lookUpBalances,
  lookUpMarket,
  lookUpTransaction,
  readStatement,
  sendMoney,
} from '../../core/sente.ts'
import { callbackHandler } from '../networks/callbacks.ts'
import { inFlight } from '../runtime/inFlight.ts'
import { keyUses } from '../runtime/keyUses.ts'
import { followUpWhileWritable } from '../runtime/storeTrouble.ts'
import { madeFrom, tokens as t } from '../tokens.ts'
import type { Wiring } from '../wiring.ts'
import { pinLockedInto } from './pinLocked.ts'

/** How many transactions the follow-up asks about at once. */
const askedAtOnce = 64

/** The core's use cases and their ports. */
export function useCasesModule({ isShared = false }: Wiring): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(t.accountPorts).toResolvedValue(
      ...madeFrom(['accounts', 'books', 'clock', 'ids', 'secrets', 'market', 'policy'], (ports) => ports),
    )
    bind(t.alarm).toResolvedValue(alarmInto, [t.log])
    bind(t.paymentPorts).toResolvedValue(
      ...madeFrom(
        ['accountPorts', 'networks', 'configuration', 'alarm', 'log'],
        ({ accountPorts, networks: { providerFor }, configuration: { riskLimits }, alarm, log }) => ({
          ...accountPorts,
          providerFor,
          riskLimits,
          alarm,
          resealBroke: (err: unknown) =>
            log.warn({ err }, 'a PIN was not resealed under the current key: its next payout tries again'),
          pinLocked: pinLockedInto(log),
        }),
      ),
    )
    bind(t.inFlight).toResolvedValue(inFlight)
    bind(t.keyUses).toResolvedValue(
      ({ accounts, clock }, store, log) => keyUses({ accounts, clock, store, log }),
      [t.accountPorts, t.store, t.log],
    )
    bind(t.authenticate).toResolvedValue((ports, uses) => uses.noting(authenticate(ports)), [t.paymentPorts, t.keyUses])
    bind(t.sendMoney).toResolvedValue((ports, flight) => flight.track(sendMoney(ports)), [t.paymentPorts, t.inFlight])
    bind(t.collectMoney).toResolvedValue(
      (ports, flight) => flight.track(collectMoney(ports)),
      [t.paymentPorts, t.inFlight],
    )
    bind(t.lookUpTransaction).toResolvedValue(lookUpTransaction, [t.accountPorts])
    bind(t.lookUpMarket).toResolvedValue(lookUpMarket, [t.accountPorts])
    bind(t.listTransactions).toResolvedValue(listTransactions, [t.accountPorts])
    bind(t.lookUpBalances).toResolvedValue(lookUpBalances, [t.accountPorts])
    bind(t.readStatement).toResolvedValue(readStatement, [t.accountPorts])
    bind(t.listEvents).toResolvedValue(listEvents, [t.accountPorts])
    bind(t.followUp).toResolvedValue(
      (ports, store) => followUpWhileWritable(followUp({ ...ports, atOnce: askedAtOnce, isShared }), store),
      [t.paymentPorts, t.store],
    )
    bind(t.handleCallback).toResolvedValue(
      ({ calledBack }, followUp, log) =>
        callbackHandler(calledBack, (id) => void followUp.hint(id).catch((err: unknown) => log.error({ err }, 'hint'))),
      [t.networks, t.followUp, t.log],
    )
  })
}

function alarmInto(log: Logger): Alarm {
  return (attention, { id, network, providerId, providerRef }) => {
    const line = { attention, transaction_id: id, network, provider_id: providerId, provider_ref: providerRef }
    log.error(line, 'attention')
  }
}
