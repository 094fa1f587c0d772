import { type Act, type KeyScope, acts as table } from '../../../core/sente.ts'
import type { ErrorCode } from '../answers/errors/refusals.ts'
import type { DocumentedMessage } from './messageOperations.ts'
import { literal, type Schema } from './schema.ts'

/** The description of an endpoint. */
export type Documented = {
  /** A name after a colon matches any one segment. */
  readonly path: string
  /** Every path that accepts GET accepts HEAD. */
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[]
  /** Its acts, by their names in the table of permissions; none if it needs no key. */
  readonly acts: readonly Act[]
  /** The documentation of its operation, or of each operation by its method. */
  readonly openapi: Operation | Readonly<Record<string, Operation>>
}

/** The scope that a key needs for an endpoint; null if it needs no key. Throws if its acts have several. */
export function scopeOf({ acts }: Pick<Documented, 'acts'>): KeyScope | null {
  const [scope = null, ...others] = new Set(acts.map((act) => table[act].scope))
  if (others.length > 0 || (scope === null && acts.length > 0)) throw new Error(`no one scope opens ${acts.join(', ')}`)
  return scope
}

/** The documentation of one operation of an endpoint. */
export type Operation = {
  /** Names the operation in generated clients. */
  readonly id: string
  readonly tag: Tag
  readonly summary: string
  readonly description: string
  readonly parameters?: readonly Parameter[]
  /** The body of the request, in JSON unless another type is named; and the types of files that may be sent instead. */
  readonly body?: {
    readonly type?: string
    readonly schema: Schema
    readonly example?: object
    readonly files?: readonly string[]
  }
  /** The message that is sent to the URL in this field of the body. */
  readonly sends?: { readonly to: string; readonly message: DocumentedMessage }
  /** The answers that are not errors. */
  readonly answers: { readonly [status in 200 | 201 | 304]?: DocumentedAnswer }
  /** The errors beyond those of every request. */
  readonly refusals: readonly ErrorCode[]
}

/** A parameter of the path or of the query. */
export type Parameter = {
  readonly in: 'path' | 'query' | 'header'
  readonly name: string
  readonly description: string
  readonly schema: Schema
  readonly example?: string | number
  /** Parameters of the path are always required. */
  readonly isRequired?: true
}

/** An answer that is not an error. */
export type DocumentedAnswer = {
  readonly description: string
  /** The names of headers beyond those of every answer, and whether each is always sent. */
  readonly headers?: Readonly<Record<string, boolean>>
  /** By media type. */
  readonly content?: Readonly<
    Record<string, { readonly schema: Schema; readonly example?: unknown; readonly examples?: object }>
  >
}

/** The groups of operations, in the order of the reference. */
export const tags = {
  Payments: 'Send money and collect money. A reference is used up once a transaction is recorded under it.',
  Batches: 'Many payouts at once: their money is held together, and each becomes a payout of its own.',
  'Payment links': 'Pages where customers pay a fixed amount.',
  'Look-ups': 'The outcome of payments, and the money of an account.',
  Events: 'Every outcome of a payment and every movement of money, in order and without a gap.',
  Webhooks: 'The endpoints that receive events, and the deliveries to them.',
  Service: 'The state of the gateway, and its documentation. These calls need no key.',
  Networks: 'Callbacks of the networks. Merchants do not call this.',
} as const

/** The name of a group of operations. */
type Tag = keyof typeof tags

/** The errors of every operation with a key: the errors of its caller. */
export const callerRefusals = [
  'invalid_secret_key',
  'key_not_allowed',
  'account_not_found',
  'kyc_incomplete',
  'api_access_off',
  'rate_limited',
  'not_ready',
] as const

/** The errors of every operation whose body has fields with the public key among them. */
export const bodyRefusals = [
  'unsupported_media_type',
  'body_too_large',
  'malformed_json',
  'missing_fields',
  'malformed_fields',
  'invalid_public_key',
] as const

/** The properties of every success in the envelope. */
export const successProperties = {
  status: { ...literal('success'), description: 'Distinguishes a success from an error.' },
  message: { type: 'string', description: 'The result, for people.' },
} as const

/** The schema of a success in the envelope, with the schema of its data, if it has any. */
export function success(message: string, data?: Schema): Schema {
  return {
    type: 'object',
    required: ['status', 'message', ...(data ? ['data'] : [])],
    properties: {
      ...successProperties,
      message: { ...successProperties.message, ...literal(message) },
      ...(data && { data }),
    },
  }
}

/** A success in the envelope as JSON, with an example of its data. */
export function jsonSuccess(
  message: string,
  data?: Schema,
  example?: object,
): NonNullable<DocumentedAnswer['content']> {
  const value = { status: 'success', message, ...(example && { data: example }) }
  return { 'application/json': { schema: success(message, data), example: value } }
}

/** The answers of a page or document that browsers cache and revalidate. */
export function pageAnswers(type: string, schema: Schema = { type: 'string' }): Operation['answers'] {
  const headers = { ETag: true, Vary: true, 'Content-Encoding': false }
  return {
    200: { description: 'The document as it is now.', headers, content: { [type]: { schema } } },
    304: { description: 'The document has not changed: If-None-Match names its current version.', headers },
  }
}
