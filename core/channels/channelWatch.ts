import type { Market } from '../model/market.ts'
import type { Clock } from '../ports/clock.ts'
import type { ChannelFault, MobileProvider, Submitted } from '../ports/mobileProvider.ts'
import type { Channel, ChannelStop, ChannelStops, StopCause } from '../ports/operators/channelStops.ts'
import { type ChannelState, type ChannelStatus, channelsOf, isOn, stateBy, stopsAccess } from './channels.ts'

/** A change of a channel: its state, its stops, and the number of payments that this process refused meanwhile. */
export type ChannelChange = ChannelStatus & { readonly was: ChannelState; readonly refused: number }

/** The ports of the watch. */
export type ChannelWatchPorts = {
  readonly channelStops: ChannelStops
  readonly clock: Clock
  readonly market: Market
  /** The provider of a network of the market; undefined if none is connected. */
  readonly providerFor: (currency: string, network: string) => MobileProvider | undefined
  /** Called once with each change that this process notices. */
  readonly onChange?: (change: ChannelChange) => void
  /** Called with the error when a channel could not be stopped. */
  readonly onBroke?: (error: unknown) => void
}

/** One process's view of the channels to the networks. */
export type ChannelWatch = {
  /**
   * Receives the answer to a submission. Stops the channel when the network refuses a part that every payment shares.
   * Never rejects: a stop that can't be stored is tried again after the next such answer.
   */
  answered(request: { readonly channel: Channel; readonly answer: Submitted }): Promise<void>
  /** Counts a payment that was refused because the channel is stopped. */
  refused(channel: Channel): void
  /** Reads the stops of channels. Once a minute asks networks that refuse our access whether they accept it now. */
  look(): Promise<void>
  /** Every channel of the market with its state. */
  states(): Promise<readonly ChannelStatus[]>
}

/** The number of submissions in a row with a fault after which the channel is stopped, or called unreachable. */
const faultsInARow: Readonly<Record<ChannelFault, number>> = {
  access_refused: 5,
  // A third wrong PIN may bar the wallet.
  wallet_pin_refused: 2,
  unreachable: 10,
}

/** How often a network that refuses our access is asked whether it accepts it now. */
const probeEveryMs = 60_000

/** The counts of this process for a channel. */
type Count = {
  readonly channel: Channel
  readonly faults: Record<ChannelFault, number>
  state: ChannelState
  refused: number
}

/**
 * Watches the channels of the market. A network's answer without information about its access, such as that a customer
 * has no money, ends a row of refusals; silence does not. If the network accepts our access again, the next refusal
 * stops the channel again at once, until a payment has gone through.
 */
export function channelWatch({
  channelStops,
  clock,
  market,
  providerFor,
  onChange,
  onBroke,
}: ChannelWatchPorts): ChannelWatch {
  const counts: readonly Count[] = channelsOf(market).map((channel) => ({
    channel,
    faults: { access_refused: 0, wallet_pin_refused: 0, unreachable: 0 },
    state: 'open',
    refused: 0,
  }))
  let probedAtMs = Number.NEGATIVE_INFINITY
  const countOf = (channel: Channel) => counts.find((count) => isOn(channel, count.channel))
  const accessTo = ({ currency, network }: Channel) => providerFor(currency, network)?.access ?? ''

  /** The stops that last and concern payments of this process, by channel. */
  async function lasting(): Promise<(channel: Channel) => ChannelStop[]> {
    const all = await channelStops.lasting()
    return (channel) => all.filter((stop) => isOn(channel, stop) && stopsAccess(stop, accessTo(channel)))
  }

  function statusOf(count: Count, stops: readonly ChannelStop[]): ChannelStatus {
    const state = stateBy(stops)
    return { ...count.channel, state: state === 'open' && isUnreachable(count) ? 'unreachable' : state, stops }
  }

  async function noticeChanges(): Promise<void> {
    const stopsOn = await lasting()
    for (const count of counts) {
      const status = statusOf(count, stopsOn(count.channel))
      const { state: was, refused } = count
      if (status.state === was) continue
      count.state = status.state
      if (status.state === 'open') count.refused = 0
      onChange?.({ ...status, was, refused })
    }
  }

  async function stop({ channel, faults }: Count, cause: Exclude<StopCause, 'paused'>, because: string): Promise<void> {
    const access = cause === 'access_refused' ? accessTo(channel) : ''
    const begun = { cause, access, begunAtMs: clock.nowMs(), by: null, because }
    await channelStops.begin([{ ...channel, ...begun }])
    faults[cause] = 0
  }

  async function probe(stop: ChannelStop): Promise<void> {
    const { currency, network, kind } = stop
    const count = countOf(stop)
    if (!count || stop.cause !== 'access_refused') return
    if (!(await providerFor(currency, network)?.acceptsAccess?.(kind))) return
    if (stop.access === accessTo(stop)) count.faults.access_refused = faultsInARow.access_refused - 1
    await channelStops.end([stop], { atMs: clock.nowMs(), by: null, because: 'the network accepts our access again' })
  }

  return {
    async answered({ channel, answer }) {
      const count = countOf(channel)
      if (!count) return
      const { faults } = count
      const fault = 'fault' in answer ? answer.fault : undefined
      if (fault !== 'unreachable') faults.unreachable = 0
      if (fault !== undefined) faults[fault] += 1
      else if (answer.outcome !== 'inDoubt') Object.assign(faults, { access_refused: 0, wallet_pin_refused: 0 })
      try {
        const isStopped = fault !== undefined && fault !== 'unreachable' && faults[fault] >= faultsInARow[fault]
        if (isStopped) await stop(count, fault, becauseOf(answer))
        if (isStopped || isUnreachable(count) !== (count.state === 'unreachable')) await noticeChanges()
      } catch (error) {
        onBroke?.(error)
      }
    },
    refused(channel) {
      const count = countOf(channel)
      if (count) count.refused += 1
    },
    async look() {
      if (clock.monotonicMs() - probedAtMs >= probeEveryMs) {
        probedAtMs = clock.monotonicMs()
        await Promise.all((await channelStops.lasting()).map(probe))
      }
      await noticeChanges()
    },
    async states() {
      const stopsOn = await lasting()
      return counts.map((count) => statusOf(count, stopsOn(count.channel)))
    },
  }
}

function isUnreachable({ faults }: Count): boolean {
  return faults.unreachable >= faultsInARow.unreachable
}

function becauseOf(answer: Submitted): string {
  return ('because' in answer ? answer.because : undefined) ?? 'the network gave no reason'
}
