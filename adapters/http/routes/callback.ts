import { type Callback, isRefusal } from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import type { Answer } from '../answers/envelope.ts'
import { readBytes } from '../request/body.ts'
import { refusalOfPath } from './paths.ts'

/**
 * Takes note of a network's callback under the secret token of its address, and returns before anything comes of it.
 * False when there is no such token.
 */
export type HearCallback = (token: string, callback: Callback) => boolean

/** Answers a network's callback: that it was heard, whatever it says, or that nothing is served under its token. */
export function callbackRoute(hearCallback: HearCallback) {
  return async (ctx: Context): Promise<Answer> => {
    const received = await readBytes(ctx)
    if (isRefusal(received)) return received
    const isHeard = hearCallback(ctx.params.token, { method: ctx.method, body: received.bytes })
    return isHeard ? { status: 200, message: 'Heard' } : refusalOfPath(ctx.path)
  }
}
