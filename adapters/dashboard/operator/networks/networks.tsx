import {
  isOn,
  type LineStatus,
  type MeasuredLine,
  type MeasuredLines,
  type MeasuredSpan,
  type OpenFigure,
  type OperatorPosition,
  wayOf,
} from '../../../../core/sente.ts'
import { Link } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { durationText, Moment } from '../../parts/values.tsx'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { SuccessChart } from './chart.tsx'
import { lineName, rateText } from './figures.ts'
import { Floats } from './floats.tsx'
import { LineState } from './lineState.tsx'
import { networkWords as text } from './words.ts'

/** Where the pages about networks are. */
export const networksPath = '/operator/networks'

/** All lines and floats: their state now, and how payments went lately. */
export function networksPage({ listLines, measureLines, listFloat, figures }: OperatorDeps): Page {
  return {
    path: networksPath,
    access: 'operator',
    show: (asked) =>
      asOperator(asked, async () => {
        const over = asked.query.get('over') === 'week' ? 'week' : 'day'
        const [lines, measured, position, open] = await Promise.all([
          ...([listLines(), measureLines({ over })] as const),
          ...([listFloat(), figures.open()] as const),
        ])
        return shown({ over, lines, measured, position, open })
      }),
  }
}

type Found = {
  readonly over: MeasuredSpan
  readonly lines: readonly LineStatus[]
  readonly measured: MeasuredLines
  readonly position: Pick<OperatorPosition, 'floats'>
  readonly open: readonly OpenFigure[]
}

function shown({ over, lines, measured, position, open }: Found): Shown {
  const main = (
    <>
      <h1>{text.title}</h1>
      <Spans chosen={over} />
      <h2>{text.lines}</h2>
      <p>
        {text.linesHint} {measured.isSampled && text.sampled}
      </p>
      <LineTable lines={lines} measured={measured.lines} open={open} />
      <h2>{text.parts.title[over]}</h2>
      <Success lines={measured.lines} />
      <h2>{text.floats.title}</h2>
      <Floats of={position.floats} />
    </>
  )
  return { title: text.title, main }
}

function Spans({ chosen }: { readonly chosen: MeasuredSpan }) {
  return (
    <p class="spans">
      {(['day', 'week'] as const).map((span) => (
        <Link to={`${networksPath}?over=${span}`} current={span === chosen}>
          {text.spans[span]}
        </Link>
      ))}
    </p>
  )
}

function LineTable(props: Pick<Found, 'lines' | 'open'> & { readonly measured: readonly MeasuredLine[] }) {
  const { columns } = text
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{columns.line}</th>
          <th>{columns.state}</th>
          <th class="figure">{columns.payments}</th>
          <th class="figure">{columns.success}</th>
          <th class="figure">{columns.median}</th>
          <th class="figure">{columns.p95}</th>
          <th class="figure">{columns.openNow}</th>
        </tr>
      </thead>
      <tbody>
        {props.lines.map((line) => {
          const isIts = (one: OpenFigure) => isOn(line, { ...one, kind: wayOf(one) })
          const open = props.open.filter(isIts).reduce((sum, { payments }) => sum + payments, 0)
          return <LineRow line={line} measure={props.measured.find((one) => isOn(line, one))} open={open} />
        })}
      </tbody>
    </table>
  )
}

function LineRow(props: {
  readonly line: LineStatus
  readonly measure: MeasuredLine | undefined
  readonly open: number
}) {
  const { line, measure, open } = props
  const { columns } = text
  const figures = [
    [columns.payments, measure && measure.succeeded + measure.failed + measure.open],
    [columns.success, measure && rateText(measure)],
    [columns.median, durationOr(measure?.medianMs)],
    [columns.p95, durationOr(measure?.p95Ms)],
    [columns.openNow, open],
  ] as const
  return (
    <tr>
      <th scope="row">
        <Link to={`${networksPath}/${line.network}`}>{lineName(line)}</Link>
      </th>
      <td class="whole">
        <LineState of={line} />
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

/** A chart for each line over which payments ended, and what they show as a table. */
function Success({ lines }: { readonly lines: readonly MeasuredLine[] }) {
  const used = lines.filter(({ succeeded, failed }) => succeeded + failed > 0)
  if (used.length === 0) return <p>{text.parts.nothing}</p>
  return (
    <>
      <div class="charts">
        {used.map((line, place) => (
          <SuccessChart of={line} name={`line-${place}`} />
        ))}
      </div>
      <details>
        <summary>{text.parts.asTable}</summary>
        <PartTable lines={used} />
      </details>
    </>
  )
}

function PartTable({ lines }: { readonly lines: readonly MeasuredLine[] }) {
  const moments = (lines[0]?.parts ?? []).map(({ fromMs }) => fromMs)
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.parts.begins}</th>
          {lines.map((line) => (
            <th class="figure">{lineName(line)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {moments.map((ms, part) => (
          <tr>
            <th scope="row">
              <Moment ms={ms} />
            </th>
            {lines.map((line) => (
              <td class="figure" data-name={lineName(line)}>
                {partText(line.parts[part])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function partText(part: MeasuredLine['parts'][number] | undefined): string {
  const ended = part ? part.succeeded + part.failed : 0
  return part && ended > 0 ? text.parts.of(rateText(part), ended) : text.none
}
