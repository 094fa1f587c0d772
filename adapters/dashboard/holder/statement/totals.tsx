import type { Total } from '../../../formats/statement/totals.ts'
import type { PageBase } from '../../layout/links.tsx'
import { changeText } from '../../parts/values.tsx'

/** The totals of a period by kind, with their sum; a note instead for a period with too many movements. */
export function Totals(
  { of: totals, currency }: { readonly of: readonly Total[] | undefined; readonly currency: string },
  { language }: PageBase,
) {
  const { totals: text, what, kinds } = language.texts.statement
  if (!totals) return <p>{text.tooMany}</p>
  const sumMinor = totals.reduce((sum, total) => sum + total.sumMinor, 0n)
  return (
    <table class="cards">
      <caption>{text.title}</caption>
      <thead>
        <tr>
          <th>{what}</th>
          <th class="amount">{text.count}</th>
          <th class="amount">{text.sum}</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ kind, count, sumMinor }) => (
          <tr>
            <th scope="row">{kinds[kind]}</th>
            <td class="count" data-name={text.count}>
              {count}
            </td>
            <td class="amount">{changeText(sumMinor, currency, language)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">{text.together}</th>
          <td />
          <td class="amount">{changeText(sumMinor, currency, language)}</td>
        </tr>
      </tbody>
    </table>
  )
}
