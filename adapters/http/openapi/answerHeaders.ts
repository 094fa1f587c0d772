import type { ErrorCode } from '../answers/errors/refusals.ts'
import { literal, type Schema } from './schema.ts'

type Header = { readonly description: string; readonly schema: Schema; readonly example: string }

const text: Schema = { type: 'string' }
const seconds: Schema = { type: 'string', pattern: '^[0-9]+$' }

/** The headers of the answers that belong to the API. */
export const headers = {
  'Request-Id': {
    description: 'The id of the request. The operator can find it in the log.',
    schema: { type: 'string', format: 'uuid' },
    example: '5b1d5f5e-7d0c-4a55-9c3a-0a4f2f1f3c11',
  },
  'Cache-Control': { description: 'Whether the answer may be cached.', schema: text, example: 'no-store' },
  'X-Content-Type-Options': {
    description: 'Stops browsers from guessing a type.',
    schema: literal('nosniff'),
    example: 'nosniff',
  },
  'Strict-Transport-Security': {
    description: 'Makes browsers use TLS only; sent over TLS.',
    schema: text,
    example: 'max-age=31536000; includeSubDomains',
  },
  'Referrer-Policy': {
    description: 'Stops browsers from sending a referrer; sent over TLS.',
    schema: text,
    example: 'no-referrer',
  },
  'Error-Code': { description: 'The code of the error, for programs.', schema: text, example: 'invalid_pin' },
  Link: {
    description:
      'Links to more information: `rel="help"` to the page about the error, `rel="describedby"` to its rule, and `rel="original"` to the transaction that used the reference.',
    schema: text,
    example: '</rulebook#6.1>; rel="describedby", </errors/invalid_pin>; rel="help"',
  },
  Location: {
    description: 'The path of the transaction that was recorded.',
    schema: { type: 'string', pattern: '^/api/v1/transactions/' },
    example: '/api/v1/transactions/019c0f6e-7a1b-7c3d-8e4f-5a6b7c8d9e0f',
  },
  RateLimit: {
    description: 'How many requests are left (`r`), and in how many seconds all are back (`t`).',
    schema: text,
    example: '"account";r=999;t=10',
  },
  'RateLimit-Policy': {
    description: 'How many requests (`q`) may come in how many seconds (`w`).',
    schema: text,
    example: '"account";q=1000;w=10',
  },
  'Retry-After': {
    description: 'The number of seconds after which to repeat the request.',
    schema: seconds,
    example: '7',
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: literal('Bearer'), example: 'Bearer' },
  Allow: { description: 'The methods of this path.', schema: text, example: 'POST' },
  'Reference-Match': {
    description:
      'Whether the transaction under the reference is the same operation with the same amount, currency, network and phone number, or a refund of the same collection.',
    schema: { type: 'string', enum: ['same', 'different'] },
    example: 'same',
  },
  ETag: { description: 'Names this version of the document.', schema: text, example: '"YWJj"' },
  'Content-Security-Policy': {
    description: 'The sources that a browser may load for the answer. No other page may embed it.',
    schema: text,
    example: "default-src 'none'",
  },
  'Content-Disposition': {
    description: 'The file name of the document.',
    schema: text,
    example: 'attachment; filename="statement-UGX.csv"',
  },
  'Content-Encoding': {
    description: 'The compression of the document, for clients that accept it.',
    schema: literal('gzip'),
    example: 'gzip',
  },
  Vary: { description: 'The headers of the request that the answer depends on.', schema: text, example: 'Accept' },
} as const satisfies Record<string, Header>

/** The name of a header of answers. */
type HeaderName = keyof typeof headers

/** The headers of every answer. */
export const commonHeaderNames: readonly HeaderName[] = [
  'Request-Id',
  'Cache-Control',
  'X-Content-Type-Options',
  'Content-Security-Policy',
]

/** The headers of every answer over TLS. */
export const headerNamesOverTls: readonly HeaderName[] = ['Strict-Transport-Security', 'Referrer-Policy']

/** The headers of single errors, beyond those of every error. */
const headersByCode: { readonly [Code in ErrorCode]?: HeaderName } = {
  invalid_secret_key: 'WWW-Authenticate',
  method_not_allowed: 'Allow',
  provider_unavailable: 'Location',
  outcome_unknown: 'Location',
  duplicate_batch: 'Reference-Match',
  duplicate_link: 'Reference-Match',
  duplicate_reference: 'Reference-Match',
  pin_locked: 'Retry-After',
  rate_limited: 'Retry-After',
  limit_reached: 'Retry-After',
  too_many_redeliveries: 'Retry-After',
  network_unavailable: 'Retry-After',
  not_ready: 'Retry-After',
  quarantined: 'Retry-After',
}

/** The errors that do not always have their header. */
const sometimes: readonly ErrorCode[] = ['limit_reached']

/** The headers of an answer that may have some of these errors: each name, and whether it is always sent. */
export function errorHeaders(codes: readonly ErrorCode[]): Record<string, boolean> {
  const own = codes.flatMap((code) => headersByCode[code] ?? [])
  const isAlways = (name: HeaderName) =>
    codes.every((code) => headersByCode[code] === name && !sometimes.includes(code))
  return { 'Error-Code': true, Link: true, ...Object.fromEntries(own.map((name) => [name, isAlways(name)])) }
}
