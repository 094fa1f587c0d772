import { plurals } from '../languages/english/plurals.ts'
import type { Language } from '../languages/languages.ts'
import { Link, type PageBase } from '../layout/links.tsx'
import { Moment } from './values.tsx'

/** The changes since a moment: their numbers by kind, and the pages that list them. */
export type Since = {
  readonly sinceMs: number
  readonly changes: readonly { readonly text: string; readonly to: string }[]
}

/** How many of the latest are read at most, so that a page costs the same however much has happened. */
export const mostLooked = 100

/** A count in a text of its language, for one and for several; a lower bound if there may be more. */
export function countText(
  many: number,
  [one, other]: readonly [string, string],
  { mayBeMore, language: { locale, texts } }: { readonly mayBeMore: boolean; readonly language: Language },
): string {
  const text = plurals(locale)(many, { one, other })
  return mayBeMore ? texts.looked.atLeast(text) : text
}

/** The changes since the user's last visit; `nothing` is the text for none. */
export function Looked(
  { of: { sinceMs, changes }, nothing }: { readonly of: Since; readonly nothing: string },
  { language }: PageBase,
) {
  return (
    <>
      <h2>
        {language.texts.looked.since} <Moment ms={sinceMs} />
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
