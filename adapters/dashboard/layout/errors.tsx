import type { Shown } from '../page.ts'
import { words } from '../words.ts'
import { Link } from './links.tsx'

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
  return saying(words.errors[error], statuses[error])
}

/** A page about a request beyond the rate limit. */
export function tooManyPage(retryAfterSeconds: number): Shown {
  const { title, text } = words.errors.tooMany
  return { ...saying({ title, text: text(retryAfterSeconds) }, 429), retryAfterSeconds }
}

/** A page about a request whose work the store cannot do now. */
export function awayPage(): Shown {
  return { ...saying(words.errors.away, 503), retryAfterSeconds: 5 }
}

function saying({ title, text }: { readonly title: string; readonly text: string }, status: number): Shown {
  const main = (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
    </>
  )
  return { title, status, isNarrow: true, main }
}

/** A page about a request that an error broke. */
export function brokenPage(requestId: string): Shown {
  const { title, text, request } = words.errors.broken
  const main = (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        {request} <code>{requestId}</code>
      </p>
    </>
  )
  return { title, status: 500, isNarrow: true, main }
}

/**
 * A page that requests itself once more, with the cookie that the browser leaves out after a link from another site.
 */
export function onwardPage(to: string): Shown {
  const { title, text } = words.errors.onward
  const main = (
    <p>
      <Link to={to}>{text}</Link>
    </p>
  )
  return { title, isNarrow: true, onward: to, main }
}

/** A page that leads on to another site, and names its host. */
export function elsewherePage({ href, host }: URL): Shown {
  const { title, to } = words.errors.elsewhere
  const main = (
    <>
      <h1>{title}</h1>
      <p>
        <a href={href}>{to(host)}</a>
      </p>
    </>
  )
  return { title, isNarrow: true, onward: new URL(href), main }
}
