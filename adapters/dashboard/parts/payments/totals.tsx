import { type Kind, kinds, type State, type Transaction } from '../../../../core/sente.ts'
import { Link, type PageBase } from '../../layout/links.tsx'
import { linkTo } from '../filters.tsx'
import { amountText } from '../values.tsx'

/** The payments of a filter of one kind, state and currency: how many, and the sum of their amounts. */
export type PaymentTotal = {
  readonly kind: Kind
  readonly state: State
  readonly currency: string
  readonly count: number
  readonly sumMinor: bigint
}

/** The most payments that are added up on a page. */
const mostAdded = 10_000

/** Adds up payments by kind, state and currency. Undefined for too many of them. */
export async function paymentTotals(
  pages: AsyncIterable<readonly Transaction[]>,
): Promise<readonly PaymentTotal[] | undefined> {
  const totals = new Map<string, PaymentTotal>()
  let read = 0
  for await (const page of pages) {
    read += page.length
    if (read > mostAdded) return undefined
    for (const { kind, state, currency, amountMinor } of page) {
      const key = `${kinds.indexOf(kind)} ${state} ${currency}`
      const { count, sumMinor } = totals.get(key) ?? { count: 0, sumMinor: 0n }
      totals.set(key, { kind, state, currency, count: count + 1, sumMinor: sumMinor + amountMinor })
    }
  }
  return [...totals].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, total]) => total)
}

/** The way to the count and the sum of a list's payments. */
export function AddUp(
  { path, query }: { readonly path: string; readonly query: URLSearchParams },
  { language }: PageBase,
) {
  return (
    <p>
      <Link to={linkTo(path, query, { totals: '1', before: null })}>{language.texts.filters.totals.show}</Link>
    </p>
  )
}

/** The count and the sum of a filter's payments; a note instead for too many. */
export function PaymentTotals(
  { of: totals }: { readonly of: readonly PaymentTotal[] | undefined },
  { language }: PageBase,
) {
  const {
    payment,
    filters: { totals: text },
  } = language.texts
  if (!totals) return <p>{text.tooMany}</p>
  return (
    <table class="cards">
      <caption>{text.title}</caption>
      <thead>
        <tr>
          <th>{payment.kind}</th>
          <th>{payment.state}</th>
          <th class="amount">{text.count}</th>
          <th class="amount">{text.sum}</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ kind, state, currency, count, sumMinor }) => (
          <tr>
            <th scope="row">{payment.kinds[kind]}</th>
            <td>{payment.states[state]}</td>
            <td class="count" data-name={text.count}>
              {count}
            </td>
            <td class="amount">{amountText(sumMinor, currency, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
