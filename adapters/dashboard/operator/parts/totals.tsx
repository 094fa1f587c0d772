import type { BucketTotal } from '../../../../core/sente.ts'
import type { Row } from '../../parts/rows.tsx'
import { amountText } from '../../parts/values.tsx'
import { rowWords } from './words.ts'

const text = rowWords.totals

/** Rows of comparisons, added up by result and currency. */
export function Totals({ of: totals }: { readonly of: readonly BucketTotal[] }) {
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.title}</th>
          <th class="figure">{text.rows}</th>
          <th class="figure">{text.in}</th>
          <th class="figure">{text.out}</th>
          <th class="figure">{text.between}</th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ bucket, currency, rows, inMinor, outMinor, betweenMinor }) => (
          <tr>
            <th scope="row">{rowWords.buckets[bucket]}</th>
            <td class="figure" data-name={text.rows}>
              {rows}
            </td>
            <td class="figure" data-name={text.in}>
              {amountText(inMinor, currency)}
            </td>
            <td class="figure" data-name={text.out}>
              {amountText(outMinor, currency)}
            </td>
            <td class="figure" data-name={text.between}>
              {amountText(betweenMinor, currency)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The sums of totals of one kind by direction and currency, without those of nothing. */
export function sumsOf(totals: readonly BucketTotal[]): readonly Row[] {
  return totals.flatMap(({ currency, inMinor, outMinor, betweenMinor }) =>
    (
      [
        ['in', inMinor],
        ['out', outMinor],
        ['between', betweenMinor],
      ] as const
    ).map(([name, minor]): Row => [text[name], minor === 0n ? null : amountText(minor, currency)]),
  )
}
