import { type Kind, kinds, type State, type Transaction } from '../../../../core/sente.ts'
import { amountText } from '../../parts/values.tsx'
import { words } from '../../words.ts'
import { holderWords } from '../words.ts'

/** The payments of a filter of one kind, state and currency: how many, and the sum of their amounts. */
export type PaymentTotal = {
  readonly kind: Kind
  readonly state: State
  readonly currency: string
  readonly count: number
  readonly sumMinor: bigint
}

/** Adds up payments by kind, state and currency. Undefined for more than `most` of them. */
export async function paymentTotals(
  pages: AsyncIterable<readonly Transaction[]>,
  most: number,
): Promise<readonly PaymentTotal[] | undefined> {
  const totals = new Map<string, PaymentTotal>()
  let read = 0
  for await (const page of pages) {
    read += page.length
    if (read > most) return undefined
    for (const { kind, state, currency, amountMinor } of page) {
      const key = `${kinds.indexOf(kind)} ${state} ${currency}`
      const { count, sumMinor } = totals.get(key) ?? { count: 0, sumMinor: 0n }
      totals.set(key, { kind, state, currency, count: count + 1, sumMinor: sumMinor + amountMinor })
    }
  }
  return [...totals].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, total]) => total)
}

/** The count and the sum of a filter's payments; a note instead for too many. */
export function PaymentTotals({ of: totals }: { readonly of: readonly PaymentTotal[] | undefined }) {
  const text = holderWords.transactions.totals
  if (!totals) return <p>{text.tooMany}</p>
  return (
    <table>
      <caption>{text.title}</caption>
      <thead>
        <tr>
          <th>{words.payment.kind}</th>
          <th>{words.payment.state}</th>
          <th class="amount">{text.count}</th>
          <th class="amount">{text.sum}</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ kind, state, currency, count, sumMinor }) => (
          <tr>
            <th scope="row">{words.payment.kinds[kind]}</th>
            <td>{words.payment.states[state]}</td>
            <td class="amount">{count}</td>
            <td class="amount">{amountText(sumMinor, currency)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
