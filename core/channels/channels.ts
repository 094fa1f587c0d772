import { type Market, networkNames } from '../model/market.ts'
import { type OperatorRefusal, unconfiguredNetwork } from '../model/operatorRefusal.ts'
import { type Transaction, wayOf } from '../model/transaction.ts'
import type { Channel, ChannelStop, ChannelStops, NewStop, StopCause } from '../ports/operators/channelStops.ts'

/**
 * The state of payments over a channel. `paused`: an operator has stopped it. `broken`: the network refuses a part that
 * every payment shares, and it was stopped for that. `unreachable`: this process can't reach the network; payments are
 * tried all the same.
 */
export type ChannelState = 'open' | 'paused' | 'broken' | 'unreachable'

/** A channel, its state, and its stops, if there are any. */
export type ChannelStatus = Channel & { readonly state: ChannelState; readonly stops: readonly ChannelStop[] }

/** The function that {@link listChannels} returns. */
export type ListChannels = () => Promise<readonly ChannelStatus[]>

/**
 * Every channel of the market with its state, for the operator. Whether a single process can't reach a network is not
 * known here.
 */
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
  /** The most stops, latest first. */
  readonly limit: number
}) => Promise<{ readonly channels: readonly ChannelStatus[]; readonly stops: readonly ChannelStop[] } | OperatorRefusal>

/** The channels to one network, and their latest stops, latest first. Refused with `unknown_network`. */
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

/** The channel of a payment. */
export function channelOf(payment: Pick<Transaction, 'network' | 'currency' | 'kind'>): Channel {
  const { network, currency } = payment
  return { network, currency, kind: wayOf(payment) }
}

/** Whether a stop, or another record of a channel, concerns this one. */
export function isOn(channel: Channel, other: Channel): boolean {
  return channel.network === other.network && channel.currency === other.currency && channel.kind === other.kind
}

/** The new stops that would not last twice, beside existing ones and one another; last one first, for a store. */
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

/** Whether a stop concerns payments with this access to the network. */
export function stopsAccess(stop: Pick<ChannelStop, 'access'>, access: string): boolean {
  return stop.access === '' || stop.access === access
}

/** The state of a channel with these stops. */
export function stateBy(stops: readonly { readonly cause: StopCause }[]): ChannelState {
  if (stops.length === 0) return 'open'
  return stops.some(({ cause }) => cause === 'paused') ? 'paused' : 'broken'
}

function hasSameReason(one: NewStop, other: NewStop): boolean {
  return isOn(one, other) && one.cause === other.cause && one.access === other.access
}
