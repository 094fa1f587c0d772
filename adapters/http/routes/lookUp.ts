import { type Caller, isRefusal } from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import type { HttpAnswer } from '../answers/envelope.ts'
import type { EndpointDeps, Handle } from './endpoint.ts'

/** Answers what a merchant looks up, when it is its account's turn: who calls, and then what `handle` answers. */
export function lookUpHandler(
  { identify, queued }: Pick<EndpointDeps, 'identify' | 'queued'>,
  handle: (caller: Caller, ctx: Context) => Promise<HttpAnswer>,
): Handle {
  return async (ctx) => {
    const caller = await identify(ctx)
    if (isRefusal(caller)) return caller
    // Nobody reads the answer of a client that has gone meanwhile.
    return queued(caller.account.id, async () =>
      ctx.req.socket.destroyed ? { refused: 'request_aborted' } : handle(caller, ctx),
    )
  }
}
