import { type ActionPorts, type Attribution, type Done, recording, refuseAttribution } from '../actions/attribution.ts'
import type { Market } from '../model/market.ts'
import { type OperatorRefusal, unconfiguredCurrency, unconfiguredNetwork } from '../model/operatorRefusal.ts'
import type { Way } from '../model/transaction.ts'
import type { LineStop, LineStops, NetworkLine } from '../ports/operators/lineStops.ts'
import { isOn, linesOf } from './lines.ts'

/** The ports that pausing a network needs. */
export type LinePorts = { readonly lineStops: LineStops; readonly market: Market } & ActionPorts

/** Which lines of a network, by default all of its currencies and kinds; who decides, and why in 1 to 500 characters. */
export type LineDecision = {
  readonly network: string
  readonly currency?: string
  readonly kind?: Way
  readonly because: string
} & Attribution

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
export function pauseNetwork(ports: LinePorts): PauseNetwork {
  const { lineStops, market, clock } = ports
  return async (decision) => {
    const lines = linesDecided(decision, market)
    if ('refused' in lines) return lines
    const { by, because } = decision
    const begun = { cause: 'paused', access: '', begunAtMs: clock.nowMs(), by, because } as const
    const acting = recording(ports, decision)((stops: readonly LineStop[]) => decided('network.pause', decision, stops))
    const stops = await lineStops.begin(
      lines.map((line) => ({ ...line, ...begun })),
      acting,
    )
    if (stops.length > 0) return { stops }
    return { refused: 'paused_already', message: `Payments over ${decision.network} are paused already` }
  }
}

/**
 * Takes payments over a network again, whoever or whatever stopped them. Refused with `malformed_explanation`,
 * `unknown_network`, `unknown_currency`, and with `not_stopped` when nothing of it is.
 */
export function resumeNetwork(ports: LinePorts): ResumeNetwork {
  const { lineStops, market, clock } = ports
  return async (decision) => {
    const lines = linesDecided(decision, market)
    if ('refused' in lines) return lines
    const lasting = (await lineStops.lasting()).filter((stop) => lines.some((line) => isOn(line, stop)))
    const { by, because } = decision
    const acting = recording(
      ports,
      decision,
    )((stops: readonly LineStop[]) => decided('network.resume', decision, stops))
    const stops = await lineStops.end(lasting, { atMs: clock.nowMs(), by, because }, acting)
    if (stops.length > 0) return { stops }
    return { refused: 'not_stopped', message: `Payments over ${decision.network} are not stopped` }
  }
}

function decided(
  kind: 'network.pause' | 'network.resume',
  { network }: LineDecision,
  stops: readonly LineStop[],
): Done | undefined {
  if (stops.length === 0) return undefined
  const lines = stops.map((stop) => `${stop.kind} ${stop.currency} ${stop.cause}`)
  const subject = `network ${network}`
  const [before, after] = kind === 'network.pause' ? [null, { stopped: lines }] : [{ stopped: lines }, null]
  return { kind, accountId: null, subject, before, after }
}

function linesDecided(decision: LineDecision, market: Market): readonly NetworkLine[] | OperatorRefusal {
  const { network, currency, kind } = decision
  const refusal = refuseAttribution(decision)
  if (refusal) return refusal
  if (currency !== undefined && !market.has(currency)) return unconfiguredCurrency(currency, market)
  const lines = linesOf(market).filter(
    (line) =>
      line.network === network && (currency ?? line.currency) === line.currency && (kind ?? line.kind) === line.kind,
  )
  return lines.length > 0 ? lines : unconfiguredNetwork(network, market)
}
