import bodyParser from 'koa-bodyparser'
import type { ResumeSession } from '../../../core/sente.ts'
import type { Asked, Context, Visitor } from '../asked.ts'
import { errorPage, onwardPage, type PlainError } from '../layout/errors.tsx'
import type { Answer, Page } from '../page.ts'
import { admission } from './access.ts'
import { answerWith, cookieName } from './answer.ts'
import { cookiesOf } from './cookies.ts'
import { type Form, formOf } from './form.ts'
import { multipartReader } from './multipart.ts'
import { isFromElsewhere, isLinkFromElsewhere } from './sameSite.ts'
import { deviceCookie, sessionCookie } from './sessionCookies.ts'

/** What handling the requests of all pages needs. */
export type HandlingDeps = {
  /** What stands before the path of every page, for a proxy that takes it off: empty, or such as `/sente`. */
  readonly base: string
  /** In which time zone moments are shown, such as `Africa/Kampala`. */
  readonly timeZone: string
  readonly isSandbox: boolean
  readonly resumeSession: ResumeSession
}

/** Handles the requests to a page: who may see it, where a form comes from, then the page itself. */
export function handle(deps: HandlingDeps, page: Page): (ctx: Context) => Promise<void> {
  const read = formReader(page)
  return async (ctx) => {
    ctx.state.endpoint = { path: page.path, ...(page.isNoise && ctx.method !== 'POST' && { isNoise: true }) }
    if (!deps.isSandbox && !isPrivate(ctx)) return answer(ctx, deps, undefined, errorPage('unsafe'))
    const asked = await askedBy(ctx, deps)
    answer(ctx, deps, asked.visitor, await answerTo(ctx, { page, asked, read }))
  }
}

/** Answers a request with an error. */
export async function refuse(ctx: Context, deps: HandlingDeps, error: PlainError): Promise<void> {
  answer(ctx, deps, (await askedBy(ctx, deps)).visitor, errorPage(error))
}

/** Answers a request, within what is around all pages. */
export function answer(
  ctx: Context,
  { base, timeZone, isSandbox }: HandlingDeps,
  visitor: Visitor | undefined,
  given: Answer,
) {
  const shownTo = visitor?.needs === null ? visitor : undefined
  answerWith(ctx, given, { base, timeZone, isSandbox, path: ctx.path, visitor: shownTo })
}

type Handled = { readonly page: Page; readonly asked: Asked; readonly read: ReadForm }

async function answerTo(ctx: Context, { page, asked, read }: Handled): Promise<Answer> {
  const isForm = ctx.method === 'POST'
  if (isForm && isFromElsewhere(ctx.headers, ctx.state.origin ?? '')) return errorPage('fromElsewhere')
  const place = pathAndQuery(ctx)
  const admitted = admission(page.access, asked.visitor)
  if (admitted === 'never') return errorPage('notFound')
  if (admitted !== 'admitted') {
    if (!asked.visitor && isLinkFromElsewhere(ctx.headers)) return onwardPage(place)
    return { seeOther: isForm ? admitted.first : `${admitted.first}?${new URLSearchParams({ to: place })}` }
  }
  if (!isForm) return page.show?.(asked) ?? errorPage('method')
  if (!page.take) return errorPage('method')
  const form = await read(ctx)
  return typeof form === 'string' ? errorPage(form) : page.take(asked, form)
}

async function askedBy(ctx: Context, { resumeSession, base }: HandlingDeps): Promise<Asked> {
  const cookies = cookiesOf(ctx.headers.cookie)
  const cookie = (name: string) => cookies.get(cookieName(ctx, name))
  const [token, deviceToken] = [sessionCookie, deviceCookie].map(cookie)
  const signedIn = token === undefined ? undefined : await resumeSession({ token })
  return {
    params: ctx.params ?? {},
    query: new URLSearchParams(queryOf(ctx)),
    visitor: signedIn && token !== undefined ? { ...signedIn, token } : undefined,
    urlOf: (path) => `${ctx.state.origin}${base}${path}`,
    client: { network: ctx.state.client ?? '', device: (ctx.headers['user-agent'] ?? '').slice(0, 200), deviceToken },
    cookie,
  }
}

/** Whether nobody on the way can read a request: it came over TLS, or from this very machine. */
function isPrivate({ state }: Context): boolean {
  return state.isOverTls === true || state.isFromHere === true
}

type ReadForm = (ctx: Context) => Promise<Form | 'tooLarge' | 'malformed'>

function formReader({ takesFiles, ...page }: Page): ReadForm {
  const formLimit = page.formLimit ?? '16kb'
  const parse = bodyParser({ enableTypes: ['form'], formLimit })
  const readParts = multipartReader(formLimit)
  return async (ctx) => {
    try {
      if (takesFiles && ctx.is('multipart/form-data')) return await readParts(ctx)
      await parse(ctx, async () => {})
    } catch (error) {
      return (error as { status?: number }).status === 413 ? 'tooLarge' : 'malformed'
    }
    return formOf(ctx.request.body)
  }
}

/** Where a request goes to, with its query. */
function pathAndQuery(ctx: Context): string {
  return ctx.path + queryOf(ctx)
}

/** The query of a request with its question mark, or nothing; not all targets that a server gets are URLs. */
function queryOf({ originalUrl }: Context): string {
  return /\?.*$/s.exec(originalUrl)?.[0] ?? ''
}
