import { type Caller, isRefusal } from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import type { HttpAnswer } from '../answers/envelope.ts'
import type { EndpointDeps, Handle } from '../endpoint.ts'

type Answer = (caller: Caller, ctx: Context) => Promise<HttpAnswer>

/** Makes a handler that identifies the caller, then calls `handle`. */
export function identifiedHandler({ identify }: Pick<EndpointDeps, 'identify'>, handle: Answer): Handle {
  return async (ctx) => {
    const caller = await identify(ctx)
    return isRefusal(caller) ? caller : handle(caller, ctx)
  }
}

/** Makes the handler of a look-up: identifies the caller, waits for the account's turn, then calls `handle`. */
export function lookUpHandler({ identify, queued }: Pick<EndpointDeps, 'identify' | 'queued'>, handle: Answer): Handle {
  return identifiedHandler({ identify }, (caller, ctx) => queued(ctx, () => handle(caller, ctx)))
}
