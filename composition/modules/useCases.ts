import { hostname } from 'node:os'
import { ContainerModule } from 'inversify'
import { paymentsInFlight } from '../../adapters/background/paymentsInFlight.ts'
import { callbackHandler } from '../../adapters/providers/market/callbacks.ts'
import { alarmsInto } from '../../adapters/telemetry/log/alarms.ts'
import {
  authenticate,
  collectMoney,
  followUp,
  keyUses,
  listEvents,
  listTransactions,
  lookUpBalances,
  lookUpLimits,
  lookUpMarket,
  lookUpTransaction,
  readStatement,
  sendMoney,
} from '../../core/sente.ts'
import type { ContainerParts } from '../deployment.ts'
import { madeFrom, tokens as t } from '../tokens.ts'

/** How many transactions the follow-up asks about at once. */
const askedAtOnce = 64

/** The core's use cases and their ports. */
export function useCasesModule({ isShared = false, metrics }: ContainerParts): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(t.accountPorts).toResolvedValue(
      ...madeFrom(['accounts', 'books', 'clock', 'ids', 'secrets', 'market', 'policy'], (ports) => ports),
    )
    bind(t.paymentPorts).toResolvedValue(
      ...madeFrom(
        ['accountPorts', 'networks', 'lineWatch', 'floatWatch', 'configuration', 'log'],
        ({
          accountPorts,
          networks: { providerFor },
          lineWatch: lines,
          floatWatch: floats,
          configuration: { riskLimits },
          log,
        }) => ({
          ...accountPorts,
          ...alarmsInto(log, metrics?.pinLocked),
          providerFor,
          lines,
          floats,
          riskLimits,
          node: `${hostname()}/${process.pid}`,
        }),
      ),
    )
    bind(t.paymentsInFlight).toResolvedValue(paymentsInFlight)
    bind(t.keyUses).toResolvedValue(
      ...madeFrom(['accountPorts', 'store'], ({ accountPorts, store: { isTroubled } }) =>
        keyUses({ ...accountPorts, canWrite: () => !isTroubled() }),
      ),
    )
    bind(t.authenticate).toResolvedValue(
      ...madeFrom(['paymentPorts', 'keyUses'], ({ paymentPorts, keyUses: { noting } }) =>
        noting(authenticate(paymentPorts)),
      ),
    )
    bind(t.sendMoney).toResolvedValue(
      ...madeFrom(['paymentPorts', 'paymentsInFlight'], ({ paymentPorts, paymentsInFlight: { track } }) =>
        track(sendMoney(paymentPorts)),
      ),
    )
    bind(t.collectMoney).toResolvedValue(
      ...madeFrom(['paymentPorts', 'paymentsInFlight'], ({ paymentPorts, paymentsInFlight: { track } }) =>
        track(collectMoney(paymentPorts)),
      ),
    )
    bind(t.lookUps).toResolvedValue(
      (ports, configuration) => ({
        lookUpTransaction: lookUpTransaction(ports),
        lookUpMarket: lookUpMarket(ports),
        lookUpBalances: lookUpBalances(ports),
        lookUpLimits: lookUpLimits({ ...ports, riskLimits: configuration.riskLimits }),
        listTransactions: listTransactions(ports),
        readStatement: readStatement(ports),
        listEvents: listEvents(ports),
      }),
      [t.accountPorts, t.configuration],
    )
    bind(t.followUp).toResolvedValue(
      ...madeFrom(['paymentPorts', 'store'], ({ paymentPorts, store: { isTroubled, isReady } }) =>
        followUp({ ...paymentPorts, atOnce: askedAtOnce, isShared, canRecord: () => !isTroubled() || isReady() }),
      ),
    )
    bind(t.handleCallback).toResolvedValue(
      ...madeFrom(['networks', 'followUp', 'log'], ({ networks: { calledBack }, followUp: { hint }, log }) =>
        callbackHandler(calledBack, (called) => void hint(called).catch((err: unknown) => log.error({ err }, 'hint'))),
      ),
    )
  })
}
