import { type Market, networkNames } from '../model/market.ts'
import { type OperatorRefusal, unconfiguredNetwork } from '../model/operatorRefusal.ts'
import { type Transaction, wayOf } from '../model/transaction.ts'
import type { LineStop, LineStops, NetworkLine, NewStop, StopCause } from '../ports/operators/lineStops.ts'

/**
 * How payments over a line are taken. `paused`: an operator has stopped it. `broken`: the network refuses what every
 * payment has in common, and it was stopped for that. `unreachable`: this process can't reach the network; payments are
 * tried all the same.
 */
export type LineState = 'open' | 'paused' | 'broken' | 'unreachable'

/** A line, its state, and what has stopped it, if anything has. */
export type LineStatus = NetworkLine & { readonly state: LineState; readonly stops: readonly LineStop[] }

/** The function that {@link listLines} returns. */
export type ListLines = () => Promise<readonly LineStatus[]>

/** Every line of the market with its state, for the operator; what one process alone can't reach is not known here. */
export function listLines({
  lineStops,
  market,
}: {
  readonly lineStops: Pick<LineStops, 'lasting'>
  readonly market: Market
}): ListLines {
  return async () => {
    const lasting = await lineStops.lasting()
    return linesOf(market).map((line) => {
      const stops = lasting.filter((stop) => isOn(line, stop))
      return { ...line, state: stateBy(stops), stops }
    })
  }
}

/** The function that {@link findNetwork} returns. */
export type FindNetwork = (request: {
  readonly network: string
  /** How many of the latest stops at most. */
  readonly limit: number
}) => Promise<{ readonly lines: readonly LineStatus[]; readonly stops: readonly LineStop[] } | OperatorRefusal>

/** The lines to one network, and the latest stops of them, the latest first. Refused with `unknown_network`. */
export function findNetwork(ports: { readonly lineStops: LineStops; readonly market: Market }): FindNetwork {
  return async ({ network, limit }) => {
    if (!networkNames(ports.market).includes(network)) return unconfiguredNetwork(network, ports.market)
    const lines = (await listLines(ports)()).filter((line) => line.network === network)
    return { lines, stops: await ports.lineStops.latest({ network, limit }) }
  }
}

/** All lines of a market, in its order, payouts first. */
export function linesOf(market: Market): readonly NetworkLine[] {
  return [...market].flatMap(([currency, { networks }]) =>
    networks.flatMap(({ name }) =>
      (['payout', 'collection'] as const).map((kind) => ({ network: name, currency, kind })),
    ),
  )
}

/** The line that a payment goes over. */
export function lineOf(payment: Pick<Transaction, 'network' | 'currency' | 'kind'>): NetworkLine {
  const { network, currency } = payment
  return { network, currency, kind: wayOf(payment) }
}

/** Whether a stop, or anything else about a line, is about this one. */
export function isOn(line: NetworkLine, other: NetworkLine): boolean {
  return line.network === other.network && line.currency === other.currency && line.kind === other.kind
}

/** Of stops that begin, those that would not last twice beside others and one another; the last one first, for a store. */
export function newStops(beginning: readonly NewStop[], lasting: readonly LineStop[]): readonly LineStop[] {
  const begun: LineStop[] = []
  for (const stop of beginning) {
    const isNew = ![...begun, ...lasting].some((other) => hasSameReason(stop, other))
    if (isNew) begun.unshift({ ...stop, ended: null })
  }
  return begun
}

/** Whether two are one stop, for a store that looks for one that lasts. */
export function isSameStop(one: LineStop, other: LineStop): boolean {
  return hasSameReason(one, other) && one.begunAtMs === other.begunAtMs
}

/** Whether a stop concerns payments that are made with this access to the network. */
export function stopsAccess(stop: Pick<LineStop, 'access'>, access: string): boolean {
  return stop.access === '' || stop.access === access
}

/** The state of a line that these stops are on. */
export function stateBy(stops: readonly { readonly cause: StopCause }[]): LineState {
  if (stops.length === 0) return 'open'
  return stops.some(({ cause }) => cause === 'paused') ? 'paused' : 'broken'
}

function hasSameReason(one: NewStop, other: NewStop): boolean {
  return isOn(one, other) && one.cause === other.cause && one.access === other.access
}
