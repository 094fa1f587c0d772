import type { Container } from 'inversify'
import { batchLoop } from '../../adapters/background/batchLoop.ts'
import { channelLoop } from '../../adapters/background/channelLoop.ts'
import { expiringKeysLoop } from '../../adapters/background/expiringKeysLoop.ts'
import { failingLoop } from '../../adapters/background/failingLoop.ts'
import { floatLoop } from '../../adapters/background/floatLoop.ts'
import { followUpLoop } from '../../adapters/background/followUpLoop.ts'
import { forgettingLoop } from '../../adapters/background/forgettingLoop.ts'
import { keyUseLoop } from '../../adapters/background/keyUseLoop.ts'
import { noticesLoop } from '../../adapters/background/noticesLoop.ts'
import { oldNumbersLoop } from '../../adapters/background/oldNumbersLoop.ts'
import { listen } from '../../adapters/http/server/listen.ts'
import { logUnserved } from '../../adapters/telemetry/log/atStart.ts'
import { failingEndpointsInto } from '../../adapters/telemetry/log/failingEndpoints.ts'
import { deliveryLoop } from '../../adapters/webhooks/delivery/deliveryLoop.ts'
import { exchangesKeptDays } from '../../core/sente.ts'
import { SettingsError } from '../settings/validated.ts'
import { type Held, heldIn } from '../tokens.ts'

/** The address to listen on, and the periods for which data is kept, in days. */
type StartSettings = {
  readonly host: string
  readonly port: number
  readonly exchangeDays?: number
  readonly phoneNumberDays?: number | undefined
}

/**
 * Resumes the open payments, listens, and resolves with the address. Run in reverse, the added `closers` stop new
 * requests, wait for the payments in flight, and end the follow-up, in this order. Only then may the store be closed.
 */
export async function startGateway(
  container: Container,
  { exchangeDays = exchangesKeptDays, phoneNumberDays: days, ...where }: StartSettings,
  closers: (() => unknown)[],
): Promise<string> {
  const held = heldIn(container)
  const { server, log, useCases, deliverer, clockWatch, eventNotifications } = held
  // Before the first payment is opened, because from then on this run submits payments of its own.
  closers.push((await followUpLoop(held.followUp, log)).stop)
  if (deliverer) {
    closers.push(held.poster.close)
    closers.push(deliveryLoop(deliverer, eventNotifications.subscribe).stop)
    closers.push(failingLoop(failingEndpointsInto(log, useCases.listFailingEndpoints), log).stop)
  }
  await logUnserved(held.accountPorts, log)
  const { url, drain } = await listen(server, where).catch((error) => {
    throw unusable(where, error)
  })
  closers.push(forgettingLoop(useCases.forgetExchanges, { keptMs: exchangeDays * dayMs, log }).stop)
  closers.push(floatLoop(floatPortsOf(held), log).stop)
  if (days !== undefined) {
    closers.push(oldNumbersLoop(useCases.eraseOldNumbers, { days, isClockRight: clockWatch.isRight, log }).stop)
  }
  closers.push(held.comparisonDesk.close)
  closers.push(held.upkeepDesk.close)
  closers.push(batchLoop(held.payBatches, log).stop)
  closers.push(channelLoop(held.channelWatch, log).stop)
  closers.push(expiringKeysLoop(useCases.tellExpiring, { notify: eventNotifications.notify, log }).stop)
  closers.push(keyUseLoop(held.keyUses, log).stop)
  closers.push(noticesLoop(useCases, log).stop)
  closers.push(() => drain(held.paymentsInFlight.ended()))
  return url
}

function floatPortsOf({ store: { operatorMoney, figures }, useCases, floatWatch, market }: Held) {
  const isShort = [...market.values()].some(({ networks }) => networks.some((one) => one.refusesBeyondFloat))
  const gather = async () => (await operatorMoney.gather()) || figures.gather()
  return { gather, ask: useCases.askForFloats, ...(isShort && { look: floatWatch.look }) }
}

const dayMs = 86_400_000

function unusable({ host, port }: { host: string; port: number }, { code, message }: NodeJS.ErrnoException) {
  if (code === 'EADDRINUSE') return new SettingsError(`PORT is ${port}, but another program already listens there`)
  return new SettingsError(`can't listen on HOST ${host}, PORT ${port}: ${message}`)
}
