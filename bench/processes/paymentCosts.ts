import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type PerformanceNodeTiming, performance } from 'node:perf_hooks'

/** The work of this process while it handled a payment, from the reading of the request until its answer is sent. */
export type PaymentCost = {
  /** User and system time of all its threads. */
  readonly cpuMs: number
  /** Turns of the event loop. */
  readonly turns: number
}

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

/**
 * The costs of the successful payouts of this process. The first call of the returned function begins to watch them, and
 * each further one takes the costs since the last.
 */
export function paymentCosts(): () => PaymentCost[] {
  let costs: PaymentCost[] | undefined
  return () => {
    costs ??= watchedPayouts()
    return costs.splice(0)
  }
}

/** The costs of the payouts that are answered from now on. */
function watchedPayouts(): PaymentCost[] {
  const begun = new WeakMap<IncomingMessage, PaymentCost>()
  const costs: PaymentCost[] = []
  subscribe('http.server.request.start', (exchange) => {
    const { request } = exchange as Exchange
    if (request.url === '/api/v1/send-money') begun.set(request, costNow())
  })
  subscribe('http.server.response.finish', (exchange) => {
    const { request, response } = exchange as Exchange
    const before = begun.get(request)
    if (!before || response.statusCode !== 201) return
    const { cpuMs, turns } = costNow()
    costs.push({ cpuMs: cpuMs - before.cpuMs, turns: turns - before.turns })
  })
  return costs
}

/** Node's own figures about its event loop, which its types lack. */
type LoopTiming = PerformanceNodeTiming & { readonly uvMetricsInfo: { readonly loopCount: number } }

function costNow(): PaymentCost {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1_000, turns: (performance.nodeTiming as LoopTiming).uvMetricsInfo.loopCount }
}
