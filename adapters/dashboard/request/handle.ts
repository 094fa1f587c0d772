import { type Calendar, type Clock, isStopped, type Outage, type UseCases, utcDays } from '../../../core/sente.ts'
import { todayOf } from '../../written/moment.ts'
import type { Asked, Context, Turn, Visitor } from '../asked.ts'
import { languages } from '../languages/languages.ts'
import { awayPage, errorPage, onwardPage, type PlainError, tooManyPage } from '../layout/errors.tsx'
import { questionPage } from '../layout/question.tsx'
import type { Answer, Download, Page } from '../page.ts'
import { admission, pageBefore, paths } from './access.ts'
import { answerWith } from './answer.ts'
import { cookiesOf } from './cookies.ts'
import type { Form } from './form.ts'
import { inLanguageOf, languageOf } from './language.ts'
import { formReader, type ReadForm } from './readForm.ts'
import { isFromElsewhere, isLinkFromElsewhere } from './sameSite.ts'
import { deviceCookie, sessionCookie } from './sessionCookies.ts'
import { hasNul, pathAndQuery, queryOf } from './target.ts'

/** The dependencies of the handling of all pages. */
export type HandlingDeps = Pick<UseCases, 'resumeSession' | 'countNotices'> & {
  /** The prefix of every page's path, for a proxy that removes it: empty, or such as `/sente`. */
  readonly base: string
  /** The calendar of the pages' days; days in UTC by default. */
  readonly days?: Calendar
  readonly clock: Pick<Clock, 'nowMs'>
  readonly isSandbox: boolean
  /** Keeps forms whose session has ended; by default they are dropped. */
  readonly keepForm?: KeepForm
  /** The work that the store cannot do; none by default. */
  readonly outage?: () => Outage | undefined
}

/**
 * Keeps a form whose session has ended by time, until its user has signed in again. Resolves with the page for that, or
 * with nothing for a form that is not kept.
 */
export type KeepForm = (
  asked: Asked,
  read: () => ReturnType<ReadForm>,
  about: { readonly to: string; readonly isLarge: boolean },
) => Promise<Answer | undefined>

/** The dependencies of the handling of one page: also whether a path has a page to look at. */
type PageDeps = HandlingDeps & { readonly isShown: (path: string) => boolean }

/** Handles the requests to a page: the visitor's right, the origin of a form, then the page itself. */
export function handle(deps: PageDeps, page: Page): (ctx: Context) => Promise<void> {
  const read = formReader(page)
  return async (ctx) => {
    ctx.state.endpoint = { path: page.path, ...(page.isNoise && ctx.method !== 'POST' && { isNoise: true }) }
    if (page.isForPayers) ctx.state.isForPayers = true
    if (!page.isTranslated) ctx.state.isEnglish = true
    else if (page.show) ctx.state.opened = pathAndQuery(ctx)
    if (!deps.isSandbox && !isPrivate(ctx)) return answer(ctx, deps, undefined, errorPage('unsafe'))
    await answerCounted(ctx, deps, async (given, send) => {
      const asked = await inLanguageOf(page, given, ctx)
      return answerTo(ctx, { deps, page, asked, read, send })
    })
  }
}

/** Answers a request with an error. */
export async function refuse(ctx: Context, deps: HandlingDeps, error: PlainError): Promise<void> {
  await answerCounted(ctx, deps, async (_, send) => send(errorPage(error)))
}

/** Sends an answer, which draws a page; one to a form shows it again if it is refused. */
type Send = (given: Answer, form?: Form) => void

/** Answers a request unless its user, or its client network, has sent too many. */
async function answerCounted(ctx: Context, deps: HandlingDeps, answerTo: (asked: Asked, send: Send) => Promise<void>) {
  const isAway = isStopped(deps.outage?.(), ctx.method === 'POST' ? 'writes' : 'reads')
  if (isAway) return answer(ctx, deps, undefined, awayPage())
  const asked = await askedBy(ctx, deps)
  const { visitor } = asked
  const send: Send = (given, form) => answer(ctx, deps, visitor, given, form)
  const waitSeconds = await ctx.state.count(visitor?.user.id)
  if (waitSeconds === undefined) await answerTo(asked, send)
  else send(tooManyPage(waitSeconds))
}

/** Answers a request, within the frame of all pages. */
export function answer(
  ctx: Context,
  { base, days = utcDays, clock, isSandbox }: HandlingDeps,
  visitor: Visitor | undefined,
  given: Answer,
  form?: Form,
) {
  const shownTo = visitor?.needs === null ? visitor : undefined
  const isArriving = visitor !== undefined && shownTo === undefined
  const { isForPayers = false, opened } = ctx.state
  const language = ctx.state.language ?? languageOf(ctx) ?? languages.en
  const frame = { base, days, nowMs: clock.nowMs(), isSandbox, isForPayers, language, opened }
  answerWith(ctx, given, { ...frame, path: ctx.path, visitor: shownTo, isArriving, form })
}

type Handled = {
  readonly deps: PageDeps
  readonly page: Page
  readonly asked: Asked
  readonly read: ReadForm
  readonly send: Send
}

async function answerTo(ctx: Context, handled: Handled): Promise<void> {
  const { page, asked, send } = handled
  const refused = await refusalOf(ctx, handled)
  if (refused) return send(refused)
  if (ctx.method === 'POST') {
    let form: Form | undefined
    const noted: ReadForm = async (...from) => {
      const given = await handled.read(...from)
      if (typeof given !== 'string') form = given
      return given
    }
    const answered = await answerToForm(ctx, { ...handled, read: noted })
    if ('main' in answered) await asked.nextTurn()
    return send(answered, form)
  }
  const { show, asksElsewhere } = page
  if (!show) return send(errorPage('method'))
  if (asksElsewhere) return asked.nextTurn().then(async () => send(await show(asked)))
  const aborted = await inTurn(ctx, asked.visitor, async (another) => {
    const shown = await show({ ...asked, nextTurn: () => another(async () => {}) })
    const whole = 'fileName' in shown ? { ...shown, lines: linesInTurns(ctx, asked.visitor, shown.lines) } : shown
    await another(async () => send(whole))
  })
  // The client has left, so nobody reads the answer.
  if (aborted) send(errorPage('malformed'))
}

function refusalOf(ctx: Context, handled: Handled): Answer | Promise<Answer> | undefined {
  const { page, asked } = handled
  if (hasNul(ctx)) return errorPage('malformed')
  if (ctx.method === 'POST' && isFromElsewhere(ctx.headers, ctx.state.origin ?? '')) return errorPage('fromElsewhere')
  return unadmitted(ctx, handled, () => inPlace(ctx, page, asked, () => keptOverSignIn(ctx, handled)))
}

/** The answer to a visitor who may not see a page or send its form, which is kept if there is no session. */
function unadmitted(ctx: Context, { page, asked }: Handled, kept: () => Promise<Answer>) {
  const isForm = ctx.method === 'POST'
  const path = pathAndQuery(ctx)
  const admitted = admission((isForm && page.takesFrom) || page.access, asked.visitor)
  if (admitted === 'never') return errorPage('notFound')
  if (admitted === 'admitted') return undefined
  if (!asked.visitor && isLinkFromElsewhere(ctx.headers)) return onwardPage(path)
  if (isForm && !asked.visitor) return kept()
  return { seeOther: isForm ? admitted.first : `${admitted.first}?${new URLSearchParams({ to: path })}` }
}

/** Keeps a form whose session has ended by time; another one is dropped, and its page is shown after the sign-in. */
async function keptOverSignIn(ctx: Context, { deps, page, asked, read }: Handled): Promise<Answer> {
  const about = { to: pathAndQuery(ctx), isLarge: page.isLarge === true }
  const kept = await deps.keepForm?.(asked, () => read(ctx, asked.nextTurn), about)
  const before = pageBefore(ctx.get('referer'), asked.urlOf(''), deps.isShown)
  return kept ?? { seeOther: before ? `${paths.signIn}?${new URLSearchParams({ to: before })}` : paths.signIn }
}

/** A form is begun in a turn and does its work outside of it: it may wait for a network, or take other turns. */
async function answerToForm(ctx: Context, handled: Handled): Promise<Answer> {
  const { deps, page, read } = handled
  const { take, question } = page
  if (!take) return errorPage('method')
  return inPlace(ctx, page, handled.asked, async () => {
    const form = await read(ctx, handled.asked.nextTurn)
    if (typeof form === 'string') return errorPage(form)
    const now = { ...handled, asked: await askedNow(deps, handled.asked), read: async () => form }
    const refused = await unadmitted(ctx, now, () => keptOverSignIn(ctx, now))
    if (refused) return refused
    const open = form.text('sure') === 'yes' ? undefined : await question?.(now.asked, form)
    return open ? questionPage(open, form, pathAndQuery(ctx)) : take(now.asked, form)
  })
}

/** The same by the present rights of the visitor, who may have been suspended while a form arrived slowly. */
async function askedNow({ resumeSession }: HandlingDeps, asked: Asked): Promise<Asked> {
  const { visitor } = asked
  const signedIn = visitor && (await resumeSession({ token: visitor.token }))
  return { ...asked, visitor: signedIn && { ...visitor, ...signedIn } }
}

/** Takes a form; one in parts, which may be large, once there is room for it. */
async function inPlace(
  ctx: Context,
  { isLarge }: Pick<Page, 'isLarge'>,
  asked: Asked,
  taken: () => Promise<Answer>,
): Promise<Answer> {
  if (!isLarge || !ctx.is('multipart')) return taken()
  const answered = await ctx.state.takeLarge(ownerOf(asked.visitor), taken)
  return 'refused' in answered ? tooManyPage(answered.retryAfterSeconds) : answered
}

/** The owner of a request's turn: an account's users, an operator, or a client network. */
function ownerOf(visitor: Visitor | undefined): string | undefined {
  return visitor?.user.accountId ?? visitor?.user.id
}

/** Does a piece of work in the visitor's turn. */
function inTurn<T>({ state }: Context, visitor: Visitor | undefined, work: (another: Turn) => Promise<T>) {
  return state.turn(ownerOf(visitor), work)
}

/** The lines of a file, each part of them made in a turn. They break off when the client has left. */
async function* linesInTurns(ctx: Context, visitor: Visitor | undefined, lines: Download['lines']) {
  const parts = Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]()
  for (;;) {
    const part = await inTurn(ctx, visitor, async () => parts.next())
    if ('refused' in part || part.done) return
    yield part.value
  }
}

async function askedBy(ctx: Context, deps: HandlingDeps): Promise<Asked> {
  const { resumeSession, countNotices, base } = deps
  const cookie = cookiesOf(ctx)
  const [token, deviceToken] = [sessionCookie, deviceCookie].map(cookie)
  const signedIn = token === undefined ? undefined : await resumeSession({ token })
  const unread = signedIn?.needs === null ? await countNotices({ who: signedIn, limit: 100 }) : 0
  const visitor = signedIn && token !== undefined ? { ...signedIn, token, unread } : undefined
  if (visitor) note(ctx, visitor.user)
  ctx.state.language = languageOf(ctx, visitor)
  return {
    params: ctx.params ?? {},
    query: new URLSearchParams(queryOf(ctx)),
    today: todayOf(deps),
    language: ctx.state.language ?? languages.en,
    visitor,
    nextTurn: () => inTurn(ctx, visitor, async () => {}),
    urlOf: (path) => `${ctx.state.origin}${base}${path}`,
    client: { network: ctx.state.client ?? '', device: (ctx.headers['user-agent'] ?? '').slice(0, 200), deviceToken },
    cookie,
  }
}

/** Notes the user for the log. */
function note({ state }: Context, { id, accountId }: Visitor['user']): void {
  state.userId = id
  if (accountId !== null) state.accountId = accountId
}

/** Whether nobody on the way can read a request: it came over TLS, or from this very machine. */
function isPrivate({ state }: Context): boolean {
  return state.isOverTls === true || state.isFromHere === true
}
