import type { Logger } from 'pino'
import { isRefusal } from '../../core/sente.ts'
import type { Context } from './context.ts'
import { transactionIdOf } from './envelope.ts'
import { loggedError } from './loggedError.ts'
import { servedUnder } from './paths.ts'

/** Logs that something broke while a request was answered. */
export type LogBreakage = (ctx: Context, error: unknown, transactionId?: string) => void

/** Writes the line of a request that has its answer, without anything that was sent; in detail only for what is noise. */
export function requestLog(log: Logger): (ctx: Context) => void {
  return (ctx) => {
    const { requestId, startedMs, accountId, client, isNoise, answer } = ctx.state
    const served = servedUnder(ctx.path)
    const line = {
      request_id: requestId,
      method: ctx.method,
      route: served?.path,
      status: ctx.status,
      error_code: answer && isRefusal(answer) ? answer.refused : undefined,
      account_id: accountId,
      client,
      transaction_id: answer && transactionIdOf(answer),
      duration_ms: Math.round(performance.now() - startedMs),
    }
    log[served?.isNoise || isNoise ? 'debug' : 'info'](line, 'request')
  }
}

/** Writes a line for what broke, with the request's id to find it by. */
export function breakageLog(log: Logger): LogBreakage {
  return (ctx, error, transactionId) => {
    const { requestId, accountId } = ctx.state
    const line = { request_id: requestId, account_id: accountId, transaction_id: transactionId }
    log.error({ ...line, error: loggedError(error, ctx) }, 'breakage')
  }
}
