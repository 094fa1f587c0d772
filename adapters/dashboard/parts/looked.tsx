import { Link } from '../layout/links.tsx'
import { words } from '../words.ts'
import { Moment } from './values.tsx'

/** What has changed since a moment: how many of what, and where they are listed. */
export type Since = {
  readonly sinceMs: number
  readonly changes: readonly { readonly text: string; readonly to: string }[]
}

/** How many of the latest are looked through at most, so that a page costs the same however much has happened. */
export const mostLooked = 100

/** How many there are of something, by its name for one and for several; at least so many where more may be. */
export function countText(many: number, [one, several]: readonly [string, string], mayBeMore: boolean): string {
  const text = `${many} ${many === 1 ? one : several}`
  return mayBeMore ? words.looked.atLeast(text) : text
}

/** What has changed since somebody was last at the pages; `nothing` says what has not. */
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
