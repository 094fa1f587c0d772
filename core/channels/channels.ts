import { type Market, networkNames } from '../model/market.ts'
import { type OperatorRefusal, unconfiguredNetwork } from '../model/operatorRefusal.ts'
import { type Transaction, wayOf } from '../model/transaction.ts'
import type { Channel, ChannelStop, ChannelStops, NewStop, StopCause } from '../ports/operators/channelStops.ts'

/**
 * How payments over a channel are taken. `paused`: an operator has stopped it. `broken`: the network refuses what every
 * payment has in common, and it was stopped for that. `unreachable`: this process can't reach the network; payments are
 * tried all the same.
 */
export type ChannelState = 'open' | 'paused' | 'broken' | 'unreachable'

/** A channel, its state, and what has stopped it, if anything has. */
export type ChannelStatus = Channel & { readonly state: ChannelState; readonly stops: readonly ChannelStop[] }

/** The function that {@link listChannels} returns. */
export type ListChannels = () => Promise<readonly ChannelStatus[]>

/** Every channel of the market with its state, for the operator; what one process alone can't reach is not known here. */
export function listChannels({
  channelStops,
  market,
}: {
  readonly channelStops: Pick<ChannelStops, 'lasting'>
  readonly market: Market
}): ListChannels {
  return async () => {
    const lasting = await channelStops.lasting()
    return channelsOf(market).map((channel) => {
      const stops = lasting.filter((stop) => isOn(channel, stop))
      return { ...channel, state: stateBy(stops), stops }
    })
  }
}

/** The function that {@link findNetwork} returns. */
export type FindNetwork = (request: {
  readonly network: string
  /** How many of the latest stops at most. */
  readonly limit: number
}) => Promise<{ readonly channels: readonly ChannelStatus[]; readonly stops: readonly ChannelStop[] } | OperatorRefusal>

/** The channels to one network, and the latest stops of them, the latest first. Refused with `unknown_network`. */
export function findNetwork(ports: { readonly channelStops: ChannelStops; readonly market: Market }): FindNetwork {
  return async ({ network, limit }) => {
    if (!networkNames(ports.market).includes(network)) return unconfiguredNetwork(network, ports.market)
    const channels = (await listChannels(ports)()).filter((channel) => channel.network === network)
    return { channels, stops: await ports.channelStops.latest({ network, limit }) }
  }
}

/** All channels of a market, in its order, payouts first. */
export function channelsOf(market: Market): readonly Channel[] {
  return [...market].flatMap(([currency, { networks }]) =>
    networks.flatMap(({ name }) =>
      (['payout', 'collection'] as const).map((kind) => ({ network: name, currency, kind })),
    ),
  )
}

/** The channel that a payment goes over. */
export function channelOf(payment: Pick<Transaction, 'network' | 'currency' | 'kind'>): Channel {
  const { network, currency } = payment
  return { network, currency, kind: wayOf(payment) }
}

/** Whether a stop, or anything else about a channel, is about this one. */
export function isOn(channel: Channel, other: Channel): boolean {
  return channel.network === other.network && channel.currency === other.currency && channel.kind === other.kind
}

/** Of stops that begin, those that would not last twice beside others and one another; the last one first, for a store. */
export function newStops(beginning: readonly NewStop[], lasting: readonly ChannelStop[]): readonly ChannelStop[] {
  const begun: ChannelStop[] = []
  for (const stop of beginning) {
    const isNew = ![...begun, ...lasting].some((other) => hasSameReason(stop, other))
    if (isNew) begun.unshift({ ...stop, ended: null })
  }
  return begun
}

/** Whether two are one stop, for a store that looks for one that lasts. */
export function isSameStop(one: ChannelStop, other: ChannelStop): boolean {
  return hasSameReason(one, other) && one.begunAtMs === other.begunAtMs
}

/** Whether a stop concerns payments that are made with this access to the network. */
export function stopsAccess(stop: Pick<ChannelStop, 'access'>, access: string): boolean {
  return stop.access === '' || stop.access === access
}

/** The state of a channel that these stops are on. */
export function stateBy(stops: readonly { readonly cause: StopCause }[]): ChannelState {
  if (stops.length === 0) return 'open'
  return stops.some(({ cause }) => cause === 'paused') ? 'paused' : 'broken'
}

function hasSameReason(one: NewStop, other: NewStop): boolean {
  return isOn(one, other) && one.cause === other.cause && one.access === other.access
}
