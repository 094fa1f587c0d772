import type { Market } from '../model/market.ts'
import { isFinal, wayOf } from '../model/transaction.ts'
import type { Clock } from '../ports/clock.ts'
import type { Channel } from '../ports/operators/channelStops.ts'
import type { Figures, MeasuredPayment } from '../ports/operators/figures.ts'
import { channelsOf, isOn } from './channels.ts'

/** How payments over a channel went that were opened in a time. */
export type ChannelMeasure = {
  readonly succeeded: number
  readonly failed: number
  /** Those that have not ended yet. */
  readonly open: number
}

/** How payments over a channel went, also by the parts of the time, the oldest first. */
export type MeasuredChannel = Channel &
  ChannelMeasure & {
    /** How long half of those that have ended took at most, in milliseconds; null where none has. */
    readonly medianMs: number | null
    /** The same for 95 of 100. */
    readonly p95Ms: number | null
    readonly parts: readonly (ChannelMeasure & { readonly fromMs: number })[]
  }

/** How payments went over a time, and whether there were more than were looked at. */
export type MeasuredChannels = {
  readonly channels: readonly MeasuredChannel[]
  readonly fromMs: number
  /** How long each part of the time is, in milliseconds. */
  readonly partMs: number
  /** Whether parts had more payments than were looked at: then they are measured by some, spread over the part. */
  readonly isSampled: boolean
}

/** Over how long channels are measured: the last 24 hours by the hour, or the last seven days by six hours. */
export type MeasuredSpan = 'day' | 'week'

/** The function that {@link measureChannels} returns. */
export type MeasureChannels = (request: { readonly over: MeasuredSpan }) => Promise<MeasuredChannels>

const hourMs = 3_600_000

const spans: Readonly<Record<MeasuredSpan, { readonly partMs: number; readonly parts: number }>> = {
  day: { partMs: hourMs, parts: 24 },
  week: { partMs: 6 * hourMs, parts: 28 },
}

/** Each part is looked at in so many stretches, of each of which so many payments at most: the work has a bound. */
const [stretches, perStretch] = [4, 100]

/**
 * Measures every channel of the market by the payments that were opened over it lately. What it reads does not grow with the
 * books: where there were many payments it looks at some of each quarter of a part.
 */
export function measureChannels(ports: {
  readonly figures: Pick<Figures, 'latest'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly market: Market
}): MeasureChannels {
  return async ({ over }) => {
    const { partMs, parts } = spans[over]
    const endMs = Math.floor(ports.clock.nowMs() / partMs) * partMs + partMs
    const fromMs = endMs - parts * partMs
    const found: MeasuredPayment[][] = []
    let isSampled = false
    for (let part = 0; part < parts; part += 1) {
      const payments: MeasuredPayment[] = []
      for (let stretch = 0; stretch < stretches; stretch += 1) {
        const stretchMs = partMs / stretches
        const startMs = fromMs + part * partMs + stretch * stretchMs
        const some = await ports.figures.latest({ fromMs: startMs, toMs: startMs + stretchMs, limit: perStretch })
        isSampled ||= some.length === perStretch
        payments.push(...some)
      }
      found.push(payments)
    }
    const channels = channelsOf(ports.market).map((channel) => measured(channel, found, { fromMs, partMs }))
    return { channels, fromMs, partMs, isSampled }
  }
}

function measured(
  channel: Channel,
  found: readonly (readonly MeasuredPayment[])[],
  { fromMs, partMs }: { readonly fromMs: number; readonly partMs: number },
): MeasuredChannel {
  const theirs = found.map((payments) => payments.filter((one) => isOn(channel, { ...one, kind: wayOf(one) })))
  const all = theirs.flat()
  const took = all
    .filter(({ state }) => isFinal(state))
    .map(({ createdAtMs, updatedAtMs }) => Math.max(0, updatedAtMs - createdAtMs))
    .sort((one, other) => one - other)
  return {
    ...channel,
    ...counted(all),
    medianMs: nearestRank(took, 0.5),
    p95Ms: nearestRank(took, 0.95),
    parts: theirs.map((payments, part) => ({ ...counted(payments), fromMs: fromMs + part * partMs })),
  }
}

function counted(payments: readonly MeasuredPayment[]): ChannelMeasure {
  const inState = (wanted: MeasuredPayment['state']) => payments.filter(({ state }) => state === wanted).length
  const [succeeded, failed] = [inState('succeeded'), inState('failed')]
  return { succeeded, failed, open: payments.length - succeeded - failed }
}

/** The smallest of some sorted values that is not below this share of them; null of none. */
function nearestRank(sorted: readonly number[], share: number): number | null {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null
}
