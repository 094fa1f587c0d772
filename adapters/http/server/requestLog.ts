import type { Logger } from 'pino'
import { isRefusal } from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import { transactionIdOf } from '../answers/envelope.ts'
import { clientNetwork } from '../caller/clientAddress.ts'
import type { Limits } from '../caller/limits.ts'
import type { LogBreakage } from '../endpoint.ts'
import { redactedError } from './redactedError.ts'
import type { RefusalSample } from './refusalSample.ts'

type Deps = { readonly log: Logger; readonly sample: RefusalSample; readonly limits: Limits }

/** Writes the log line of an answered request, without any value that was sent; at `debug` for noise. */
export function requestLog({ log, sample, limits }: Deps): (ctx: Context) => void {
  return (ctx) => {
    const { requestId, startedMs, accountId, keyId, userId, endpoint, answer } = ctx.state
    const client = ctx.state.client ?? clientNetwork(ctx.req, limits.trustedProxies)
    const isNoise = endpoint?.isNoise || ctx.state.isNoise || (isUncounted(ctx) && !sample(client))
    const line = {
      request_id: requestId,
      method: ctx.method,
      route: endpoint?.path,
      status: ctx.status,
      error_code: answer && isRefusal(answer) ? answer.refused : undefined,
      account_id: accountId,
      key_id: keyId,
      user_id: userId,
      client,
      transaction_id: answer && transactionIdOf(answer),
      duration_ms: Math.round(performance.now() - startedMs),
    }
    log[isNoise ? 'debug' : 'info'](line, 'request')
  }
}

/**
 * Whether a request was refused before its caller was known, for example by its path; breakage never counts as that.
 */
function isUncounted({ state: { accountId, client }, status }: Context): boolean {
  return accountId === undefined && client === undefined && status >= 400 && status < 500
}

/** The facts about an answered request: the pattern of its path, and its error. */
export type AnsweredRequest = {
  readonly method: string
  readonly route: string | undefined
  readonly status: number
  readonly refused: string | undefined
  readonly durationMs: number
}

/** The observers of answered requests. */
export type AnsweredDeps = {
  /** Called with each request that was answered. */
  readonly onAnswered?: ((request: AnsweredRequest) => void) | undefined
  /** Runs the handling of each request. */
  readonly aroundRequest?: Around | undefined
}

/** Runs the handling of a request, which resolves with the facts about its answer. */
export type Around = (handle: () => Promise<AnsweredRequest>) => Promise<void>

/** The facts about a request, once it is answered. */
export function answeredRequest(ctx: Context): AnsweredRequest {
  const { startedMs, endpoint, answer } = ctx.state
  return {
    method: ctx.method,
    route: endpoint?.path,
    status: ctx.status,
    refused: answer && isRefusal(answer) ? answer.refused : undefined,
    durationMs: performance.now() - startedMs,
  }
}

/** The dependencies of the log of breakage. */
export type BreakageDeps = {
  readonly log: Logger
  /** Whether the log already explains the present breakage; by default it never does. */
  readonly isExplained?: (() => boolean) | undefined
}

/** Logs an error with the request's id; at `debug` if the log already explains it. */
export function breakageLog({ log, isExplained = () => false }: BreakageDeps): LogBreakage {
  return (ctx, error, transactionId) => {
    const { requestId, accountId, userId } = ctx.state
    const line = { request_id: requestId, account_id: accountId, user_id: userId, transaction_id: transactionId }
    log[isExplained() ? 'debug' : 'error']({ ...line, error: redactedError(error, ctx) }, 'breakage')
  }
}
