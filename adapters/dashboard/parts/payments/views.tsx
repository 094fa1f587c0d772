import { Link, type PageBase } from '../../layout/links.tsx'
import { linkTo } from '../filters.tsx'

/** A view of a list of payments: its name, and its filters in the URL. */
export type View = readonly [name: string, filters: Readonly<Record<string, string>>]

/** The links to the views that people need most, above a list of payments. They keep the chosen columns. */
export function Views(
  props: { readonly path: string; readonly query: URLSearchParams; readonly of: readonly View[] },
  { language }: PageBase,
) {
  const { path, query, of: views } = props
  const columns = new URLSearchParams(query.getAll('columns').map((name) => ['columns', name]))
  const given = [...query].filter(([name, value]) => name !== 'columns' && value !== '')
  return (
    <nav class="views" aria-label={language.texts.filters.views}>
      {views.map(([name, filters]) => (
        <Link to={linkTo(path, columns, filters)} current={areSame(given, Object.entries(filters))}>
          {name}
        </Link>
      ))}
    </nav>
  )
}

type Pairs = readonly (readonly [name: string, value: string])[]

function areSame(some: Pairs, others: Pairs): boolean {
  const [these, those] = [some, others].map((pairs) =>
    pairs
      .map((pair) => pair.join('='))
      .sort()
      .join('&'),
  )
  return these === those
}
