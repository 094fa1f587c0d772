import type { IncomingMessage } from 'node:http'
import Router from '@koa/router'
import Koa, { type Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Authenticate, CollectMoney, Ids, LookUp, SendMoney } from '../../core/sente.ts'
import { answer, answering, type Context, type State } from './answers/context.ts'
import { commonHeaders } from './answers/envelope.ts'
import { headerValues, setHeaders } from './answers/headers.ts'
import { identifyCaller } from './caller/identifyCaller.ts'
import type { Limits } from './limits.ts'
import { loggedError } from './log/loggedError.ts'
import type { RefusalSample } from './log/refusalSample.ts'
import { breakageLog, type LogBreakage, requestLog } from './log/requestLog.ts'
import { readCollection, readPayout } from './request/schemas.ts'
import { callbackRoute, type HearCallback } from './routes/callback.ts'
import { type IsQuarantined, type IsReady, livez, readyz } from './routes/health.ts'
import { lookUpRoutes } from './routes/lookUp.ts'
import {
  balancesPath,
  callbackPath,
  collectMoneyPath,
  pathOf,
  refusalOfPath,
  sendMoneyPath,
  transactionPath,
  transactionsPath,
} from './routes/paths.ts'
import { paymentRoute } from './routes/payment.ts'

/** What the merchants' API needs. */
export type AppDeps = {
  readonly authenticate: Authenticate
  readonly sendMoney: SendMoney
  readonly collectMoney: CollectMoney
  readonly lookUp: LookUp
  readonly hearCallback: HearCallback
  readonly ids: Ids
  readonly log: Logger
  readonly isReady: IsReady
  readonly isQuarantined: IsQuarantined
  readonly limits: Limits
  readonly sample: RefusalSample
  /** How long a merchant waits for an outcome, in milliseconds from the request's arrival. */
  readonly requestMs: number
  /** Whether connections are to be closed after their answer. */
  readonly isClosing: () => boolean
}

/** The merchants' API: what happens to each request that Node's parser understands, in this order. */
export function app(deps: AppDeps): Koa<State> {
  const logBreakage = breakageLog(deps.log)
  const koa = new Koa<State>({ proxy: false })
  koa.use(serving(deps, logBreakage))
  koa.use(routes(deps, logBreakage).routes())
  koa.use(answering((ctx) => refusalOfPath(ctx.path)))
  // Koa would print to stderr what happens to a socket while an answer is written to it.
  koa.on('error', (error: unknown, ctx?: Context) =>
    deps.log.info({ error: loggedError(error, ctx) }, 'answer not sent'),
  )
  return koa
}

/** What is done about every request, whatever it asks for. */
function serving({ ids, isClosing, ...deps }: AppDeps, logBreakage: LogBreakage): Middleware<State> {
  const logRequest = requestLog(deps)
  return async (ctx, next) => {
    ctx.state.requestId = ids.random()
    ctx.state.startedMs = performance.now()
    setHeaders(ctx, commonHeaders(ctx.state.requestId))
    ctx.url = pathOf(ctx.url)
    try {
      if (isHostClear(ctx.req)) await next()
      else answer(ctx, { refused: 'malformed_request' })
    } catch (error) {
      logBreakage(ctx, error)
      answer(ctx, { refused: 'internal_error' })
    }
    logRequest(ctx)
    // Behind a request for another protocol Node's parser drops what came with it.
    if (isClosing() || ctx.req.headers.upgrade !== undefined) setHeaders(ctx, { Connection: 'close' })
  }
}

/** HTTP/1.1 demands one Host header; Node would refuse its absence with an empty body. */
function isHostClear(req: IncomingMessage): boolean {
  return req.httpVersion === '1.0' || headerValues(req, 'host').length === 1
}

function routes(deps: AppDeps, logBreakage: LogBreakage) {
  const router = new Router<State>({ sensitive: true, strict: true })
  const identify = identifyCaller(deps)
  const payout = { pay: deps.sendMoney, read: readPayout, message: 'Withdrawal initiated successfully' }
  const collection = { pay: deps.collectMoney, read: readCollection, message: 'Collection initiated successfully' }
  const { transaction, transactions, balances } = lookUpRoutes({ ...deps, identify })
  const callback = answering(callbackRoute(deps.hearCallback))
  router.post(sendMoneyPath, answering(paymentRoute(payout, { ...deps, identify, logBreakage })))
  router.post(collectMoneyPath, answering(paymentRoute(collection, { ...deps, identify, logBreakage })))
  router.get(transactionsPath, answering(transactions))
  router.get(transactionPath, answering(transaction))
  router.get(balancesPath, answering(balances))
  router.put(callbackPath, callback)
  router.post(callbackPath, callback)
  router.get('/livez', answering(livez))
  router.get('/readyz', answering(readyz(deps.isReady, deps.isQuarantined)))
  return router
}
