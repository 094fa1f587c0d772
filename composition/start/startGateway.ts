import type { Container } from 'inversify'
import { batchLoop } from '../../adapters/background/batchLoop.ts'
import { channelLoop } from '../../adapters/background/channelLoop.ts'
import { expiringKeysLoop } from '../../adapters/background/expiringKeysLoop.ts'
import { failingLoop } from '../../adapters/background/failingLoop.ts'
import { floatLoop } from '../../adapters/background/floatLoop.ts'
import { followUpLoop } from '../../adapters/background/followUpLoop.ts'
import { forgettingLoop } from '../../adapters/background/forgettingLoop.ts'
import { keyUseLoop } from '../../adapters/background/keyUseLoop.ts'
import { oldNumbersLoop } from '../../adapters/background/oldNumbersLoop.ts'
import { drain, listen } from '../../adapters/http/server/listen.ts'
import { logUnserved } from '../../adapters/telemetry/log/atStart.ts'
import { failingEndpointsInto } from '../../adapters/telemetry/log/failingEndpoints.ts'
import { deliveryLoop } from '../../adapters/webhooks/delivery/deliveryLoop.ts'
import {
  askForFloats,
  eraseOldNumbers,
  exchangesKeptDays,
  forgetExchanges,
  listFailingEndpoints,
  tellExpiring,
} from '../../core/sente.ts'
import { SettingsError } from '../settings/validated.ts'
import { tokens } from '../tokens.ts'

/** Where to listen, and how long things are kept, in days. */
type StartSettings = {
  readonly host: string
  readonly port: number
  readonly exchangeDays?: number
  readonly phoneNumberDays?: number | undefined
}

/**
 * Resumes what was left open, listens, and resolves with the address. Run in reverse, the added `closers` stop new
 * requests, wait for the payments in flight, and end the follow-up, in this order; only then may the store be closed.
 */
export async function startGateway(
  container: Container,
  { exchangeDays = exchangesKeptDays, phoneNumberDays: days, ...where }: StartSettings,
  closers: (() => unknown)[],
): Promise<string> {
  const [server, log] = [container.get(tokens.server), container.get(tokens.log)]
  // Before the first payment is opened, because from then on this run submits payments of its own.
  closers.push((await followUpLoop(container.get(tokens.followUp), log)).stop)
  const deliverer = container.get(tokens.deliverer)
  if (deliverer) {
    closers.push(container.get(tokens.poster).close)
    closers.push(deliveryLoop(deliverer, container.get(tokens.eventNotifications).subscribe).stop)
    const failing = listFailingEndpoints({ ...container.get(tokens.store), clock: container.get(tokens.clock) })
    closers.push(failingLoop(failingEndpointsInto(log, failing), log).stop)
  }
  await logUnserved(container.get(tokens.accountPorts), log)
  const url = await listen(server, where).catch((error) => {
    throw unusable(where, error)
  })
  const forget = forgetExchanges({ cases: container.get(tokens.store).cases, clock: container.get(tokens.clock) })
  closers.push(forgettingLoop(forget, { keptMs: exchangeDays * dayMs, log }).stop)
  closers.push(floatLoop(floatPortsOf(container), log).stop)
  if (days !== undefined) {
    const erase = eraseOldNumbers({ ...container.get(tokens.store), ...container.get(tokens.accountPorts) })
    const isClockRight = container.get(tokens.clockWatch).isRight
    closers.push(oldNumbersLoop(erase, { days, isClockRight, log }).stop)
  }
  closers.push(batchLoop(container.get(tokens.payBatches), log).stop)
  closers.push(channelLoop(container.get(tokens.channelWatch), log).stop)
  const { notify } = container.get(tokens.eventNotifications)
  closers.push(expiringKeysLoop(tellExpiring(container.get(tokens.accountPorts)), { notify, log }).stop)
  closers.push(keyUseLoop(container.get(tokens.keyUses), log).stop)
  closers.push(() => drain(server, container.get(tokens.paymentsInFlight).ended()))
  return url
}

function floatPortsOf(container: Container) {
  const { operatorMoney } = container.get(tokens.store)
  const [clock, market] = [container.get(tokens.clock), container.get(tokens.market)]
  const ask = askForFloats({ operatorMoney, clock, market, providerFor: container.get(tokens.networks).find })
  const isShort = [...market.values()].some(({ networks }) => networks.some((one) => one.refusesBeyondFloat))
  return { gather: operatorMoney.gather, ask, ...(isShort && { look: container.get(tokens.floatWatch).look }) }
}

const dayMs = 86_400_000

function unusable({ host, port }: { host: string; port: number }, { code, message }: NodeJS.ErrnoException) {
  if (code === 'EADDRINUSE') return new SettingsError(`PORT is ${port}, but something else listens there already`)
  return new SettingsError(`can't listen on HOST ${host}, PORT ${port}: ${message}`)
}
