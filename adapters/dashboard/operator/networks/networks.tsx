import {
  type ChannelStatus,
  isOn,
  type MeasuredChannel,
  type MeasuredChannels,
  type MeasuredSpan,
  type OpenFigure,
  type OperatorPosition,
  wayOf,
} from '../../../../core/sente.ts'
import { shareText } from '../../layout/charts/figures.ts'
import { Link } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { durationText } from '../../parts/values.tsx'
import { words } from '../../words.ts'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { ChannelState } from './channelState.tsx'
import { ChannelChart } from './chart.tsx'
import { channelName } from './figures.ts'
import { Floats, floatPath } from './floats.tsx'
import { Spans, spanIn } from './spans.tsx'
import { networkWords as text } from './words.ts'

/** The path of the pages about networks. */
export const networksPath = '/operator/networks'

/** All channels and floats: their state now, and the latest outcomes of payments. */
export function networksPage({ listChannels, measureChannels, listFloat, figures }: OperatorDeps): Page {
  return {
    path: networksPath,
    access: 'operator.look',
    show: (asked) =>
      asOperator(asked, async () => {
        const over = spanIn(asked.query)
        const [channels, measured, position, open] = await Promise.all([
          ...([listChannels(), measureChannels({ over })] as const),
          ...([listFloat(), figures.open()] as const),
        ])
        return shown({ over, channels, measured, position, open })
      }),
  }
}

type Found = {
  readonly over: MeasuredSpan
  readonly channels: readonly ChannelStatus[]
  readonly measured: MeasuredChannels
  readonly position: Pick<OperatorPosition, 'floats'>
  readonly open: readonly OpenFigure[]
}

function shown({ over, channels, measured, position, open }: Found): Shown {
  const main = (
    <>
      <h1>{text.title}</h1>
      <Spans of={networksPath} chosen={over} />
      <h2>{text.channels}</h2>
      <p>
        {text.channelsHint} {!measured.isWhole && words.charts.partial}
      </p>
      <ChannelTable channels={channels} measured={measured.channels} open={open} />
      <h2>{text.parts.title[over]}</h2>
      <Charts of={measured} />
      <h2>{text.floats.title}</h2>
      <Floats of={position.floats} />
      <p class="spans">
        <Link to={floatPath}>{text.floats.byTheHour}</Link>
        <Link to="/operator/money">{text.floats.money}</Link>
      </p>
    </>
  )
  return { title: text.title, main }
}

function ChannelTable(props: Pick<Found, 'channels' | 'open'> & { readonly measured: readonly MeasuredChannel[] }) {
  const { columns } = text
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{columns.channel}</th>
          <th>{columns.state}</th>
          <th class="figure">{columns.payments}</th>
          <th class="figure">{columns.success}</th>
          <th class="figure">{columns.median}</th>
          <th class="figure">{columns.p95}</th>
          <th class="figure">{columns.openNow}</th>
        </tr>
      </thead>
      <tbody>
        {props.channels.map((channel) => {
          const isIts = (one: OpenFigure) => isOn(channel, { ...one, kind: wayOf(one) })
          const open = props.open.filter(isIts).reduce((sum, { payments }) => sum + payments, 0)
          return <ChannelRow channel={channel} measure={props.measured.find((one) => isOn(channel, one))} open={open} />
        })}
      </tbody>
    </table>
  )
}

function ChannelRow(props: {
  readonly channel: ChannelStatus
  readonly measure: MeasuredChannel | undefined
  readonly open: number
}) {
  const { channel, measure, open } = props
  const { columns } = text
  const figures = [
    [columns.payments, measure && measure.succeeded + measure.failed],
    [columns.success, measure && shareText(measure)],
    [columns.median, durationOr(measure?.medianMs)],
    [columns.p95, durationOr(measure?.p95Ms)],
    [columns.openNow, open],
  ] as const
  return (
    <tr>
      <th scope="row">
        <Link to={`${networksPath}/${channel.network}`}>{channelName(channel)}</Link>
      </th>
      <td class="whole">
        <ChannelState of={channel} />
      </td>
      {figures.map(([name, figure]) => (
        <td class="figure" data-name={name}>
          {figure}
        </td>
      ))}
    </tr>
  )
}

function durationOr(ms: number | null | undefined): string {
  return ms === null || ms === undefined ? text.none : durationText(ms)
}

/** A chart for each channel with ended payments. */
function Charts({ of: { channels, partMs } }: { readonly of: MeasuredChannels }) {
  const used = channels.filter(({ succeeded, failed }) => succeeded + failed > 0)
  if (used.length === 0) return <p>{text.parts.nothing}</p>
  return (
    <div class="charts">
      {used.map((channel) => (
        <ChannelChart of={channel} partMs={partMs} />
      ))}
    </div>
  )
}
