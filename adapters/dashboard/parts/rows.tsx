import type { ComponentChildren } from 'preact'

/** A name with its value. */
export type Row = readonly [name: string, value: ComponentChildren]

/** Names with their values, without empty ones. */
export function Rows({ of: rows }: { readonly of: readonly Row[] }) {
  return (
    <dl>
      {rows
        .filter(([, value]) => value !== null && value !== '')
        .map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  )
}

/** The head of a table. */
export function Head({ of: names }: { readonly of: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th>{name}</th>
        ))}
      </tr>
    </thead>
  )
}
