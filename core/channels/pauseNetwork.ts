import { type ActionPorts, type Attribution, type Done, recording, refuseAttribution } from '../actions/attribution.ts'
import type { Market } from '../model/market.ts'
import { type OperatorRefusal, unconfiguredCurrency, unconfiguredNetwork } from '../model/operatorRefusal.ts'
import type { Way } from '../model/transaction.ts'
import type { Channel, ChannelStop, ChannelStops } from '../ports/operators/channelStops.ts'
import { channelsOf, isOn } from './channels.ts'

/** The ports for pausing a network. */
export type ChannelPorts = { readonly channelStops: ChannelStops; readonly market: Market } & ActionPorts

/**
 * The channels of a network, by default all of its currencies and kinds; the author, and the reason in 1 to 500
 * characters.
 */
export type ChannelDecision = {
  readonly network: string
  readonly currency?: string
  readonly kind?: Way
  readonly because: string
} & Attribution

/** The stops that a decision has begun or ended. */
export type DecidedStops = { readonly stops: readonly ChannelStop[] }

/** The function that {@link pauseNetwork} returns. */
export type PauseNetwork = (decision: ChannelDecision) => Promise<DecidedStops | OperatorRefusal>

/** The function that {@link resumeNetwork} returns. */
export type ResumeNetwork = (decision: ChannelDecision) => Promise<DecidedStops | OperatorRefusal>

/**
 * Refuses new payments over a network, on all nodes and from the next one on; open payments are followed up. Refused
 * with `malformed_explanation`, `unknown_network`, `unknown_currency`, and with `paused_already` when all of it is
 * paused.
 */
export function pauseNetwork(ports: ChannelPorts): PauseNetwork {
  const { channelStops, market, clock } = ports
  return async (decision) => {
    const channels = channelsDecided(decision, market)
    if ('refused' in channels) return channels
    const { by, because } = decision
    const begun = { cause: 'paused', access: '', begunAtMs: clock.nowMs(), by, because } as const
    const acting = recording(
      ports,
      decision,
    )((stops: readonly ChannelStop[]) => decided('network.pause', decision, stops))
    const stops = await channelStops.begin(
      channels.map((channel) => ({ ...channel, ...begun })),
      acting,
    )
    if (stops.length > 0) return { stops }
    return { refused: 'paused_already', message: `Payments over ${decision.network} are already paused` }
  }
}

/**
 * Accepts payments over a network again, whoever or whatever stopped them. Refused with `malformed_explanation`,
 * `unknown_network`, `unknown_currency`, and with `not_stopped` when nothing of it is stopped.
 */
export function resumeNetwork(ports: ChannelPorts): ResumeNetwork {
  const { channelStops, market, clock } = ports
  return async (decision) => {
    const channels = channelsDecided(decision, market)
    if ('refused' in channels) return channels
    const lasting = (await channelStops.lasting()).filter((stop) => channels.some((channel) => isOn(channel, stop)))
    const { by, because } = decision
    const acting = recording(
      ports,
      decision,
    )((stops: readonly ChannelStop[]) => decided('network.resume', decision, stops))
    const stops = await channelStops.end(lasting, { atMs: clock.nowMs(), by, because }, acting)
    if (stops.length > 0) return { stops }
    return { refused: 'not_stopped', message: `Payments over ${decision.network} are not stopped` }
  }
}

function decided(
  kind: 'network.pause' | 'network.resume',
  { network }: ChannelDecision,
  stops: readonly ChannelStop[],
): Done | undefined {
  if (stops.length === 0) return undefined
  const channels = stops.map((stop) => `${stop.kind} ${stop.currency} ${stop.cause}`)
  const subject = `network ${network}`
  const [before, after] = kind === 'network.pause' ? [null, { stopped: channels }] : [{ stopped: channels }, null]
  return { kind, accountId: null, subject, before, after }
}

function channelsDecided(decision: ChannelDecision, market: Market): readonly Channel[] | OperatorRefusal {
  const { network, currency, kind } = decision
  const refusal = refuseAttribution(decision)
  if (refusal) return refusal
  if (currency !== undefined && !market.has(currency)) return unconfiguredCurrency(currency, market)
  const channels = channelsOf(market).filter(
    (channel) =>
      channel.network === network &&
      (currency ?? channel.currency) === channel.currency &&
      (kind ?? channel.kind) === channel.kind,
  )
  return channels.length > 0 ? channels : unconfiguredNetwork(network, market)
}
