import type { MeasuredSpan } from '../../../../core/sente.ts'
import { Link } from '../../layout/links.tsx'
import { networkWords } from './words.ts'

/** The links that choose the time of a page. */
export function Spans({ of: path, chosen }: { readonly of: string; readonly chosen: MeasuredSpan }) {
  return (
    <p class="spans">
      {(['day', 'week'] as const).map((span) => (
        <Link to={`${path}${path.includes('?') ? '&' : '?'}over=${span}`} current={span === chosen}>
          {networkWords.spans[span]}
        </Link>
      ))}
    </p>
  )
}

/** The time in a query. */
export function spanIn(query: URLSearchParams): MeasuredSpan {
  return query.get('over') === 'week' ? 'week' : 'day'
}
