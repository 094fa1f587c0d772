import type { ErrorObject } from 'ajv'
import {
  type PaymentRequest,
  type Refusal,
  referenceForm,
  referencePattern,
  type SendMoneyRequest,
} from '../../../core/sente.ts'
import { ajv, malformedFields, missingFields } from './fields.ts'

/** Reads a payment from a body by rules 5 and 6; fields that the contract does not have are ignored. */
export type ReadPayment<Request extends PaymentRequest> = (body: object) => { readonly request: Request } | Refusal

/** In the contract's order. */
const fields = {
  apikey: { type: 'string', minLength: 1, description: 'The account’s public key.' },
  reference: {
    type: 'string',
    pattern: referencePattern,
    description: 'Your own name for the payment, which counts once: it keeps the same payment from being made twice.',
  },
  phone_number: {
    type: 'string',
    pattern: '^[0-9]{8,15}$',
    description: 'In international form without a plus sign; networks may ask for more than this pattern.',
  },
  amount: { type: 'number', description: 'Between the smallest and the largest amount of the currency, not rounded.' },
  currency: { type: 'string', minLength: 1, description: 'A code of ISO 4217 in capital letters.' },
  network: { type: 'string', minLength: 1, description: 'One of the currency’s networks.' },
  pin: { type: 'string', minLength: 1, description: 'The account’s transaction PIN.' },
} as const

/** Text that reads the same wherever it is shown: no control characters, and no halves of characters. */
const readable = '[^\\p{Cc}\\p{Cs}]'

/** Beside the contract's fields: what a merchant may say about a payment. */
const optional = {
  description: {
    type: ['string', 'null'],
    pattern: `^${readable}{0,200}$`,
    description: 'What the payment is for, in your own words. It is kept and given back, and shown to nobody else.',
  },
  metadata: {
    type: ['object', 'null'],
    maxProperties: 20,
    propertyNames: { pattern: `^(?!__proto__$)${readable}{1,40}$` },
    additionalProperties: { type: 'string', pattern: `^${readable}{0,200}$` },
    description:
      'What you keep with the payment, by names of your own. It is given back in look-ups, events and statements.',
  },
} as const

type Field = keyof typeof fields

/** How a message describes a field's form, where its type does not say enough. */
const forms: Readonly<Record<string, string>> = {
  reference: referenceForm,
  phone_number: '8 to 15 digits without a plus sign',
  description: 'a string of at most 200 characters without control characters',
  metadata: 'an object of at most 20 strings of up to 200 characters, with names of up to 40',
}

type Body = Record<Exclude<Field, 'amount' | 'pin'>, string> & {
  amount: number
  description?: string | null
  metadata?: Record<string, string> | null
}

const common = ['apikey', 'reference', 'phone_number', 'amount', 'currency', 'network'] as const

/** The schema of send-money's body. */
export const payoutSchema = schemaOf('Payout', 'Money to be sent to a phone.', [...common, 'pin'])

/** The schema of collect-money's body. */
export const collectionSchema = schemaOf('Collection', 'Money to be collected from a phone.', common)

/** Reads the body of send-money. */
export const readPayout: ReadPayment<SendMoneyRequest> = reader(payoutSchema, (body: Body & { pin: string }) => ({
  pin: body.pin,
  ...requestOf(body),
}))

/** Reads the body of collect-money. */
export const readCollection: ReadPayment<PaymentRequest> = reader(collectionSchema, requestOf)

function schemaOf(title: string, description: string, required: readonly Field[]) {
  const asked = Object.fromEntries(required.map((name) => [name, fields[name]]))
  const properties: Partial<typeof fields> & typeof optional = { ...asked, ...optional }
  return {
    title,
    description,
    type: 'object',
    required,
    properties,
    propertyNames: { not: { enum: ['__proto__', 'constructor'] } },
  }
}

function reader<Valid, Request>(schema: ReturnType<typeof schemaOf>, toRequest: (body: Valid) => Request) {
  const validate = ajv.compile<Valid>(schema)
  return (body: object): { request: Request } | Refusal =>
    validate(body)
      ? { request: toRequest(body) }
      : (missingFields(body, schema.required) ?? refusalOf(validate.errors ?? []))
}

function requestOf({ phone_number, description, metadata, ...body }: Body): PaymentRequest {
  const { apikey, reference, amount, currency, network } = body
  return {
    ...{ apikey, reference, phoneNumber: phone_number, amount, currency, network },
    ...(description && { description }),
    ...(metadata && { metadata }),
  }
}

function refusalOf(errors: readonly ErrorObject[]): Refusal {
  return malformedFields([...new Set(errors.flatMap(problemOf))])
}

/** Describes one error; empty for errors that ajv adds to another. */
function problemOf({ keyword, params, instancePath, data }: ErrorObject): string[] {
  const name = instancePath.split('/')[1] ?? ''
  if (name in optional) return [`${name} must be ${forms[name]}`]
  if (keyword === 'propertyNames') return [`${params.propertyName} is not allowed`]
  if (keyword === 'pattern') return [`${name} must be ${forms[name]}`]
  if (keyword !== 'type') return []
  return [`${name} must be a ${typeof data === 'number' && params.type === 'number' ? 'finite number' : params.type}`]
}
