import type { IncomingMessage } from 'node:http'
import type { BlockList } from 'node:net'
import Koa, { type Middleware } from 'koa'
import { type Authenticate, type Ids, isStopped } from '../../../core/sente.ts'
import { answer, type Context, type State } from '../answers/context.ts'
import type { HttpAnswer } from '../answers/envelope.ts'
import { type HttpRefusal, notReady } from '../answers/errors/refusals.ts'
import { commonHeaders, headersOverTls, headerValues, isHostClear, setHeaders } from '../answers/headers.ts'
import { inTime } from '../answers/inTime.ts'
import { type AccountQueues, accountQueues } from '../caller/accountQueues.ts'
import { clientNetwork, isListed, isOverTls } from '../caller/clientAddress.ts'
import { type IdentifyCaller, identifyCaller } from '../caller/identifyCaller.ts'
import { largeBodies } from '../caller/largeBodies.ts'
import type { Limits } from '../caller/limits.ts'
import { refuseSlowReaders } from '../caller/slowReaders.ts'
import { type EndpointDeps, type Handle, isRead, type LogBreakage, leftMs } from '../endpoint.ts'
import { scopeOf } from '../openapi/operation.ts'
import { apiText, endpointIn, refusalOf, routerOf } from '../routes.ts'
import { type PagesBeside, pagesBeside } from './pagesBeside.ts'
import { redactedError } from './redactedError.ts'
import type { RefusalSample } from './refusalSample.ts'
import { type AnsweredDeps, answeredRequest, type BreakageDeps, breakageLog, requestLog } from './requestLog.ts'

/** The dependencies of the merchants' API. */
export type AppDeps = Omit<EndpointDeps, 'identify' | 'queued' | 'large' | 'logBreakage' | 'apiTextAt' | 'urlOf'> &
  BreakageDeps &
  AnsweredDeps & {
    readonly authenticate: Authenticate
    readonly ids: Ids
    readonly limits: Limits
    /** The URL of the gateway for merchants, if it is known. */
    readonly publicUrl?: string | undefined
    readonly sample: RefusalSample
    /** Pages for people beside the API; none by default. */
    readonly pages?: PagesBeside | undefined
  }

/** The merchants' API. */
type Api = {
  readonly koa: Koa<State>
  /** The refusal of a request that Node's parser does not understand, to a target without an endpoint. */
  readonly refusalAt: (target: string) => HttpRefusal
}

/** The merchants' API: the middleware for each request that Node's parser understands, in this order. */
export function app(deps: AppDeps): Api {
  const logBreakage = breakageLog(deps)
  const koa = new Koa<State>({ proxy: false })
  const own = {
    logBreakage,
    apiTextAt: apiText,
    urlOf: urlOf(deps),
    queued: accountQueues(),
    large: largeBodies(),
  }
  const send = sending(own.queued, deps.limits)
  const identify = identifyCaller(deps)
  const router = routerOf(({ handler, acts }) => {
    const known = knownInTime(identify(scopeOf({ acts })), { ...deps, logBreakage })
    const handle = handler({ ...deps, ...own, identify: known })
    return answering(acts.length === 0 ? handle : unlessAway(handle, deps), send)
  })
  koa.use(serving(deps, logBreakage))
  const beside = deps.pages && pagesBeside(deps.pages, { ...own, limits: deps.limits })
  if (beside) koa.use(beside.taken)
  koa.use(router.routes())
  // The router continues here if it has found nothing.
  if (beside) koa.use(beside.lost)
  koa.use(answering((ctx) => refusalOf(ctx.matched), send))
  // Koa would print socket errors during an answer to stderr.
  koa.on('error', (error: unknown, ctx?: Context) =>
    deps.log.info({ error: redactedError(error, ctx) }, 'answer not sent'),
  )
  return { koa, refusalAt: (target) => refusalOf(router.match(pathOf(target), '').path) }
}

/** Handles a request's common parts, then its endpoint. */
function serving({ ids, isLeaving, aroundRequest, ...deps }: AppDeps, logBreakage: LogBreakage): Middleware<State> {
  const logRequest = requestLog(deps)
  const serve: Middleware<State> = async (ctx, next) => {
    ctx.state.requestId = ids.random()
    ctx.state.startedMs = performance.now()
    setHeaders(ctx, commonHeaders(ctx.state.requestId))
    if (isOverTls(ctx.req, deps.limits.trustedProxies)) setHeaders(ctx, headersOverTls)
    ctx.url = pathOf(ctx.url)
    try {
      await next()
    } catch (error) {
      logBreakage(ctx, error)
      answer(ctx, { refused: 'internal_error' })
    }
    logRequest(ctx)
    deps.onAnswered?.(answeredRequest(ctx))
    if (isLeaving()) setHeaders(ctx, { Connection: 'close' })
  }
  if (!aroundRequest) return serve
  return (ctx, next) =>
    aroundRequest(async () => {
      await serve(ctx, next)
      return answeredRequest(ctx)
    })
}

/**
 * The path of a request's target: without a query, and without scheme and host where the target has them. A path of the
 * API begins with several slashes if the base URL of a client ends in one.
 */
function pathOf(target: string): string {
  const path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
  return path.replace(/^\/+(?=api\/)/, '/') || '/'
}

/** Refuses requests whose work the store cannot do now, before their callers are known. */
function unlessAway(handle: Handle, { outage }: Pick<AppDeps, 'outage'>): Handle {
  return (ctx) => {
    return isStopped(outage(), isRead(ctx) ? 'reads' : 'writes') ? notReady : handle(ctx)
  }
}

/** Refuses a request whose caller is not known in time. */
function knownInTime(identify: IdentifyCaller, { requestMs, logBreakage }: Bounds): IdentifyCaller {
  return (ctx) =>
    inTime(identify(ctx), leftMs(ctx, requestMs), {
      otherwise: () => notReady,
      onBreakage: (error) => logBreakage(ctx, error),
    })
}

type Bounds = Pick<EndpointDeps, 'requestMs' | 'logBreakage'>

/** Turns a handler into middleware that runs once the router has looked for the path. */
function answering(handle: Handle, send: (ctx: Context, given: HttpAnswer) => Promise<void>) {
  return async (ctx: Context): Promise<void> => {
    ctx.state.endpoint = endpointIn(ctx.matched)
    await send(ctx, isHostClear(ctx.req) ? await handle(ctx) : { refused: 'malformed_request' })
  }
}

/** Sends answers. A whole document takes as long as a look-up, so it is sent in a turn of its client network. */
function sending(queued: AccountQueues, limits: Limits) {
  const limited = refuseSlowReaders(limits)
  return async (ctx: Context, given: HttpAnswer): Promise<void> => {
    if (!('text' in given) || !Buffer.isBuffer(given.text)) return answer(ctx, limited(ctx, given))
    const owner = { state: { accountId: clientNetwork(ctx.req, limits.trustedProxies) }, req: ctx.req }
    answer(ctx, await queued(owner, async () => limited(ctx, given)))
  }
}

function urlOf({ publicUrl, limits }: Pick<AppDeps, 'publicUrl' | 'limits'>): EndpointDeps['urlOf'] {
  return (req) => publicUrl ?? originOf(req, limits.trustedProxies)
}

/**
 * The origin in a request, such as `https://pay.example.com`; `/` when its Host is invalid. `X-Forwarded-Proto` counts
 * only if a trusted proxy wrote it.
 */
function originOf(req: IncomingMessage, trustedProxies: BlockList): string {
  const [host = ''] = headerValues(req, 'host')
  if (!/^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?$/i.test(host)) return '/'
  const scheme = headerValues(req, 'x-forwarded-proto').join()
  const isTls = scheme === 'https' && isListed(req.socket.remoteAddress ?? '', trustedProxies)
  return `${isTls ? 'https' : 'http'}://${host.toLowerCase()}`
}
