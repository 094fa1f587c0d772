/**
 * The merchants' API over HTTP.
 *
 * @module sente/http
 */

import type Koa from 'koa'
import { usualLimits } from './caller/limits.ts'
import { app } from './server/app.ts'
import type { HttpServerDeps } from './server/httpServer.ts'
import { refusalSample } from './server/refusalSample.ts'

export type { EndpointTools, Tried } from '../../core/sente.ts'
export type { Given } from './answers/cacheable.ts'
export type { Aborted, Turn } from './caller/accountQueues.ts'
export type { Limits } from './caller/limits.ts'
export type {
  AwaitEvent,
  BatchDeps,
  FindOutage,
  HandleCallback,
  IsConnected,
  IsQuarantined,
  IsReady,
  LinkDeps,
  NetworkFacts,
  WebhookDeps,
} from './endpoint.ts'
export { type HttpServerDeps, httpServer } from './server/httpServer.ts'
export type { PageContext, PagesBeside } from './server/pagesBeside.ts'
export type { AnsweredRequest, Around } from './server/requestLog.ts'

/**
 * The merchants' API as a Koa app, for a server of your own. `httpServer` does more: it bounds connections and the time
 * of requests, and answers requests that Node's parser refuses in the envelope.
 */
export function koaApp({ requestMs = 20_000, answerMs = 30_000, limits, isLeaving, ...deps }: HttpServerDeps): Koa {
  const sample = refusalSample(deps.log)
  const closing = { isClosing: () => false, isLeaving: isLeaving ?? (() => false) }
  return app({ ...deps, ...closing, requestMs, answerMs, limits: { ...usualLimits, ...limits }, sample }).koa
}
