import { emptySum, groupSums } from '../books/hours/endedSums.ts'
import { type MeasuredSpan, measuredTime } from '../books/hours/measuredTime.ts'
import type { Market } from '../model/market.ts'
import type { Clock } from '../ports/clock.ts'
import type { Channel } from '../ports/operators/channelStops.ts'
import type { ChannelHour, EndedSum, PaymentSums } from '../ports/operators/figures.ts'
import { channelsOf, isOn } from './channels.ts'

/** Payments over a channel that ended in a time, and how long they took. */
export type ChannelMeasure = EndedSum & {
  /** The shortest of the counted durations within which half of them ended, in milliseconds; null if none has ended. */
  readonly medianMs: number | null
  /** The same for 95 of 100. */
  readonly p95Ms: number | null
}

/** The outcomes of payments over a channel, also by the parts of the period, oldest first. */
export type MeasuredChannel = Channel &
  ChannelMeasure & { readonly parts: readonly (ChannelMeasure & { readonly fromMs: number })[] }

/** The outcomes of the payments that ended in a period. */
export type MeasuredChannels = {
  readonly channels: readonly MeasuredChannel[]
  readonly fromMs: number
  /** The length of each part of the period, in milliseconds. */
  readonly partMs: number
  /** Whether every payment counts; false while the server still adds up many of them. */
  readonly isWhole: boolean
}

/** The function that {@link measureChannels} returns. */
export type MeasureChannels = (request: { readonly over: MeasuredSpan }) => Promise<MeasuredChannels>

/**
 * Measures every channel of the market by the payments that recently ended. The reads do not grow with the books, and
 * callers share a measurement that is under way.
 */
export function measureChannels(ports: {
  readonly figures: Pick<PaymentSums, 'hoursOfChannels'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly market: Market
}): MeasureChannels {
  async function measure(over: MeasuredSpan): Promise<MeasuredChannels> {
    const { fromMs, toMs, partMs, starts } = measuredTime(over, ports.clock.nowMs())
    const { sums, isWhole } = await ports.figures.hoursOfChannels({ fromMs, toMs })
    const channels = channelsOf(ports.market).map((channel): MeasuredChannel => {
      const theirs = sums.filter((sum) => isOn(channel, sum))
      const during = (startMs: number) => theirs.filter((sum) => sum.fromMs >= startMs && sum.fromMs < startMs + partMs)
      const measured = starts.map((startMs) => ({ ...measureOf(during(startMs)), fromMs: startMs }))
      return { ...channel, ...measureOf(theirs), parts: measured }
    })
    return { channels, fromMs, partMs, isWhole }
  }

  const underWay = new Map<MeasuredSpan, Promise<MeasuredChannels>>()
  return ({ over }) => {
    const measuring = underWay.get(over) ?? measure(over).finally(() => underWay.delete(over))
    underWay.set(over, measuring)
    return measuring
  }
}

function measureOf(hours: readonly ChannelHour[]): ChannelMeasure {
  const [all = emptySum] = groupSums(hours, () => ({}))
  const byDuration = groupSums(hours, ({ withinMs }) => ({ withinMs })).sort(
    (one, other) => one.withinMs - other.withinMs,
  )
  return { ...all, medianMs: nearestRank(byDuration, 0.5), p95Ms: nearestRank(byDuration, 0.95) }
}

/** The shortest duration that this share of payments did not exceed; null of none. */
function nearestRank(sorted: readonly (EndedSum & { readonly withinMs: number })[], share: number): number | null {
  const all = sorted.reduce((sum, { succeeded, failed }) => sum + succeeded + failed, 0)
  let left = Math.ceil(all * share)
  const found = sorted.find(({ succeeded, failed }) => {
    left -= succeeded + failed
    return left <= 0
  })
  return found?.withinMs ?? null
}
