import type { ParameterizedContext } from 'koa'
import type { HttpAnswer } from './envelope.ts'
import { envelopeOf } from './envelope.ts'
import { setHeaders } from './headers.ts'

/** The state of a request, beyond the fields of Koa. */
export type State = {
  requestId: string
  /** When the request arrived, in milliseconds of `performance.now()`. */
  startedMs: number
  /** The caller's account, once the secret key was accepted. */
  accountId?: string
  /** The secret key's id. */
  keyId?: string
  /** The user of a page, by the session that came with the request. */
  userId?: string
  /** The client's IP network, if a limit has looked it up. */
  client?: string
  /** Whether enough similar requests were logged just before. */
  isNoise?: boolean
  /** The endpoint under its path, for any method. */
  endpoint?: Served | undefined
  answer?: HttpAnswer
}

/** The parts of an endpoint that the log uses. */
type Served = { readonly path: string; readonly isNoise?: true; readonly isOpaque?: true }

/** A request and its answer. */
export type Context = ParameterizedContext<State>

/** Answers a request. */
export function answer(ctx: Context, given: HttpAnswer): void {
  const { status, headers, body } = envelopeOf(given, ctx.req)
  ctx.state.answer = given
  ctx.status = status
  setHeaders(ctx, headers)
  ctx.body = body
}
