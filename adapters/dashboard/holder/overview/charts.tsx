import {
  type AccountPart,
  type AccountSpan,
  type Calendar,
  isRefusal,
  type MeasuredAccount,
} from '../../../../core/sente.ts'
import { languages } from '../../languages/languages.ts'
import { Chart, type Panel } from '../../layout/charts/chart.tsx'
import { areFew, majorOf, outcomeText, shortText } from '../../layout/charts/figures.ts'
import { Link, type PageBase } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { Refused } from '../../parts/fields.tsx'
import { amountText, dateText, dayText } from '../../parts/values.tsx'
import { words } from '../../words.ts'
import type { HolderDeps } from '../deps.ts'
import { asHolder } from '../holding.ts'
import { holderWords } from '../words.ts'

/** The path of the page of charts. */
export const chartsPath = '/dashboard/charts'

const text = holderWords.charts

/** An account's money in and out, its success, its fees and its balance by day or week, in one currency. */
export function chartsPage({ lookUpAccount, measureAccount, market }: HolderDeps): Page {
  return {
    path: chartsPath,
    access: 'look',
    show: (asked) =>
      asHolder(asked, async ({ accountId }) => {
        const over = asked.query.get('over') === 'quarter' ? 'quarter' : 'month'
        const found = await lookUpAccount({ accountId })
        const moved = isRefusal(found) ? [] : found.balances.map(({ currency }) => currency)
        const known = moved.length > 0 ? moved : [...market.keys()]
        const currency = known.find((one) => one === asked.query.get('currency')) ?? known[0] ?? ''
        const measured = await measureAccount({ accountId, currency, over })
        if (isRefusal(measured))
          return { title: text.heading, main: <Refused message={measured.message} />, status: 422 }
        return shown({ over, known, measured })
      }),
  }
}

type Found = { readonly over: AccountSpan; readonly known: readonly string[]; readonly measured: MeasuredAccount }

function shown({ over, known, measured }: Found): Shown {
  const { currency, isWhole } = measured
  const parts = measured.parts
  const isEmpty = parts.every((part) => part.succeeded + part.failed === 0 && part.balanceMinor === 0n)
  const main = (
    <>
      <h1>{text.heading}</h1>
      <p class="spans">
        {(['month', 'quarter'] as const).map((span) => (
          <Link to={`${chartsPath}?over=${span}&currency=${currency}`} current={span === over}>
            {text.spans[span]}
          </Link>
        ))}
        {known.length > 1 &&
          known.map((one) => (
            <Link to={`${chartsPath}?over=${over}&currency=${one}`} current={one === currency}>
              {one}
            </Link>
          ))}
      </p>
      {!isWhole && <p>{words.charts.partial}</p>}
      {isEmpty ? <p>{text.nothing}</p> : <Charts of={measured} />}
    </>
  )
  return { title: text.heading, main }
}

function Charts({ of: { currency, parts } }: { readonly of: MeasuredAccount }, { days }: PageBase) {
  const columns = parts.map((part) => ({
    name: dayText(part.fromMs, days),
    time: timeText(part, days),
    figures: partText(part, currency),
  }))
  const money = (minorOf: (part: AccountPart) => bigint) => parts.map((part) => majorOf(minorOf(part), currency))
  const isPale = (column: number) => areFew(parts[column] ?? { succeeded: 0, failed: 0 })
  const { title } = text
  const inAndOut: Panel = {
    title: title.inAndOut(currency),
    format: shortText,
    bars: [
      { tone: 'in', values: money(({ inMinor }) => inMinor) },
      { tone: 'out', values: money(({ outMinor }) => -outMinor) },
    ],
  }
  const balance: Panel = {
    title: title.balance(currency),
    format: shortText,
    lines: [{ tone: 'plain', values: money(({ balanceMinor }) => balanceMinor) }],
  }
  const payments: Panel = {
    title: title.payments,
    format: shortText,
    bars: [
      { tone: 'good', values: parts.map(({ succeeded }) => succeeded), isPale },
      { tone: 'bad', values: parts.map(({ failed }) => failed), isPale },
    ],
  }
  const fees: Panel = {
    title: title.fees(currency),
    format: shortText,
    bars: [{ tone: 'plain', values: money(({ feesMinor }) => feesMinor) }],
  }
  const together = partText(togetherOf(parts), currency)
  return (
    <>
      <p>{text.together(together)}</p>
      <div class="charts">
        {[
          [inAndOut, balance],
          [payments, fees],
        ].map((panels) => (
          <figure>
            <Chart
              label={text.label(
                panels.map((panel) => panel.title),
                together,
              )}
              columns={columns}
              panels={panels}
            />
          </figure>
        ))}
      </div>
      <details>
        <summary>{words.charts.asTable}</summary>
        <PartTable parts={parts} currency={currency} />
      </details>
    </>
  )
}

/** All parts as one, with the balance at the end. */
function togetherOf(parts: readonly AccountPart[]): AccountPart {
  return parts.reduce((sum, part) => ({
    ...{ fromMs: sum.fromMs, toMs: part.toMs, balanceMinor: part.balanceMinor },
    succeeded: sum.succeeded + part.succeeded,
    failed: sum.failed + part.failed,
    inMinor: sum.inMinor + part.inMinor,
    outMinor: sum.outMinor + part.outMinor,
    feesMinor: sum.feesMinor + part.feesMinor,
  }))
}

function partText(part: AccountPart, currency: string): string {
  const [inText = '', out = '', fees = '', balance = ''] = [
    ...[part.inMinor, part.outMinor, part.feesMinor, part.balanceMinor].map((minor) => amountText(minor, currency)),
  ]
  return text.figures({ in: inText, out, outcome: outcomeText(part), fees, balance })
}

/** A day, or the first and the last day of a week. */
function timeText({ fromMs, toMs }: AccountPart, days: Calendar): string {
  const [first, last] = [dateText(fromMs, days, languages.en), dateText(toMs - 1, days, languages.en)]
  return first === last ? first : `${first} – ${last}`
}

function PartTable(
  { parts, currency }: { readonly parts: readonly AccountPart[]; readonly currency: string },
  { days }: PageBase,
) {
  const { columns } = text
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{columns.day}</th>
          <th class="figure">{columns.in}</th>
          <th class="figure">{columns.out}</th>
          <th class="figure">{columns.outcome}</th>
          <th class="figure">{columns.fees}</th>
          <th class="figure">{columns.balance}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <tr>
            <th scope="row">{timeText(part, days)}</th>
            {(
              [
                [columns.in, amountText(part.inMinor, currency)],
                [columns.out, amountText(part.outMinor, currency)],
                [columns.outcome, outcomeText(part)],
                [columns.fees, amountText(part.feesMinor, currency)],
                [columns.balance, amountText(part.balanceMinor, currency)],
              ] as const
            ).map(([name, figure]) => (
              <td class="figure" data-name={name}>
                {figure}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
