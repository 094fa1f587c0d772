import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { endOfSession, isOperator, type Session, type User } from '../../../core/sente.ts'
import type { Visitor } from '../asked.ts'
import { pathOf } from '../assets/assets.ts'
import type { Shown } from '../page.ts'
import { words } from '../words.ts'
import { clockText } from './clock.ts'
import { Form, Link, type PageBase, type SentForm } from './links.tsx'
import { holderMenu, operatorMenu } from './menu.ts'

/** The surroundings of a page. */
export type Frame = PageBase & {
  /** The path of the page that is shown. */
  readonly path: string
  readonly isSandbox: boolean
  /** Whether the page is for customers of merchants, who get no ways to other pages. */
  readonly isForPayers: boolean
  readonly visitor: Visitor | undefined
  /** Whether the session of a user is valid only for the second step and for signing out. */
  readonly isArriving: boolean
  /** The form that the page answers. */
  readonly form?: SentForm['form'] | undefined
}

/** A whole page, as HTML. */
export function documentOf(shown: Shown, frame: Frame): string {
  const { base, days, nowMs, visitor, path, form } = frame
  const sent = form && shown.status === 422 ? { to: path, form, wrong: shown.wrong } : undefined
  const context: PageBase = { base, days, nowMs, user: visitor?.user, sent }
  return `<!doctype html>${renderToString(<Document shown={shown} frame={frame} />, context)}`
}

function Document({ shown, frame }: { shown: Shown; frame: Frame }) {
  const { title, main, isNarrow, againSeconds, onward } = shown
  return (
    <html lang={words.language} class={isNarrow && 'narrow'}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{frame.isForPayers ? title : `${title} · ${words.product}`}</title>
        <link rel="stylesheet" href={frame.base + pathOf('page.css')} />
        <link rel="icon" href="data:," />
        <script src={frame.base + pathOf('page.js')} type="module" />
        {onward !== undefined && <meta http-equiv="refresh" content={`0; url=${urlOf(onward, frame)}`} />}
        {againSeconds !== undefined && (
          <noscript>
            <meta http-equiv="refresh" content={String(againSeconds)} />
          </noscript>
        )}
      </head>
      <body>
        <a class="skip" href="#main">
          {words.frame.skip}
        </a>
        {!frame.isForPayers && <Header frame={frame} />}
        <main id="main" data-again={againSeconds}>
          {main}
        </main>
        {frame.visitor && <SessionEnd of={frame.visitor.session} nowMs={frame.nowMs} />}
        <footer>
          {frame.isSandbox ? words.frame.sandbox : !frame.isForPayers && words.frame.live}{' '}
          {words.frame.times(frame.days.timeZone)}
          {frame.visitor && <SignedInUntil session={frame.visitor.session} />}
        </footer>
      </body>
    </html>
  )
}

function Header({ frame }: { frame: Frame }) {
  return (
    <header>
      <Link to={frame.visitor ? homeOf(frame.visitor.user) : '/'} class="brand">
        {words.product}
      </Link>
      <Navigation frame={frame} />
      <Search frame={frame} />
      <Who frame={frame} />
    </header>
  )
}

function urlOf(onward: string | URL, { base }: Frame): string {
  return typeof onward === 'string' ? base + onward : onward.href
}

/** The first page of a user. */
export function homeOf(user: Pick<User, 'accountId'>): string {
  return isOperator(user) ? '/operator/' : '/dashboard/'
}

function Navigation({ frame: { visitor, path } }: { frame: Frame }) {
  if (!visitor) return null
  const menu = isOperator(visitor.user) ? operatorMenu : holderMenu
  return (
    <nav aria-label={words.frame.navigation}>
      <ul>
        {menu.map(([name, to, ...further]) => (
          <li>
            <Link to={to} current={[to, ...further].some((one) => isWithin(path, one))}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The search for a payment, on every page but the list, which has a search of its own. */
function Search({ frame: { visitor, path } }: { frame: Frame }) {
  if (!visitor) return null
  const list = isOperator(visitor.user) ? '/operator/payments' : '/dashboard/transactions'
  if (path === list) return null
  return (
    <Form to={list} method="get" class="find" label={words.frame.search}>
      <input type="search" name="text" aria-label={words.frame.search} placeholder={words.frame.search} />
    </Form>
  )
}

/** Whether a page is an entry of the menu or below it. No page is below a first page. */
function isWithin(path: string, entry: string): boolean {
  return path === entry || (!entry.endsWith('/') && path.startsWith(`${entry}/`))
}

function Who({ frame: { visitor, isArriving } }: { frame: Frame }): ComponentChildren {
  if (!visitor && !isArriving) return null
  return (
    <div class="who">
      {visitor && <Link to="/me">{visitor.user.name}</Link>}
      <Form to="/sign-out">
        <button type="submit">{words.frame.signOut}</button>
      </Form>
    </div>
  )
}

/** The time when a session ends, with the way to extend it if there is one. */
function SignedInUntil({ session }: { readonly session: Session }, { days }: PageBase) {
  const ms = endOfSession(session)
  const { until, extended } = words.session
  return (
    <>
      {' '}
      {until} <time dateTime={new Date(ms).toISOString()}>{clockText(ms, days)}</time>
      {ms < session.endsAtMs ? extended : '.'}
    </>
  )
}

/** How long before its end a session warns of it, in milliseconds. */
const warnedMs = 5 * 60_000

/** The warning that the script shows before a session ends. */
function SessionEnd({ of: session, nowMs }: { readonly of: Session; readonly nowMs: number }) {
  const ms = endOfSession(session)
  const { ends, endsUnless, kept } = words.session
  return (
    <p class="ending" role="alert" hidden data-ending={Math.max(0, Math.floor((ms - warnedMs - nowMs) / 1_000))}>
      {ms < session.endsAtMs ? endsUnless : ends} {kept}
    </p>
  )
}
