import { type Caller, isRefusal } from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import type { HttpAnswer } from '../answers/envelope.ts'
import type { EndpointDeps, Handle } from './endpoint.ts'

/** Makes the handler of a look-up: identifies the caller, waits for the account's turn, then calls `handle`. */
export function lookUpHandler(
  { identify, queued }: Pick<EndpointDeps, 'identify' | 'queued'>,
  handle: (caller: Caller, ctx: Context) => Promise<HttpAnswer>,
): Handle {
  return async (ctx) => {
    const caller = await identify(ctx)
    if (isRefusal(caller)) return caller
    // A client that disconnected meanwhile gets no answer.
    return queued(caller.account.id, async () =>
      ctx.req.socket.destroyed ? { refused: 'request_aborted' } : handle(caller, ctx),
    )
  }
}
