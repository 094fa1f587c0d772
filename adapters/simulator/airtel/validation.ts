import { createDecipheriv } from 'node:crypto'
import type { Context } from 'koa'
import type { Kind } from '../payments/payments.ts'
import type { AccessTokens } from '../transport/accessTokens.ts'
import type { SimulatedAnswer } from '../transport/answer.ts'
import { airtelAccess } from './access.ts'
import { unsigned } from './answers/refusals.ts'
import { type Reply, refusal, routed, unauthenticated } from './answers/reply.ts'
import type { AirtelCipher } from './secrets/cipher.ts'

/** Answers a token request, whose body is JSON. */
export function grantToken(ctx: Context, tokens: AccessTokens): SimulatedAnswer {
  const { client_id, client_secret, grant_type } = (ctx.request.body ?? {}) as Readonly<Record<string, unknown>>
  const isOurs = client_id === airtelAccess.clientId && client_secret === airtelAccess.clientSecret
  if (!isOurs || grant_type !== 'client_credentials') {
    return unauthenticated(400, 'invalid_client', 'Invalid client authentication')
  }
  const body = { access_token: tokens.grant(), expires_in: String(tokens.seconds), token_type: 'bearer' }
  return { status: 200, body }
}

/** The first fault in the headers that every operation requires. */
export function callerFault(ctx: Context, kind: Kind, tokens: AccessTokens): Reply | undefined {
  return tokenFault(ctx, tokens) ?? countryFault(ctx, kind) ?? currencyFault(ctx, kind)
}

/** The fault in the type of a body. */
export function typeFault(ctx: Context): SimulatedAnswer | undefined {
  return ctx.is('json') ? undefined : { status: 415, body: '' }
}

/** The fault in the signature of a body. */
export function signatureFault(ctx: Context, kind: Kind, cipher: AirtelCipher): Reply | undefined {
  return isSigned(ctx, cipher) ? undefined : unsigned[kind]
}

/** The fault in an encrypted PIN. Null is valid for an operation without a PIN. */
export function pinFault(encrypted: string | null, cipher: AirtelCipher): Reply | undefined {
  if (encrypted === null) return undefined
  const pin = cipher.read(encrypted)
  if (pin === airtelAccess.pin) return undefined
  if (pin === undefined) return routed('ROUTER116', 'Incorrect Encrypted Pin')
  return /^[0-9]{4}$/.test(pin) ? routed('ROUTER115', 'Incorrect Pin') : routed('ROUTER114', 'Invalid Pin')
}

/**
 * Whether a request is signed. `x-signature` is the exact text of its body under AES-256-CBC. `x-key` is the key and
 * vector, as base64 with a colon between them, under Airtel's public key.
 */
function isSigned(ctx: Context, cipher: AirtelCipher): boolean {
  const [key = '', vector = ''] = (cipher.read(ctx.get('X-Key')) ?? '').split(':')
  const signed = decrypted(ctx.get('X-Signature'), Buffer.from(key, 'base64'), Buffer.from(vector, 'base64'))
  return signed === String(ctx.request.rawBody ?? '')
}

function decrypted(text: string, key: Buffer, vector: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, vector)
    return Buffer.concat([decipher.update(text, 'base64'), decipher.final()]).toString('utf8')
  } catch {
    // A key or vector of another length, or a text that does not decrypt, is not a signature.
    return undefined
  }
}

function tokenFault(ctx: Context, tokens: AccessTokens): SimulatedAnswer | undefined {
  const [scheme, token = ''] = ctx.get('Authorization').split(' ')
  if (scheme === 'Bearer' && tokens.isGood(token)) return undefined
  return unauthenticated(401, 'invalid_token', 'The access token is invalid or has expired')
}

function countryFault(ctx: Context, kind: Kind): Reply | undefined {
  const country = ctx.get('X-Country')
  if (country === airtelAccess.country) return undefined
  if (country === '') return routed('ROUTER110', `Partner ${airtelAccess.clientId} not found`)
  if (country.length === 2) return routed('ROUTER007', 'The application is not authorised for the country.')
  return refusal('Invalid Country Code', { ...invalid[kind].country, http: 400 })
}

/** A missing header, an empty one and one with another currency are refused in different ways. */
function currencyFault(ctx: Context, kind: Kind): Reply | undefined {
  const currency = ctx.headers['x-currency']
  if (currency === airtelAccess.currency) return undefined
  if (currency === undefined) return refusal('A request header is missing.', { resultCode: 'ESB000008' })
  if (currency === '') return refusal('Invalid/Missing Currency', invalid[kind].currency)
  return routed('ROUTER112', 'The currency is invalid.')
}

/** Refusals of payouts match live answers. For collections only the result codes are published. */
const invalid = {
  collection: { country: { resultCode: 'ESB000034' }, currency: { resultCode: 'ESB000035' } },
  payout: { country: { responseCode: 'DP00900001013' }, currency: { responseCode: 'DP00900001013' } },
} as const
