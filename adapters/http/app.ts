import type { IncomingMessage } from 'node:http'
import Router from '@koa/router'
import Koa, { type Middleware } from 'koa'
import type { Authenticate, Ids } from '../../core/sente.ts'
import { answer, type Context, type State } from './answers/context.ts'
import { commonHeaders, headersOverTls } from './answers/envelope.ts'
import { headerValues, setHeaders } from './answers/headers.ts'
import { accountQueues } from './caller/accountQueues.ts'
import { isOverTls } from './caller/clientAddress.ts'
import { identifyCaller } from './caller/identifyCaller.ts'
import type { Limits } from './caller/limits.ts'
import { type GiveWhatIsRead, unreadAnswers } from './caller/unread.ts'
import { describeApi } from './description/document.ts'
import type { EndpointDeps, Handle, LogBreakage } from './endpoint.ts'
import { loggedError } from './log/loggedError.ts'
import type { RefusalSample } from './log/refusalSample.ts'
import { type BreakageDeps, breakageLog, requestLog } from './log/requestLog.ts'
import { originOf } from './request/origin.ts'
import { pathOf } from './request/target.ts'
import { endpoints, refusalOfPath } from './routes/table.ts'
import { messages } from './webhooks/messages.ts'

/** What the merchants' API needs. */
export type AppDeps = Omit<EndpointDeps, 'identify' | 'queued' | 'logBreakage' | 'apiTextAt' | 'urlOf'> &
  BreakageDeps & {
    readonly authenticate: Authenticate
    readonly ids: Ids
    readonly limits: Limits
    /** Where merchants find the gateway, if it is known. */
    readonly publicUrl?: string | undefined
    readonly sample: RefusalSample
  }

/** The merchants' API: the middleware for each request that Node's parser understands, in this order. */
export function app(deps: AppDeps): Koa<State> {
  const logBreakage = breakageLog(deps)
  const koa = new Koa<State>({ proxy: false })
  koa.use(serving(deps, logBreakage))
  const own = {
    logBreakage,
    apiTextAt: apiText,
    urlOf: urlOf(deps),
    identify: identifyCaller(deps),
    queued: accountQueues(),
  }
  const give = unreadAnswers(deps.limits)
  koa.use(routes({ ...deps, ...own }, give).routes())
  koa.use(answering(() => undefined, give))
  // Koa would print socket errors during an answer to stderr.
  koa.on('error', (error: unknown, ctx?: Context) =>
    deps.log.info({ error: loggedError(error, ctx) }, 'answer not sent'),
  )
  return koa
}

/** Handles what all requests have in common, then the endpoint. */
function serving({ ids, isClosing, ...deps }: AppDeps, logBreakage: LogBreakage): Middleware<State> {
  const logRequest = requestLog(deps)
  return async (ctx, next) => {
    ctx.state.requestId = ids.random()
    ctx.state.startedMs = performance.now()
    setHeaders(ctx, commonHeaders(ctx.state.requestId))
    if (isOverTls(ctx.req, deps.limits.trustedProxies)) setHeaders(ctx, headersOverTls)
    ctx.url = pathOf(ctx.url)
    try {
      if (isHostClear(ctx.req)) await next()
      else answer(ctx, { refused: 'malformed_request' })
    } catch (error) {
      logBreakage(ctx, error)
      answer(ctx, { refused: 'internal_error' })
    }
    logRequest(ctx)
    // After a request to upgrade the protocol, Node's parser drops the bytes that follow.
    if (isClosing() || ctx.req.headers.upgrade !== undefined) setHeaders(ctx, { Connection: 'close' })
  }
}

/** HTTP/1.1 requires exactly one Host header; Node would answer its absence with an empty body. */
function isHostClear(req: IncomingMessage): boolean {
  return req.httpVersion === '1.0' || headerValues(req, 'host').length === 1
}

let text: string | undefined

/** The description of the API as JSON, made once but for the URL that it is served under. */
export function apiText(url = '/'): string {
  text ??= JSON.stringify(describeApi(endpoints, messages))
  return text.replace('"servers":[{"url":"/"', () => `"servers":[{"url":${JSON.stringify(url)}`)
}

function urlOf({ publicUrl, limits }: Pick<AppDeps, 'publicUrl' | 'limits'>): EndpointDeps['urlOf'] {
  return (req) => publicUrl ?? originOf(req, limits.trustedProxies)
}

function routes(deps: EndpointDeps, give: GiveWhatIsRead) {
  const router = new Router<State>({ sensitive: true, strict: true })
  for (const { path, methods, handler } of endpoints)
    router.register(path, [...methods], answering(handler(deps), give))
  return router
}

/** Turns a handler into middleware. */
function answering(handle: Handle, give: GiveWhatIsRead) {
  return async (ctx: Context): Promise<void> => answer(ctx, give(ctx, (await handle(ctx)) ?? refusalOfPath(ctx.path)))
}
