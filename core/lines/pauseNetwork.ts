import type { Market } from '../model/market.ts'
import {
  isExplanation,
  malformedExplanation,
  type OperatorRefusal,
  unconfiguredCurrency,
  unconfiguredNetwork,
} from '../model/operatorRefusal.ts'
import type { Kind } from '../model/transaction.ts'
import type { LineStop, LineStops, NetworkLine } from '../ports/books/lineStops.ts'
import type { Clock } from '../ports/clock.ts'
import { isOn, linesOf } from './lines.ts'

/** The ports that pausing a network needs. */
export type LinePorts = { readonly lineStops: LineStops; readonly market: Market; readonly clock: Clock }

/** Which lines of a network, by default all of its currencies and kinds; who decides, and why in 1 to 500 characters. */
export type LineDecision = {
  readonly network: string
  readonly currency?: string
  readonly kind?: Kind
  readonly by: string
  readonly because: string
}

/** The stops that a decision has begun or ended. */
export type DecidedStops = { readonly stops: readonly LineStop[] }

/** The function that {@link pauseNetwork} returns. */
export type PauseNetwork = (decision: LineDecision) => Promise<DecidedStops | OperatorRefusal>

/** The function that {@link resumeNetwork} returns. */
export type ResumeNetwork = (decision: LineDecision) => Promise<DecidedStops | OperatorRefusal>

/**
 * Refuses new payments over a network, on all nodes and from the next one on; what is open is followed up. Refused with
 * `malformed_explanation`, `unknown_network`, `unknown_currency`, and with `paused_already` when all of it is.
 */
export function pauseNetwork({ lineStops, market, clock }: LinePorts): PauseNetwork {
  return async (decision) => {
    const lines = linesDecided(decision, market)
    if ('refused' in lines) return lines
    const { by, because } = decision
    const begun = { cause: 'paused', access: '', begunAtMs: clock.nowMs(), by, because } as const
    const stops = await lineStops.begin(lines.map((line) => ({ ...line, ...begun })))
    if (stops.length > 0) return { stops }
    return { refused: 'paused_already', message: `Payments over ${decision.network} are paused already` }
  }
}

/**
 * Takes payments over a network again, whoever or whatever stopped them. Refused with `malformed_explanation`,
 * `unknown_network`, `unknown_currency`, and with `not_stopped` when nothing of it is.
 */
export function resumeNetwork({ lineStops, market, clock }: LinePorts): ResumeNetwork {
  return async (decision) => {
    const lines = linesDecided(decision, market)
    if ('refused' in lines) return lines
    const lasting = (await lineStops.lasting()).filter((stop) => lines.some((line) => isOn(line, stop)))
    const { by, because } = decision
    const stops = await lineStops.end(lasting, { atMs: clock.nowMs(), by, because })
    if (stops.length > 0) return { stops }
    return { refused: 'not_stopped', message: `Payments over ${decision.network} are not stopped` }
  }
}

function linesDecided(
  { network, currency, kind, because }: LineDecision,
  market: Market,
): readonly NetworkLine[] | OperatorRefusal {
  if (!isExplanation(because)) return malformedExplanation
  if (currency !== undefined && !market.has(currency)) return unconfiguredCurrency(currency, market)
  const lines = linesOf(market).filter(
    (line) =>
      line.network === network && (currency ?? line.currency) === line.currency && (kind ?? line.kind) === line.kind,
  )
  return lines.length > 0 ? lines : unconfiguredNetwork(network, market)
}
