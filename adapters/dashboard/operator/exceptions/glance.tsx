import type { ExceptionFigure, FoundException, LastComparison } from '../../../../core/sente.ts'
import { Link } from '../../layout/links.tsx'
import { Moment } from '../../parts/values.tsx'
import { rowWords } from '../parts/words.ts'
import { ExceptionTable, exceptionsPath } from './table.tsx'
import { exceptionWords } from './words.ts'

/** The open exceptions at a glance: the number of each kind, and the latest. */
export function OpenExceptions(props: {
  readonly counts: readonly ExceptionFigure[]
  readonly latest: readonly FoundException[]
  readonly nowMs: number
}) {
  const { counts, latest, nowMs } = props
  const text = exceptionWords.overview
  if (counts.length === 0) return <p>{text.none}</p>
  return (
    <>
      <ul>
        {counts.map(({ network, bucket, entries }) => (
          <li>
            <Link to={`${exceptionsPath}?${new URLSearchParams({ network, bucket })}`}>
              {text.counted(entries, network)}
            </Link>
            : {rowWords.buckets[bucket]}
          </li>
        ))}
      </ul>
      <ExceptionTable of={latest} nowMs={nowMs} />
      <p>
        <Link to={exceptionsPath}>{text.all}</Link>
      </p>
    </>
  )
}

/** Each network's last comparison with its own file: its time, its period, and its result. */
export function LastComparisons({ of: comparisons }: { readonly of: readonly LastComparison[] }) {
  const text = exceptionWords.overview
  return (
    <table class="cards">
      <caption>{text.comparisons}</caption>
      <thead>
        <tr>
          <th>{text.network}</th>
          <th>{text.when}</th>
          <th>{text.time}</th>
          <th class="amount">{text.matched}</th>
          <th class="amount">{text.found}</th>
        </tr>
      </thead>
      <tbody>
        {comparisons.map(({ network, run, matched, exceptions }) => (
          <tr>
            <th scope="row">{network}</th>
            <td>{run?.ended ? <Moment ms={run.ended.atMs} /> : text.never}</td>
            <td>
              {run && (
                <>
                  <Moment ms={run.fromMs} /> {text.to} <Moment ms={run.toMs} />
                </>
              )}
            </td>
            <td class="amount">{run && matched}</td>
            <td class="amount">{run && exceptions}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
