import type { IncomingMessage } from 'node:http'
import { crc32 } from 'node:zlib'
import { type Authenticate, type Caller, isRefusal } from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import { headerValues } from '../answers/headers.ts'
import type { HttpRefusal } from '../answers/refusals.ts'
import type { Limits } from '../limits.ts'
import { clientNetwork } from './clientAddress.ts'
import { rateLimit } from './rateLimit.ts'

/** Rules 2 and 3, and the limits: the caller that the request's secret key belongs to, whom the log then names. */
export type IdentifyCaller = (ctx: Context) => Promise<Caller | HttpRefusal>

type Deps = { readonly authenticate: Authenticate; readonly limits: Limits }

/**
 * Identifies callers. An account's requests count for it; those that a key opens nothing for count for the network that
 * they come from, and never against a caller with a good key.
 */
export function identifyCaller({ authenticate, limits }: Deps): IdentifyCaller {
  const { accountRate, failedKeyRate, trustedProxies } = limits
  const limitAccount = rateLimit('account', accountRate)
  const limitFailedKeys = rateLimit('failed-keys', failedKeyRate)
  return async (ctx) => {
    const caller = await authenticate(secretKeyOf(ctx.req))
    if (isRefusal(caller)) {
      ctx.state.client = clientNetwork(ctx.req, trustedProxies)
      return (await limitFailedKeys(ctx, countOf(ctx.state.client))) ?? caller
    }
    ctx.state.accountId = caller.account.id
    return (await limitAccount(ctx, caller.account.id)) ?? caller
  }
}

/** Networks share this many counts, so that no number of them takes more memory. */
const counts = 2 ** 16

/** Which of the counts is a network's. */
export function countOf(network: string): number {
  return crc32(network) % counts
}

/**
 * The key of the one header `Authorization: Bearer <key>`, in the alphabet of RFC 6750; empty, which is nobody's key,
 * when the header is missing, malformed, or sent twice.
 */
export function secretKeyOf(req: IncomingMessage): string {
  const [authorization = '', ...others] = headerValues(req, 'authorization')
  if (others.length > 0) return ''
  return /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1] ?? ''
}
