import { type Authenticate, type Caller, isRefusal, type Refusal } from '../../core/sente.ts'
import { secretKeyOf } from './bearer.ts'
import type { Context } from './context.ts'

/** Rules 2 and 3: the caller that the request's secret key belongs to, whom the log then names. */
export async function callerOf(ctx: Context, authenticate: Authenticate): Promise<Caller | Refusal> {
  const caller = await authenticate(secretKeyOf(ctx.req))
  if (!isRefusal(caller)) ctx.state.accountId = caller.account.id
  return caller
}
