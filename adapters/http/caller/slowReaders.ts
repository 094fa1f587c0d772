import { isRefusal } from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import type { HttpAnswer } from '../answers/envelope.ts'
import { clientNetwork } from './clientAddress.ts'
import type { Limits } from './limits.ts'

/**
 * Lets an answer pass, unless it is a look-up or page for a client with too many unread bytes: such a request is
 * refused for a while.
 */
export type RefuseSlowReaders = (ctx: Context, given: HttpAnswer) => HttpAnswer

/** How many bytes of answers one account, or one client network without a key, may leave unread. */
const mostUnread = 16 * 2 ** 20

/** The bytes counted for an answer of unknown length: a long page of a list. */
const usualLength = 64 * 1_024

/** How long a slow reader has to wait, in seconds. */
const retryAfterSeconds = 10

/**
 * Counts the unread bytes of each client, from the moment of an answer until its last byte is sent. Payments are always
 * answered.
 */
export function refuseSlowReaders({ trustedProxies }: Pick<Limits, 'trustedProxies'>): RefuseSlowReaders {
  const unreadBytes = new Map<string, number>()

  function add(owner: string, bytes: number) {
    const sum = (unreadBytes.get(owner) ?? 0) + bytes
    if (sum > 0) unreadBytes.set(owner, sum)
    else unreadBytes.delete(owner)
  }

  return (ctx, given) => {
    if (ctx.method !== 'GET' || isRefusal(given) || given.status === 304) return given
    const bytes = 'text' in given && Buffer.isBuffer(given.text) ? given.text.length : usualLength
    const owner = ctx.state.accountId ?? clientNetwork(ctx.req, trustedProxies)
    if ((unreadBytes.get(owner) ?? 0) + bytes > mostUnread) return { refused: 'rate_limited', retryAfterSeconds }
    add(owner, bytes)
    ctx.res.once('close', () => add(owner, -bytes))
    return given
  }
}
