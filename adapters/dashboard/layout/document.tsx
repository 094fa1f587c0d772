import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { endOfSession, isOperator, type Session, type User } from '../../../core/sente.ts'
import { noticesPath } from '../../formats/notice.ts'
import { languageCodes } from '../../written/languages.ts'
import type { Visitor } from '../asked.ts'
import { pathOf } from '../assets/assets.ts'
import { type Language, languages } from '../languages/languages.ts'
import type { Shown } from '../page.ts'
import { words } from '../words.ts'
import { clockText } from './clock.ts'
import { Form, Link, type PageBase, type SentForm, wrongIn } from './links.tsx'
import { holderMenu, operatorMenu } from './menu.ts'

/** The surroundings of a page. */
export type Frame = PageBase & {
  /** The path of the page that is shown. */
  readonly path: string
  /** The page to show after a choice of language; undefined without that choice. */
  readonly opened?: string | undefined
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
  const { base, days, nowMs, language, visitor, path, form } = frame
  const sent = form && shown.status === 422 ? { to: path, form, wrong: wrongIn(form, shown.wrong) } : undefined
  const context: PageBase = { base, days, nowMs, language, user: visitor?.user, sent }
  return `<!doctype html>${renderToString(<Document shown={shown} frame={frame} />, context)}`
}

function Document({ shown, frame }: { shown: Shown; frame: Frame }) {
  const { main, isNarrow, againSeconds, onward } = shown
  const { code, texts } = frame.language
  const title = typeof shown.title === 'string' ? shown.title : shown.title(texts)
  return (
    <html lang={code} class={isNarrow && 'narrow'}>
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
          {texts.frame.skip}
        </a>
        {!frame.isForPayers && <Header frame={frame} />}
        <main id="main" data-again={againSeconds} data-answer={frame.form && 'yes'}>
          {main}
        </main>
        {frame.visitor && <SessionEnd of={frame.visitor.session} nowMs={frame.nowMs} />}
        <footer>
          {frame.isSandbox ? texts.frame.sandbox : !frame.isForPayers && texts.frame.live}{' '}
          {texts.frame.times(frame.days.timeZone)}
          {frame.visitor && <SignedInUntil session={frame.visitor.session} />}
          {frame.opened !== undefined && <Languages opened={frame.opened} />}
        </footer>
      </body>
    </html>
  )
}

/** The choice of a language, each by its own name. */
function Languages({ opened }: { readonly opened: string }, { language }: PageBase) {
  return (
    <Form to="/language" class="languages" label={language.texts.frame.languages}>
      <input type="hidden" name="to" value={opened} />
      {languageCodes.map((code) => (
        <OneLanguage of={languages[code]} />
      ))}
    </Form>
  )
}

function OneLanguage({ of: { code, name } }: { readonly of: Language }, { language }: PageBase) {
  return (
    <button
      type="submit"
      class="plain"
      name="language"
      value={code}
      lang={code}
      aria-current={code === language.code ? 'true' : undefined}
    >
      {name}
    </button>
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

function Navigation({ frame: { visitor, path, language } }: { frame: Frame }) {
  if (!visitor) return null
  const { texts } = language
  const menu = isOperator(visitor.user)
    ? operatorMenu.map(([name, ...paths]) => [texts.operatorMenu[name], ...paths] as const)
    : holderMenu.map(([name, ...paths]) => [texts.menu[name], ...paths] as const)
  return (
    <nav aria-label={texts.frame.navigation}>
      <ul>
        {menu.map(([name, ...paths]) => (
          <li>
            <Link to={paths[0]} current={paths.some((one) => isWithin(path, one))}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The search for a payment, on every page but the list, which has a search of its own. */
function Search({ frame: { visitor, path, language } }: { frame: Frame }) {
  if (!visitor) return null
  const { search } = language.texts.frame
  const list = isOperator(visitor.user) ? '/operator/payments' : '/dashboard/transactions'
  if (path === list) return null
  return (
    <Form to={list} method="get" class="find" label={search}>
      <input type="search" name="text" aria-label={search} placeholder={search} />
    </Form>
  )
}

/** Whether a page is an entry of the menu or below it. No page is below a first page. */
function isWithin(path: string, entry: string): boolean {
  return path === entry || (!entry.endsWith('/') && path.startsWith(`${entry}/`))
}

function Who({ frame: { visitor, isArriving, language } }: { frame: Frame }): ComponentChildren {
  if (!visitor && !isArriving) return null
  return (
    <div class="who">
      {visitor && <Unread of={visitor} />}
      {visitor && <Link to="/me">{visitor.user.name}</Link>}
      <Form to="/sign-out">
        <button type="submit">{language.texts.frame.signOut}</button>
      </Form>
    </div>
  )
}

/** The way to the notices, with the number of unread ones. */
function Unread({ of: { user, unread } }: { readonly of: Visitor }, { language }: PageBase) {
  const to = noticesPath({ isOperator: isOperator(user) })
  return (
    <Link to={to} class={unread > 0 ? 'unread' : undefined}>
      {language.texts.frame.notices}
      {unread > 0 && ` (${unread < 100 ? unread : '99+'})`}
    </Link>
  )
}

/** The time when a session ends, with the way to extend it if there is one. */
function SignedInUntil({ session }: { readonly session: Session }, { days, language }: PageBase) {
  const ms = endOfSession(session)
  const { until, extended } = language.texts.session
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
function SessionEnd({ of: session, nowMs }: { readonly of: Session; readonly nowMs: number }, { language }: PageBase) {
  const ms = endOfSession(session)
  const { ends, endsUnless, kept } = language.texts.session
  return (
    <p class="ending" role="alert" hidden data-ending={Math.max(0, Math.floor((ms - warnedMs - nowMs) / 1_000))}>
      {ms < session.endsAtMs ? endsUnless : ends} {kept}
    </p>
  )
}
