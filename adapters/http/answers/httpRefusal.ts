import type { Refusal } from '../../../core/sente.ts'

/** What only HTTP knows: all that ends before a merchant's request is understood, readiness, and the rate limits. */
export const transportCodes = [
  'malformed_request',
  'request_timeout',
  'headers_too_large',
  'request_aborted',
  'not_ready',
  'rate_limited',
] as const

/** The machine-readable name of a fault of the transport. */
export type TransportCode = (typeof transportCodes)[number]

type Details = { rate_limited: { readonly retryAfterSeconds: number } }

type TransportRefusal = {
  [Code in TransportCode]: { readonly refused: Code } & (Code extends keyof Details ? Details[Code] : unknown)
}[TransportCode]

/** Every error that the API can answer with. */
export type HttpRefusal = Refusal | TransportRefusal

/** The value of the `Error-Code` header. */
export type ErrorCode = HttpRefusal['refused']
