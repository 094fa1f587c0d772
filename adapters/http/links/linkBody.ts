import type { ErrorObject } from 'ajv'
import {
  isRefusal,
  type LinkRequest,
  linkReferenceForm,
  linkReferencePattern,
  malformedFields,
  mostUses,
} from '../../../core/sente.ts'
import { momentForm, spanOf, todayOf } from '../../written/moment.ts'
import type { Context } from '../answers/context.ts'
import type { HttpRefusal } from '../answers/errors/refusals.ts'
import type { EndpointDeps } from '../endpoint.ts'
import { readBody } from '../request/body.ts'
import { moment } from '../request/days.ts'
import { ajv, missingFields, readable } from '../request/fields.ts'

type Body = Pick<LinkRequest, 'reference' | 'currency' | 'description'> & {
  readonly amount?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly uses?: number | null
  readonly expires_at?: string | null
  readonly return_url?: string | null
}

const forms: Readonly<Record<string, string>> = {
  reference: linkReferenceForm,
  amount: 'a number',
  minimum: 'a number',
  maximum: 'a number',
  currency: 'a string',
  description: 'a string of at most 200 characters without control characters',
  uses: `a whole number from 1 to ${mostUses}, or null`,
  expires_at: momentForm,
  return_url: 'an absolute URL with https, of at most 2000 characters',
}

const bounds = ['minimum', 'maximum']

const fields = {
  type: 'object',
  properties: {
    reference: {
      type: 'string',
      pattern: linkReferencePattern,
      description: 'Your own name for the link, which counts once. The references of its payments begin with it.',
    },
    amount: { type: 'number', description: 'The amount that each customer pays, in the currency.' },
    minimum: {
      type: 'number',
      description: 'In place of `amount`, with `maximum`: the least that a customer may name.',
    },
    maximum: { type: 'number', description: 'The most that a customer may name; more than `minimum`.' },
    currency: { type: 'string', minLength: 1, description: 'A code of ISO 4217 in capital letters.' },
    description: {
      type: 'string',
      ...readable(200, 'not empty'),
      description: 'The purpose of the payment, shown to the customer.',
    },
    uses: {
      type: ['integer', 'null'],
      minimum: 1,
      maximum: mostUses,
      description: 'How many payments may be made through it; 1 by default, null for any number.',
    },
    expires_at: {
      anyOf: [...moment.anyOf, { type: 'null' }],
      description:
        'The time when it expires: at most 366 days from now; seven days from now by default. A day is valid to its end, in the time zone of the account.',
    },
    return_url: {
      type: ['string', 'null'],
      maxLength: 2000,
      description: 'The page that the customer returns to afterwards; it must begin with https.',
    },
  },
} as const

/** The schema of a new link. */
export const linkBodySchema = {
  title: 'NewPaymentLink',
  description: 'A page where customers pay a fixed amount, or one that they name within bounds.',
  ...fields,
  required: ['reference', 'currency', 'description'],
  allOf: [{ oneOf: [{ required: ['amount'] }, { required: ['minimum', 'maximum'] }] }],
} as const

/** The errors of its body. */
export const linkBodyRefusals = [
  'unsupported_media_type',
  'body_too_large',
  'malformed_json',
  'missing_fields',
  'malformed_fields',
  'request_aborted',
] as const

const validate = ajv.compile<Body>(fields)

/** Reads a new link; unknown fields are ignored. */
export async function readLink(
  ctx: Context,
  deps: Pick<EndpointDeps, 'queued' | 'days' | 'clock'>,
): Promise<{ readonly request: LinkRequest } | HttpRefusal> {
  const received = await readBody(ctx, deps.queued)
  if (isRefusal(received)) return received
  const { body } = received
  const isBounded = bounds.some((name) => name in body)
  const missing = missingFields(body, ['reference', ...(isBounded ? bounds : ['amount']), 'currency', 'description'])
  if (missing) return missing
  const problems = validate(body) ? [] : [...new Set((validate.errors ?? []).map(nameIn))]
  const { return_url: returnUrl = null, expires_at: expiresAt = null, uses = 1, ...asked } = body as Body
  if (problems.length === 0 && returnUrl !== null && !isHttps(returnUrl)) problems.push('return_url')
  if (problems.length > 0) return malformedFields(problems.map((name) => `${name} must be ${forms[name]}`))
  const { reference, amount, minimum = 0, maximum = 0, currency, description } = asked
  if (isBounded && amount !== undefined) return malformedFields(['amount cannot be given with minimum and maximum'])
  const expiresAtMs = expiresAt === null ? null : (spanOf(expiresAt, todayOf(deps))?.toMs ?? null)
  const asks = { reference, amount: amount ?? { minimum, maximum }, currency, description, uses, returnUrl }
  return { request: { ...asks, expiresAtMs } }
}

function nameIn({ instancePath }: ErrorObject): string {
  return instancePath.split('/')[1] ?? ''
}

/** No URL that a browser would run, and none whose traffic could be read on the way. */
function isHttps(url: string): boolean {
  return URL.canParse(url) && new URL(url).protocol === 'https:'
}
