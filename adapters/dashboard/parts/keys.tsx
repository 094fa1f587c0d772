import type { ComponentChildren } from 'preact'
import type { AccountKey } from '../../../core/sente.ts'
import type { PageBase } from '../layout/links.tsx'
import { Moment, Until } from './values.tsx'

/** Keys as a table, by their names and beginnings, with a form for each. */
export function KeyTable(
  {
    keys,
    doing,
  }: {
    readonly keys: readonly AccountKey[]
    readonly doing?: { readonly title: string; readonly to: (key: AccountKey) => ComponentChildren }
  },
  { language }: PageBase,
) {
  const text = language.texts.keys
  return (
    <table class="cards">
      <thead>
        <tr>
          <th>{text.key}</th>
          <th>{text.mayDo}</th>
          <th>{text.lastUsed}</th>
          <th>{text.expires}</th>
          {doing && <th>{doing.title}</th>}
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr>
            <th scope="row">{keyName(key)}</th>
            <td>
              {key.kind === 'public'
                ? text.public
                : (key.scopes?.map((scope) => text.scopes[scope]).join(', ') ?? text.all)}
            </td>
            <td data-name={text.lastUsed}>
              {key.lastUsedAtMs === null ? text.never : <Moment ms={key.lastUsedAtMs} />}
            </td>
            <td data-name={text.expires}>{key.expiresAtMs === null ? text.never : <Until ms={key.expiresAtMs} />}</td>
            {doing && <td>{doing.to(key)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A key by its name and its beginning. */
export function keyName({ name, prefix, id }: AccountKey): string {
  const beginning = prefix === null ? id : `${prefix}…`
  return name === null ? beginning : `${name} (${beginning})`
}
