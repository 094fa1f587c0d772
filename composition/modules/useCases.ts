import { hostname } from 'node:os'
import { ContainerModule } from 'inversify'
import { paymentsInFlight } from '../../adapters/background/paymentsInFlight.ts'
import { callbackHandler } from '../../adapters/providers/market/callbacks.ts'
import { alarmsInto } from '../../adapters/telemetry/log/alarms.ts'
import {
  acceptBatch,
  authenticate,
  changeBatch,
  collectMoney,
  collectThroughLink,
  createLink,
  endLink,
  followLink,
  followUp,
  keyUses,
  listBatchLines,
  listEvents,
  listKeys,
  listLinks,
  listTransactions,
  lookUpBalances,
  lookUpBatch,
  lookUpLimits,
  lookUpLink,
  lookUpMarket,
  lookUpRecipient,
  lookUpRefunds,
  lookUpTransaction,
  openLink,
  payBatches,
  payLink,
  quoteFees,
  readStatement,
  refundMoney,
  sendMoney,
  tryBatch,
} from '../../core/sente.ts'
import type { ContainerParts } from '../deployment.ts'
import { madeFrom, tokens as t } from '../tokens.ts'

/** How many transactions the follow-up asks about at once. */
const askedAtOnce = 64

/** How many lines of batches a network gets at once: half of its requests at most, so that single payments pass them. */
function linesAtOnce(requestsAtOnce = 32): number {
  return Math.max(1, Math.min(16, Math.floor(requestsAtOnce / 2)))
}

/** The core's use cases and their ports. */
export function useCasesModule({ isShared = false, metrics, fourEyes }: ContainerParts): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(t.paymentPorts).toResolvedValue(
      ...madeFrom(
        ['accountPorts', 'networks', 'channelWatch', 'floatWatch', 'configuration', 'log'],
        ({
          accountPorts,
          networks: { providerFor },
          channelWatch: channels,
          floatWatch: floats,
          configuration: { riskLimits, fees },
          log,
        }) => ({
          ...accountPorts,
          ...alarmsInto(log, metrics?.pinLocked),
          providerFor,
          channels,
          floats,
          riskLimits,
          fees,
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
    bind(t.refundMoney).toResolvedValue(
      ...madeFrom(['paymentPorts', 'paymentsInFlight'], ({ paymentPorts, paymentsInFlight: { track } }) =>
        track(refundMoney(paymentPorts)),
      ),
    )
    bind(t.batchDeps).toResolvedValue(
      ...madeFrom(['paymentPorts', 'store'], ({ paymentPorts, store: { batches, people, quarantines } }) => {
        const ports = { ...paymentPorts, batches, people, quarantines, fourEyes }
        return {
          acceptBatch: acceptBatch(ports),
          tryBatch: tryBatch(ports),
          lookUpBatch: lookUpBatch(ports),
          listBatchLines: listBatchLines(ports),
          changeBatch: changeBatch(ports),
        }
      }),
    )
    bind(t.linkDeps).toResolvedValue(
      ...madeFrom(['accountPorts', 'store'], ({ accountPorts, store: { paymentLinks, quarantines } }) => {
        const ports = { ...accountPorts, paymentLinks, quarantines }
        return {
          createLink: createLink(ports),
          lookUpLink: lookUpLink(ports),
          listLinks: listLinks(ports),
          endLink: endLink(ports),
        }
      }),
    )
    bind(t.linkPage).toResolvedValue(
      ...madeFrom(
        ['paymentPorts', 'paymentsInFlight', 'store', 'log'],
        ({ paymentPorts, paymentsInFlight: { track }, store: { paymentLinks, quarantines }, log }) => {
          const ports = {
            ...{
              ...paymentPorts,
              paymentLinks,
              quarantines,
              collectThroughLink: track(collectThroughLink(paymentPorts)),
            },
            onBreakage: (err: unknown) => log.error({ err }, 'payment links'),
          }
          return { openLink: openLink(ports), payLink: payLink(ports), followLink: followLink(ports) }
        },
      ),
    )
    bind(t.payBatches).toResolvedValue(
      ...madeFrom(
        ['paymentPorts', 'store', 'networks', 'log'],
        ({ paymentPorts, store: { batches, quarantines }, networks: { atOnce }, log }) =>
          payBatches({
            ...paymentPorts,
            ...{ batches, quarantines, by: paymentPorts.ids.random() },
            linesAtOnce: ({ currency, network }) => linesAtOnce(atOnce(currency, network)),
            onBreakage: (err) => log.error({ err }, 'batches'),
          }),
      ),
    )
    bind(t.lookUps).toResolvedValue(
      (ports, configuration, { providerFor }) => ({
        lookUpTransaction: lookUpTransaction(ports),
        lookUpRefunds: lookUpRefunds(ports),
        lookUpMarket: lookUpMarket(ports),
        lookUpBalances: lookUpBalances(ports),
        lookUpLimits: lookUpLimits({ ...ports, riskLimits: configuration.riskLimits }),
        listKeys: listKeys(ports),
        quoteFees: quoteFees({ ...ports, fees: configuration.fees }),
        lookUpRecipient: lookUpRecipient({ ...ports, providerFor, riskLimits: configuration.riskLimits }),
        listTransactions: listTransactions(ports),
        readStatement: readStatement(ports),
        listEvents: listEvents(ports),
      }),
      [t.accountPorts, t.configuration, t.networks],
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
