import type { Refusal } from '../../core/sente.ts'

/** What only HTTP can get wrong: everything that ends before a merchant's request is understood, and readiness. */
export const transportCodes = [
  'malformed_request',
  'request_timeout',
  'headers_too_large',
  'request_aborted',
  'not_ready',
] as const

/** The machine-readable name of a fault of the transport. */
export type TransportCode = (typeof transportCodes)[number]

/** Every error that the API can answer with. */
export type HttpRefusal = Refusal | { [Code in TransportCode]: { readonly refused: Code } }[TransportCode]

/** The value of the `Error-Code` header. */
export type ErrorCode = HttpRefusal['refused']
