import type { ComponentChildren } from 'preact'
import type { Texts } from '../languages/english/texts.ts'
import type { Shown } from '../page.ts'
import { Link, type PageBase } from './links.tsx'

/** The errors with a plain page. */
export type PlainError = 'unsafe' | 'notFound' | 'fromElsewhere' | 'tooLarge' | 'malformed' | 'method'

const statuses: Readonly<Record<PlainError, number>> = {
  unsafe: 403,
  notFound: 404,
  fromElsewhere: 403,
  tooLarge: 413,
  malformed: 400,
  method: 405,
}

/** A page about an error. */
export function errorPage(error: PlainError): Shown {
  return saying(({ errors }) => errors[error], statuses[error])
}

/** A page about a request beyond the rate limit. */
export function tooManyPage(retryAfterSeconds: number): Shown {
  const said = ({ errors: { tooMany } }: Texts) => ({ title: tooMany.title, text: tooMany.text(retryAfterSeconds) })
  return { ...saying(said, 429), retryAfterSeconds }
}

/** A page about a request whose work the store cannot do now. */
export function awayPage(): Shown {
  return { ...saying(({ errors }) => errors.away, 503), retryAfterSeconds: 5 }
}

/** A page about a request that an error broke. */
export function brokenPage(requestId: string): Shown {
  return saying(
    ({ errors }) => errors.broken,
    500,
    ({ errors }) => (
      <p>
        {errors.broken.request} <code>{requestId}</code>
      </p>
    ),
  )
}

/** The title of a page about an error, and its text. */
type Said = (texts: Texts) => { readonly title: string; readonly text: string }

function saying(said: Said, status: number, more: (texts: Texts) => ComponentChildren = () => null): Shown {
  const Main = (_: object, { language: { texts } }: PageBase) => (
    <>
      <h1>{said(texts).title}</h1>
      <p>{said(texts).text}</p>
      {more(texts)}
    </>
  )
  return { title: (texts) => said(texts).title, status, isNarrow: true, main: <Main /> }
}

/**
 * A page that requests itself once more, with the cookie that the browser leaves out after a link from another site.
 */
export function onwardPage(to: string): Shown {
  const Main = (_: object, { language }: PageBase) => (
    <p>
      <Link to={to}>{language.texts.errors.onward.text}</Link>
    </p>
  )
  return { title: ({ errors }) => errors.onward.title, isNarrow: true, onward: to, main: <Main /> }
}

/** A page that leads on to another site, and names its host. */
export function elsewherePage({ href, host }: URL): Shown {
  const Main = (_: object, { language }: PageBase) => {
    const { title, to } = language.texts.errors.elsewhere
    return (
      <>
        <h1>{title}</h1>
        <p>
          <a href={href}>{to(host)}</a>
        </p>
      </>
    )
  }
  return { title: ({ errors }) => errors.elsewhere.title, isNarrow: true, onward: new URL(href), main: <Main /> }
}
