import type { Market } from '../model/market.ts'
import { isFinal, wayOf } from '../model/transaction.ts'
import type { Clock } from '../ports/clock.ts'
import type { Channel } from '../ports/operators/channelStops.ts'
import type { Figures, MeasuredPayment } from '../ports/operators/figures.ts'
import { channelsOf, isOn } from './channels.ts'

/** The outcomes of payments over a channel that were opened in a period. */
export type ChannelMeasure = {
  readonly succeeded: number
  readonly failed: number
  /** The ones that have not ended yet. */
  readonly open: number
}

/** The outcomes of payments over a channel, also by the parts of the period, oldest first. */
export type MeasuredChannel = Channel &
  ChannelMeasure & {
    /** The time within which half of the ended ones ended, in milliseconds; null if none has. */
    readonly medianMs: number | null
    /** The same for 95 of 100. */
    readonly p95Ms: number | null
    readonly parts: readonly (ChannelMeasure & { readonly fromMs: number })[]
  }

/** The outcomes of payments in a period, and whether there were more than were read. */
export type MeasuredChannels = {
  readonly channels: readonly MeasuredChannel[]
  readonly fromMs: number
  /** The length of each part of the period, in milliseconds. */
  readonly partMs: number
  /** Whether parts had more payments than were read: these are then measured by a sample, spread over the part. */
  readonly isSampled: boolean
}

/** The period of the measurement: the last 24 hours by the hour, or the last seven days by six hours. */
export type MeasuredSpan = 'day' | 'week'

/** The function that {@link measureChannels} returns. */
export type MeasureChannels = (request: { readonly over: MeasuredSpan }) => Promise<MeasuredChannels>

const hourMs = 3_600_000

const spans: Readonly<Record<MeasuredSpan, { readonly partMs: number; readonly parts: number }>> = {
  day: { partMs: hourMs, parts: 24 },
  week: { partMs: 6 * hourMs, parts: 28 },
}

/** The number of stretches of each part, and the most payments that are read of each: the work has a bound. */
const [stretches, perStretch] = [4, 100]

/**
 * Measures every channel of the market by the payments that were recently opened over it. The reads do not grow with
 * the books: if there were many payments, it reads some of each quarter of a part. Callers share a measurement that is
 * under way.
 */
export function measureChannels(ports: {
  readonly figures: Pick<Figures, 'latest'>
  readonly clock: Pick<Clock, 'nowMs'>
  readonly market: Market
}): MeasureChannels {
  async function measure(over: MeasuredSpan): Promise<MeasuredChannels> {
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

  const underWay = new Map<MeasuredSpan, Promise<MeasuredChannels>>()
  return ({ over }) => {
    const measuring = underWay.get(over) ?? measure(over).finally(() => underWay.delete(over))
    underWay.set(over, measuring)
    return measuring
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
