import type { ErrorObject } from 'ajv'
import { type EndpointSettings, eventTypes, isRefusal, malformedFields } from '../../../core/sente.ts'
import type { HttpRefusal } from '../answers/errors/refusals.ts'
import { readBody } from '../request/body.ts'
import { ajv, missingFields } from '../request/fields.ts'
import type { WebhookRequest } from './webhookHandler.ts'

type Body = Partial<EndpointSettings>

const types = ['*', ...eventTypes]

const forms: Readonly<Record<string, string>> = {
  url: 'a URL of at most 2000 characters',
  types: `a list of one or more of ${types.join(', ')}`,
  enabled: 'true or false',
}

/** The schema of a change; `url` is required of a new endpoint. */
export const endpointBodySchema = {
  type: 'object',
  properties: {
    url: {
      type: 'string',
      minLength: 1,
      maxLength: 2000,
      description:
        'The URL that receives messages: on the public internet, with https and the port 443 or 8443. It is stored in its normalized form.',
    },
    // A repeated type counts once: comparing all of them would take long before their number is refused.
    types: {
      type: 'array',
      minItems: 1,
      maxItems: types.length,
      items: { type: 'string', enum: types },
      description: 'The types of events to send; `*` stands for all of them.',
    },
    enabled: {
      type: 'boolean',
      description: 'Whether to send messages; true continues with the first undelivered event.',
    },
  },
} as const

/** The errors of a body, beyond those of missing fields. */
export const endpointBodyRefusals = [
  'unsupported_media_type',
  'body_too_large',
  'malformed_json',
  'malformed_fields',
] as const

const validate = ajv.compile<Body>(endpointBodySchema)

/** Reads a merchant's change of an endpoint. Only required fields must be present; unknown fields are ignored. */
export async function readEndpoint(
  { ctx, queued, webhooks: { readUrl } }: WebhookRequest,
  required: readonly string[] = [],
): Promise<{ readonly settings: Body } | HttpRefusal> {
  const received = await readBody(ctx, queued)
  if (isRefusal(received)) return received
  const { body } = received
  const missing = missingFields(body, required)
  if (missing) return missing
  if (!validate(body)) return malformedFields([...new Set((validate.errors ?? []).map(problemIn))])
  const { url, types, enabled } = body
  const read = url === undefined ? {} : readUrl(url)
  if ('problem' in read) return malformedFields([`url ${read.problem}`])
  return {
    settings: {
      ...read,
      ...(types !== undefined && { types: [...new Set(types)] }),
      ...(enabled !== undefined && { enabled }),
    },
  }
}

function problemIn({ instancePath }: ErrorObject): string {
  const name = instancePath.split('/')[1] ?? ''
  return `${name} must be ${forms[name]}`
}

/** Reads a new endpoint, which must have a URL. */
export async function readNewEndpoint(
  request: WebhookRequest,
): Promise<{ readonly settings: Pick<EndpointSettings, 'url' | 'types'> } | HttpRefusal> {
  const read = await readEndpoint(request, ['url'])
  if (isRefusal(read)) return read
  const { url = '', types = ['*'] } = read.settings
  return { settings: { url, types } }
}
