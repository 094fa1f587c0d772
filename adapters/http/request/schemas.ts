import type { ErrorObject } from 'ajv'
import {
  type PaymentRequest,
  type Refusal,
  referenceForm,
  referencePattern,
  type SendMoneyRequest,
} from '../../../core/sente.ts'
import { ajv, malformedFields } from './fields.ts'

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

type Field = keyof typeof fields

/** How a message describes a field's pattern. */
const forms: Partial<Record<string, string>> = {
  reference: referenceForm,
  phone_number: '8 to 15 digits without a plus sign',
}

type Body = Record<Exclude<Field, 'amount' | 'pin'>, string> & { amount: number }

const common = ['apikey', 'reference', 'phone_number', 'amount', 'currency', 'network'] as const

/** The schema of send-money's body. */
export const payoutSchema = schemaOf('Payout', [...common, 'pin'])

/** The schema of collect-money's body. */
export const collectionSchema = schemaOf('Collection', common)

/** Reads the body of send-money. */
export const readPayout: ReadPayment<SendMoneyRequest> = reader(payoutSchema, (body: Body & { pin: string }) => ({
  pin: body.pin,
  ...requestOf(body),
}))

/** Reads the body of collect-money. */
export const readCollection: ReadPayment<PaymentRequest> = reader(collectionSchema, requestOf)

function schemaOf(title: string, required: readonly Field[]) {
  const properties: Partial<typeof fields> = Object.fromEntries(required.map((name) => [name, fields[name]]))
  return { title, type: 'object', required, properties, propertyNames: { not: { enum: ['__proto__', 'constructor'] } } }
}

function reader<Valid, Request>(schema: ReturnType<typeof schemaOf>, toRequest: (body: Valid) => Request) {
  const validate = ajv.compile<Valid>(schema)
  return (body: object): { request: Request } | Refusal =>
    validate(body) ? { request: toRequest(body) } : refusalOf(schema.required, validate.errors ?? [])
}

function requestOf({ apikey, reference, phone_number, amount, currency, network }: Body): PaymentRequest {
  return { apikey, reference, phoneNumber: phone_number, amount, currency, network }
}

function refusalOf(names: readonly Field[], errors: readonly ErrorObject[]): Refusal {
  const missing = names.filter((name) => errors.some((error) => isMissing(name, error)))
  if (missing.length > 0) return { refused: 'missing_fields', fields: missing }
  return malformedFields(errors.flatMap(problemOf))
}

function isMissing(name: Field, { keyword, params, instancePath, data }: ErrorObject): boolean {
  if (keyword === 'required') return params.missingProperty === name
  return instancePath === `/${name}` && (data === null || data === '')
}

/** Describes one error; empty for errors that ajv adds to another. */
function problemOf({ keyword, params, instancePath, data }: ErrorObject): string[] {
  const name = instancePath.slice(1)
  if (keyword === 'propertyNames') return [`${params.propertyName} is not allowed`]
  if (keyword === 'pattern') return [`${name} must be ${forms[name]}`]
  if (keyword !== 'type') return []
  return [`${name} must be a ${typeof data === 'number' && params.type === 'number' ? 'finite number' : params.type}`]
}
