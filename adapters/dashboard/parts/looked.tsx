import { Link } from '../layout/links.tsx'
import { words } from '../words.ts'
import { Moment } from './values.tsx'

/** The changes since a moment: their numbers by kind, and the pages that list them. */
export type Since = {
  readonly sinceMs: number
  readonly changes: readonly { readonly text: string; readonly to: string }[]
}

/** How many of the latest are read at most, so that a page costs the same however much has happened. */
export const mostLooked = 100

/** A number with its noun, in the singular or plural; a lower bound if there may be more. */
export function countText(many: number, [one, several]: readonly [string, string], mayBeMore: boolean): string {
  const text = `${many} ${many === 1 ? one : several}`
  return mayBeMore ? words.looked.atLeast(text) : text
}

/** The changes since the user's last visit; `nothing` is the text for none. */
export function Looked({ of: { sinceMs, changes }, nothing }: { readonly of: Since; readonly nothing: string }) {
  return (
    <>
      <h2>
        {words.looked.since} <Moment ms={sinceMs} />
      </h2>
      {changes.length === 0 ? (
        <p>{nothing}</p>
      ) : (
        <ul>
          {changes.map(({ text, to }) => (
            <li>
              <Link to={to}>{text}</Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
