/**
 * The merchants' API over HTTP.
 *
 * @module sente/http
 */

import type Koa from 'koa'
import { app } from './server/app.ts'
import { type HttpServerDeps, withDefaults } from './server/httpServer.ts'

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
export function koaApp(deps: HttpServerDeps): Koa {
  return app({ ...withDefaults(deps), isClosing: () => false }).koa
}
