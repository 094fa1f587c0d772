import type { Context } from 'koa'
import type { AccessTokens } from '../transport/accessTokens.ts'
import { type SimulatedAnswer, webPage } from '../transport/answer.ts'
import { type MtnProduct, mtnAccess, mtnProducts } from './access.ts'
import { badRequest, coded, unauthorized } from './answer.ts'
import type { ApiUsers } from './apiUsers.ts'

/**
 * Answers a token request. The first two refusals are the sandbox's own for a body without a length, and for a form. An
 * empty body has a length, which is 0, and is accepted under any type.
 */
export function grantToken(
  ctx: Context,
  product: MtnProduct,
  { tokens, users }: { readonly tokens: AccessTokens; readonly users: ApiUsers },
): SimulatedAnswer {
  const { length } = ctx.request
  if (length === undefined && !ctx.get('Transfer-Encoding')) return { status: 411, body: 'Length Required' }
  if (length !== 0 && !ctx.is('json')) return webPage
  return subscriptionFault(ctx, product) ?? userFault(ctx, product, users) ?? granted(tokens)
}

/** The first fault in the headers that every operation requires. */
export function callerFault(ctx: Context, product: MtnProduct, tokens: AccessTokens): SimulatedAnswer | undefined {
  return subscriptionFault(ctx, product) ?? tokenFault(ctx, tokens) ?? environmentFault(ctx)
}

/** The fault in a reference id, which must be a UUID of version 4. */
export function referenceFault(reference: string): SimulatedAnswer | undefined {
  if (uuid4.test(reference)) return undefined
  return badRequest('The reference id must be a UUID of version 4.')
}

const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

/** The fault in the callback URL. It may be missing, but not empty. */
export function callbackFault(ctx: Context): SimulatedAnswer | undefined {
  if (ctx.headers['x-callback-url'] === undefined) return undefined
  const url = ctx.get('X-Callback-Url')
  return /^https?:[/]{2}/.test(url) && URL.canParse(url) ? undefined : badRequest('X-Callback-Url must be a full URL.')
}

function granted(tokens: AccessTokens): SimulatedAnswer {
  const body = { access_token: tokens.grant(), token_type: 'access_token', expires_in: tokens.seconds }
  return { status: 200, body }
}

/** The product of a request's subscription key; undefined if the key is missing or unknown. */
export function subscribedIn(ctx: Context): MtnProduct | undefined {
  const key = ctx.get('Ocp-Apim-Subscription-Key')
  return mtnProducts.find((product) => mtnAccess[product].subscriptionKey === key)
}

/** The answer to a caller without a subscription. */
export function unsubscribed(ctx: Context): SimulatedAnswer {
  const fault = ctx.get('Ocp-Apim-Subscription-Key') ? 'invalid' : 'missing'
  return unauthorized(`Access denied due to ${fault} subscription key.`)
}

function subscriptionFault(ctx: Context, product: MtnProduct): SimulatedAnswer | undefined {
  return subscribedIn(ctx) === product ? undefined : unsubscribed(ctx)
}

function userFault(ctx: Context, product: MtnProduct, users: ApiUsers): SimulatedAnswer | undefined {
  return users.accepts(ctx.get('Authorization'), product) ? undefined : { status: 401, body: { error: 'login_failed' } }
}

function tokenFault(ctx: Context, tokens: AccessTokens): SimulatedAnswer | undefined {
  const [scheme, token = ''] = ctx.get('Authorization').split(' ')
  if (scheme === 'Bearer' && tokens.isGood(token)) return undefined
  return unauthorized('The access token is missing, invalid or expired.')
}

function environmentFault(ctx: Context): SimulatedAnswer | undefined {
  const isOurs = ctx.get('X-Target-Environment') === mtnAccess.targetEnvironment
  return isOurs ? undefined : coded('NOT_ALLOWED_TARGET_ENVIRONMENT')
}
