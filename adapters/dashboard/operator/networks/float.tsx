import type { MeasuredFloat, MeasuredFloats, MeasuredSpan } from '../../../../core/sente.ts'
import { Chart, type Column, type Panel } from '../../layout/charts/chart.tsx'
import { majorOf, shortText } from '../../layout/charts/figures.ts'
import { clockText } from '../../layout/clock.ts'
import { Link, May, type PageBase } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { amountText, dayText, durationText, momentText } from '../../parts/values.tsx'
import { words } from '../../words.ts'
import type { OperatorDeps } from '../deps.ts'
import { asOperator } from '../operating.ts'
import { floatPath } from './floats.tsx'
import { networksPath } from './networks.tsx'
import { Spans, spanIn } from './spans.tsx'
import { networkWords } from './words.ts'

const text = networkWords.float

/** Each float of a currency over a time until now, and for as long again at the rate of its payouts. */
export function floatPage({ measureFloats, clock, market }: OperatorDeps): Page {
  return {
    path: floatPath,
    access: 'operator.look',
    show: (asked) =>
      asOperator(asked, async () => {
        const over = spanIn(asked.query)
        const known = [...market.keys()]
        const currency = known.find((one) => one === asked.query.get('currency')) ?? known[0] ?? ''
        return shown({ over, known, currency, nowMs: clock.nowMs(), ...(await measureFloats({ over })) })
      }),
  }
}

type Found = MeasuredFloats & {
  readonly over: MeasuredSpan
  readonly known: readonly string[]
  readonly currency: string
  readonly nowMs: number
}

function shown({ over, known, currency, nowMs, floats, partMs }: Found): Shown {
  const theirs = floats.filter((float) => float.currency === currency)
  const main = (
    <>
      <h1>{text.title}</h1>
      <p>
        {text.hint} <Link to={networksPath}>{text.networks}</Link>
      </p>
      <Spans of={`${floatPath}?currency=${currency}`} chosen={over} />
      {known.length > 1 && (
        <p class="spans">
          {known.map((one) => (
            <Link to={`${floatPath}?over=${over}&currency=${one}`} current={one === currency}>
              {one}
            </Link>
          ))}
        </p>
      )}
      {theirs.length === 0 && <p>{networkWords.floats.none}</p>}
      <div class="charts">
        {theirs.map((float) => (
          <FloatChart of={float} partMs={partMs} nowMs={nowMs} />
        ))}
      </div>
    </>
  )
  return { title: text.title, main }
}

type Drawn = { readonly of: MeasuredFloat; readonly partMs: number; readonly nowMs: number }

function FloatChart({ of: float, partMs, nowMs }: Drawn, { days }: PageBase) {
  const { network, currency, product, parts, usableMinor, runwayMs } = float
  const name = `${network} ${currency} ${networkWords.floats.products[product]}`.trim()
  const next = leftOver(float, { partMs, nowMs })
  const summary = [
    usableMinor !== null && text.usable(amountText(usableMinor, currency)),
    usableMinor !== null && runwayMs === null && text.noPayouts,
    runwayMs !== null && text.lasts(durationText(runwayMs), momentText(nowMs + runwayMs, days)),
    !float.isKnown && text.unknown,
  ]
    .filter((one) => one !== false)
    .join(' ')
  const columns = [...parts, ...next].map(({ fromMs, minor }, column): Column => {
    const day = dayText(fromMs, days)
    const amount = minor === null ? networkWords.none : amountText(minor, currency)
    return {
      name: partMs * parts.length > dayMs ? day : clockText(fromMs, days),
      time: `${day}, ${clockText(fromMs, days)}–${clockText(fromMs + partMs, days)}`,
      figures: column < parts.length ? amount : text.about(amount),
    }
  })
  const major = ({ minor }: { readonly minor: bigint | null }) => (minor === null ? null : majorOf(minor, currency))
  const panel: Panel = {
    title: text.panel(currency),
    format: shortText,
    lines: [
      { tone: 'plain', values: parts.map(major) },
      { tone: 'faint', values: [...parts.map(() => null), ...next.map(major)] },
    ],
  }
  const isDrawn = next.length > 0 || parts.some(({ minor }) => minor !== null)
  return (
    <figure>
      <figcaption>
        {name} <strong>{summary}</strong>
        {!float.isKnown && (
          <May act="operator.money">
            <Link to="/operator/money">{text.record}</Link>
          </May>
        )}
      </figcaption>
      {isDrawn && <Chart label={`${name}: ${summary}`} columns={columns} panels={[panel]} />}
      {isDrawn && <AsTable of={columns} />}
    </figure>
  )
}

function AsTable({ of: columns }: { readonly of: readonly Column[] }) {
  return (
    <details>
      <summary>{words.charts.asTable}</summary>
      <table>
        <thead>
          <tr>
            <th>{text.time}</th>
            <th class="figure">{text.minor}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ time, figures }) => (
            <tr>
              <th scope="row">{time}</th>
              <td class="figure">{figures}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const dayMs = 86_400_000

/** The amount at the end of each following part at the rate of the payouts, until nothing is left. */
function leftOver(
  { parts, usableMinor, runwayMs }: MeasuredFloat,
  { partMs, nowMs }: Omit<Drawn, 'of'>,
): readonly { readonly fromMs: number; readonly minor: bigint }[] {
  const last = parts.at(-1)
  if (!last || usableMinor === null || !runwayMs) return []
  const next = parts.map((_, part) => {
    const fromMs = last.fromMs + (part + 1) * partMs
    const leftMs = Math.max(0, Math.round(runwayMs - (fromMs + partMs - nowMs)))
    return { fromMs, minor: (usableMinor * BigInt(leftMs)) / BigInt(runwayMs) }
  })
  const empty = next.findIndex(({ minor }) => minor === 0n)
  return empty < 0 ? next : next.slice(0, empty + 1)
}
