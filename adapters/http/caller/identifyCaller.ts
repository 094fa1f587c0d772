import type { IncomingMessage } from 'node:http'
import { crc32 } from 'node:zlib'
import { type Authenticate, type Caller, isRefusal, type KeyScope, type Refusal } from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import type { HttpRefusal } from '../answers/errors/refusals.ts'
import { headerValues } from '../answers/headers.ts'
import { clientNetwork, isAmong } from './clientAddress.ts'
import type { Limits } from './limits.ts'
import { rateLimit } from './rateLimit.ts'

/** Applies rules 2 and 3 and the limits. Resolves with the owner of the secret key, and names it in the log. */
export type IdentifyCaller = (ctx: Context) => Promise<Caller | HttpRefusal>

type Deps = { readonly authenticate: Authenticate; readonly limits: Limits }

/**
 * Identifies the callers of endpoints, by the scope that each needs. Requests with a valid key count for its account.
 * All others count for their client network, and never against a caller with a valid key. Requests from an address that
 * the key does not allow count for the network, too: a thief of the key can't use up the account's limit.
 */
export function identifyCaller({ authenticate, limits }: Deps): (scope: KeyScope | null) => IdentifyCaller {
  const { accountRate, failedKeyRate, trustedProxies } = limits
  const limitAccount = rateLimit('account', accountRate)
  const limitFailedKeys = rateLimit('failed-keys', failedKeyRate)

  async function refused(ctx: Context, refusal: Refusal): Promise<HttpRefusal> {
    if (refusal.refused === 'key_not_allowed') {
      ctx.state.accountId = refusal.accountId
      ctx.state.keyId = refusal.keyId
      if (refusal.lacks !== null) return (await limitAccount(ctx, refusal.accountId)) ?? refusal
    }
    ctx.state.client = clientNetwork(ctx.req, trustedProxies)
    return (await limitFailedKeys(ctx, countOf(ctx.state.client))) ?? refusal
  }

  return (scope) => async (ctx) => {
    const isFrom = (addresses: readonly string[]) => isAmong(ctx.req, addresses, trustedProxies)
    const caller = await authenticate({ secretKey: secretKeyOf(ctx.req), scope: scope ?? undefined, isFrom })
    if (isRefusal(caller)) return refused(ctx, caller)
    ctx.state.accountId = caller.account.id
    ctx.state.keyId = caller.keyId
    return (await limitAccount(ctx, caller.account.id)) ?? caller
  }
}

/** Client networks share this many counts, so that memory is bounded. */
const counts = 2 ** 16

/** The count that a client network uses. */
export function countOf(network: string): number {
  return crc32(network) % counts
}

/**
 * The key in the header `Authorization: Bearer <key>`, in the alphabet of RFC 6750. Empty, which matches no key, when
 * the header is missing, malformed, or sent twice.
 */
export function secretKeyOf(req: IncomingMessage): string {
  const [authorization = '', ...others] = headerValues(req, 'authorization')
  if (others.length > 0) return ''
  return /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1] ?? ''
}
