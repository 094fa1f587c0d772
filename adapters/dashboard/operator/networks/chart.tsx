import {
  type ChannelMeasure,
  countedDurations,
  type MeasuredChannel,
  type MeasuredChannels,
} from '../../../../core/sente.ts'
import { Chart, type Panel } from '../../layout/charts/chart.tsx'
import { areFew, majorOf, outcomeText, shareText, shortText } from '../../layout/charts/figures.ts'
import { clockText } from '../../layout/clock.ts'
import type { PageBase } from '../../layout/links.tsx'
import { amountText, dayText, durationText } from '../../parts/values.tsx'
import { words } from '../../words.ts'
import { channelName } from './figures.ts'
import { networkWords } from './words.ts'

const [text, dayMs] = [networkWords.parts, 86_400_000]

/** The payments over a channel by the parts of a time: how many succeeded and failed, their amounts, and how long they took. */
export function ChannelChart(
  { of: channel, partMs }: { readonly of: MeasuredChannel } & Pick<MeasuredChannels, 'partMs'>,
  { days }: PageBase,
) {
  const { parts, currency } = channel
  const nameOf = (ms: number) => (partMs * parts.length > dayMs ? dayText(ms, days) : clockText(ms, days))
  const columns = parts.map((part) => {
    const toMs = part.fromMs + partMs
    const time = `${dayText(part.fromMs, days)}, ${clockText(part.fromMs, days)}–${clockText(toMs, days)}`
    return { name: nameOf(part.fromMs), time, figures: partText(part, currency) }
  })
  return (
    <figure>
      <figcaption>
        {channelName(channel)} <strong>{outcomeText(channel)}</strong>
      </figcaption>
      <Chart
        label={`${channelName(channel)}: ${partText(channel, currency)}`}
        columns={columns}
        panels={[paymentsPanel(parts), amountPanel(channel), durationPanel(parts)]}
      />
      <details>
        <summary>{words.charts.asTable}</summary>
        <PartTable parts={parts} times={columns.map(({ time }) => time)} currency={currency} />
      </details>
    </figure>
  )
}

function PartTable(props: Pick<MeasuredChannel, 'parts' | 'currency'> & { readonly times: readonly string[] }) {
  const { parts, currency, times } = props
  const { partColumns } = networkWords
  return (
    <table>
      <thead>
        <tr>
          <th>{partColumns.time}</th>
          <th>{partColumns.outcome}</th>
          <th>{currency}</th>
          <th>{partColumns.median}</th>
          <th>{partColumns.p95}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part, place) => (
          <tr>
            <th>{times[place]}</th>
            <td>{shareText(part)}</td>
            <td>{amountText(part.amountMinor, currency).slice(currency.length + 1)}</td>
            <td>{durationOr(part.medianMs)}</td>
            <td>{durationOr(part.p95Ms)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function durationOr(ms: number | null): string {
  return ms === null ? networkWords.none : durationText(ms)
}

/** The figures of a part of the time in words. */
function partText(part: ChannelMeasure, currency: string): string {
  const { medianMs, p95Ms, amountMinor } = part
  if (medianMs === null || p95Ms === null) return networkWords.none
  return text.figures(outcomeText(part), amountText(amountMinor, currency), durationText(medianMs), durationText(p95Ms))
}

function paymentsPanel(parts: MeasuredChannel['parts']): Panel {
  const isPale = (column: number) => areFew(parts[column] ?? { succeeded: 0, failed: 0 })
  return {
    title: text.payments,
    format: shortText,
    bars: [
      { tone: 'good', values: parts.map(({ succeeded }) => succeeded), isPale },
      { tone: 'bad', values: parts.map(({ failed }) => failed), isPale },
    ],
  }
}

function amountPanel({ parts, currency }: MeasuredChannel): Panel {
  const values = parts.map(({ amountMinor }) => majorOf(amountMinor, currency))
  return { title: text.amount(currency), format: shortText, bars: [{ tone: 'plain', values }] }
}

/** Durations are drawn by their place among the counted ones: a step is a few times as long as the one before. */
function durationPanel(parts: MeasuredChannel['parts']): Panel {
  const placeOf = (ms: number | null) => (ms === null ? null : countedDurations.indexOf(ms))
  const [median, p95] = [parts.map(({ medianMs }) => placeOf(medianMs)), parts.map(({ p95Ms }) => placeOf(p95Ms))]
  const longest = Math.max(...p95.map((place) => place ?? 0))
  const last = axisPlaces.find((place) => place >= longest) ?? countedDurations.length - 1
  return {
    title: text.duration,
    format: (place) => durationText(countedDurations[place] ?? 0),
    steps: axisPlaces.filter((place) => place <= Math.max(last, axisPlaces[1] ?? 0)),
    lines: [
      { tone: 'faint', values: p95 },
      { tone: 'plain', values: median },
    ],
  }
}

/** The durations at the axis: a second, ten seconds, a minute, ten minutes, an hour, a day and 30 days. */
const axisPlaces = [1, 10, 60, 600, 3_600, 86_400, 30 * 86_400].map((seconds) =>
  countedDurations.indexOf(seconds * 1_000),
)
