import {
  type BatchStatus,
  type BatchTotal,
  type LineProgress,
  type LineRows,
  progressOf,
} from '../../../../core/sente.ts'
import { lineStates } from '../../../formats/batch.ts'
import type { Language } from '../../languages/languages.ts'
import { Form, Link, type PageBase } from '../../layout/links.tsx'
import { Choice } from '../../parts/fields.tsx'
import { amountText } from '../../parts/values.tsx'
import { named } from '../../request/named.ts'
import { batchesPath } from './batches.tsx'

/** How many lines are on a page. */
export const perPage = 50

/** A batch with some of its lines: one more than a page if others follow. */
export type SeenLines = BatchStatus & { readonly lines: readonly LineRows[] }

/** The totals of a batch's lines, by their state. */
export function Totals({ of: totals }: { readonly of: readonly BatchTotal[] }, { language }: PageBase) {
  const text = language.texts.batches
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.batch.lineState}</th>
          <th>{text.lines}</th>
          <th class="amount">{text.amount}</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ progress, currency, lines, minor, feesMinor }) => (
          <tr>
            <th scope="row">
              <LineState progress={progress} />
            </th>
            <td>{text.lineCount(lines)}</td>
            <td class="amount">{currency === '' ? '' : amountText(minor + feesMinor, currency, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function LineState({ progress }: { readonly progress: LineProgress }, { language }: PageBase) {
  const look = progress === 'succeeded' ? 'good' : progress === 'failed' || progress === 'refused' ? 'bad' : 'wait'
  return <span class={`state ${look}`}>{language.texts.batches.batch.states[progress]}</span>
}

/** A page of the lines of a batch, in one state if one is chosen. */
export function LinesPage(
  { found, query }: { readonly found: SeenLines; readonly query: URLSearchParams },
  { language }: PageBase,
) {
  const { batches, days } = language.texts
  const text = batches.batch
  const own = `${batchesPath}/${found.batch.id}`
  const states = [['', batches.anyState] as const, ...lineStates.map((state) => [state, text.states[state]] as const)]
  const lines = found.lines.slice(0, perPage)
  const next = new URLSearchParams({ state: query.get('state') ?? '', after: `${lines.at(-1)?.line.number}` })
  return (
    <>
      <Form to={own} method="get" class="flow" label={batches.filter}>
        <Choice name="state" label={text.lineState} options={states} value={query.get('state') ?? undefined} />
        <button type="submit">{days.show}</button>
      </Form>
      {lines.length === 0 ? <p>{text.noLines}</p> : <Lines of={lines} batch={found} />}
      {found.lines.length > perPage && (
        <p>
          <Link to={`${own}?${next}`}>{text.further}</Link>
        </p>
      )}
      <p>
        <Link to={`${own}/lines.csv`}>{text.csv}</Link>
      </p>
    </>
  )
}

/** Lines of a batch with their payments, as a table; on a phone as cards. */
export function Lines(
  { of: lines, batch: { batch } }: { readonly of: readonly LineRows[]; readonly batch: BatchStatus },
  { language }: PageBase,
) {
  const { batches, payment } = language.texts
  const text = batches.batch
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.line}</th>
          <th>{batches.reference}</th>
          <th>{payment.phoneNumber}</th>
          <th>{text.lineState}</th>
          <th class="amount">{text.lineAmount}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((rows) => {
          const { line, transaction } = rows
          return (
            <tr>
              <th scope="row">{line.number}</th>
              <td>
                {transaction ? (
                  <Link to={`/dashboard/transactions/${transaction.id}`}>{line.reference}</Link>
                ) : (
                  line.reference
                )}
              </td>
              <td>
                {line.phoneNumber} <small>{line.network}</small>
              </td>
              <td>
                <LineState progress={progressOf(rows, batch)} /> <small>{whyOf(rows, language)}</small>
              </td>
              <td class="amount">
                {line.amountMinor !== null && amountText(line.amountMinor, line.currency, language)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Why a line was refused, or its payment failed. */
function whyOf({ line: { code }, transaction }: LineRows, { texts }: Language): string | undefined {
  if (code !== null) return named(texts.batches.batch.codes, code) ?? code
  return transaction?.reason ? texts.payment.reasons[transaction.reason] : undefined
}
