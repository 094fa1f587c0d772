import { type AccountPart, type AccountSpan, isRefusal, type MeasuredAccount } from '../../../../core/sente.ts'
import type { Language } from '../../languages/languages.ts'
import { Chart } from '../../layout/charts/chart.tsx'
import { outcomeText } from '../../layout/charts/figures.ts'
import { Link, type PageBase } from '../../layout/links.tsx'
import type { Page, Shown } from '../../page.ts'
import { Refused } from '../../parts/fields.tsx'
import { amountText } from '../../parts/values.tsx'
import { messageFor } from '../../request/refusing.ts'
import type { HolderDeps } from '../deps.ts'
import { asHolder } from '../holding.ts'
import { columnsOf, panelsOf, partText, timeText, togetherOf } from './panels.ts'

/** The path of the page of charts. */
export const chartsPath = '/dashboard/charts'

/** An account's money in and out, its success, its fees and its balance by day or week, in one currency. */
export function chartsPage({ lookUpAccount, measureAccount, market }: HolderDeps): Page {
  return {
    path: chartsPath,
    access: 'look',
    isTranslated: true,
    show: (asked) =>
      asHolder(asked, async ({ accountId, language }) => {
        const over = asked.query.get('over') === 'quarter' ? 'quarter' : 'month'
        const found = await lookUpAccount({ accountId })
        const moved = isRefusal(found) ? [] : found.balances.map(({ currency }) => currency)
        const known = moved.length > 0 ? moved : [...market.keys()]
        const currency = known.find((one) => one === asked.query.get('currency')) ?? known[0] ?? ''
        const measured = await measureAccount({ accountId, currency, over })
        if (!isRefusal(measured)) return shown({ over, known, measured, language })
        const main = <Refused message={messageFor(measured, language)} />
        return { title: language.texts.charts.heading, main, status: 422 }
      }),
  }
}

type Found = {
  readonly over: AccountSpan
  readonly known: readonly string[]
  readonly measured: MeasuredAccount
  readonly language: Language
}

function shown({ over, known, measured, language }: Found): Shown {
  const text = language.texts.charts
  const { currency, isWhole, parts } = measured
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
      {!isWhole && <p>{text.partial}</p>}
      {isEmpty ? <p>{text.nothing}</p> : <Charts of={measured} />}
    </>
  )
  return { title: text.heading, main }
}

function Charts({ of: measured }: { readonly of: MeasuredAccount }, { days, language }: PageBase) {
  const { currency, parts } = measured
  const text = language.texts.charts
  const { inAndOut, balance, payments, fees } = panelsOf(measured, language)
  const columns = columnsOf(parts, { currency, days, language })
  const together = partText(togetherOf(parts), { currency, language })
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
              label={text.label(panels.map((panel) => panel.title).join('. '), together)}
              columns={columns}
              panels={panels}
            />
          </figure>
        ))}
      </div>
      <details>
        <summary>{text.asTable}</summary>
        <PartTable parts={parts} currency={currency} />
      </details>
    </>
  )
}

/** The last 30 days of an account in small: nothing if no money has moved in them. */
export function LastMonth({ of: measured }: { readonly of: MeasuredAccount }, { days, language }: PageBase) {
  const { currency, parts } = measured
  const text = language.texts.charts
  const together = togetherOf(parts)
  if (together.inMinor === 0n && together.outMinor === 0n) return null
  const { inAndOut } = panelsOf(measured, language)
  return (
    <figure>
      <figcaption>
        {text.spans.month} <Link to={`${chartsPath}?currency=${currency}`}>{text.all}</Link>
      </figcaption>
      <Chart
        label={text.label(inAndOut.title, partText(together, { currency, language }))}
        columns={columnsOf(parts, { currency, days, language })}
        panels={[inAndOut]}
      />
    </figure>
  )
}

function PartTable(
  { parts, currency }: { readonly parts: readonly AccountPart[]; readonly currency: string },
  { days, language }: PageBase,
) {
  const { columns } = language.texts.charts
  const amount = (minor: bigint) => amountText(minor, currency, language)
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
            <th scope="row">{timeText(part, { days, language })}</th>
            {(
              [
                [columns.in, amount(part.inMinor)],
                [columns.out, amount(part.outMinor)],
                [columns.outcome, outcomeText(part, language)],
                [columns.fees, amount(part.feesMinor)],
                [columns.balance, amount(part.balanceMinor)],
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
