import type { ErrorObject } from 'ajv'
import {
  type AskedPayout,
  customerMessageForm,
  isRefusal,
  malformedFields,
  type Pay,
  type PaymentRequest,
  type Refusal,
  referenceForm,
  referencePattern,
  type Transaction,
  toMajor,
} from '../../../core/sente.ts'
import type { Context } from '../answers/context.ts'
import type { HttpAnswer } from '../answers/envelope.ts'
import type { ErrorCode } from '../answers/errors/refusals.ts'
import { type EndpointDeps, leftMs } from '../endpoint.ts'
import { bodyRefusals, callerRefusals, jsonSuccess, type Operation } from '../openapi/operation.ts'
import { all, literal, type Schema } from '../openapi/schema.ts'
import { paymentProperties } from '../openapi/transactionSchemas.ts'
import { readBody } from '../request/body.ts'
import { ajv, missingFields, readable } from '../request/fields.ts'
import { awaitOpening, awaitOutcome } from './outcome.ts'

/** The parts that differ between the handlers of the operations. */
type Payment<Request> = {
  readonly pay: Pay<Request>
  readonly read: ReadPayment<Request>
  /** The message of a success. */
  readonly message: string
}

type Deps = Pick<EndpointDeps, 'identify' | 'queued' | 'logBreakage' | 'requestMs'>

/**
 * Makes the handler of one operation's POST: the caller, the body, its fields, the core's rules, the submission's
 * outcome.
 */
export function paymentHandler<Request>(payment: Payment<Request>, deps: Deps) {
  return async (ctx: Context): Promise<HttpAnswer> => {
    const caller = await deps.identify(ctx)
    if (isRefusal(caller)) return caller
    const received = await readBody(ctx, deps.queued)
    if (isRefusal(received)) return received
    const read = payment.read(received.body)
    if (isRefusal(read)) return read
    const left = () => leftMs(ctx, deps.requestMs)
    const opening = payment.pay({ caller, request: read.request })
    const opened = await awaitOpening(opening, left(), (error) => deps.logBreakage(ctx, error))
    if (isRefusal(opened)) return opened
    const onBreakage = (error: unknown) => deps.logBreakage(ctx, error, opened.transaction.id)
    const outcome = await awaitOutcome(opened, left(), onBreakage)
    return isRefusal(outcome) ? outcome : initiated(payment.message, outcome.transaction)
  }
}

function initiated(message: string, transaction: Transaction): HttpAnswer {
  const { id, reference, amountMinor, currency, network, refundOf } = transaction
  const data = { reference, transaction_id: id, amount: toMajor(amountMinor, currency), currency, network }
  const whole = refundOf === null ? data : { ...data, refund_of: refundOf }
  return { status: 201, message, data: whole, transactionId: id }
}

/** The parts that differ in the documentation of the operations. */
type Documentation = Pick<Operation, 'id' | 'summary' | 'description' | 'refusals'> & {
  readonly message: string
  readonly schema: Schema
  /** An example of the body. */
  readonly example: object
  /** The data of a success; the contract's by default. */
  readonly initiated?: { readonly schema: Schema; readonly example: object }
}

const example = { reference: 'order-1', amount: 5000, currency: 'UGX', network: 'MTN' }

/** An example of a body, with the fields that the contract's operations share. */
export const bodyExample = { apikey: 'sente_pk_EXAMPLE', ...example, phone_number: '256770000001' }

/** An example of a success. */
export const initiatedExample = { ...example, transaction_id: '019c0f6e-7a1b-7c3d-8e4f-5a6b7c8d9e0f' }

const initiatedSchema = all('InitiatedPayment', 'A payment that the network has accepted.', {
  reference: paymentProperties.reference,
  transaction_id: paymentProperties.transaction_id,
  amount: paymentProperties.amount,
  currency: paymentProperties.currency,
  network: paymentProperties.network,
})

const refusals: readonly ErrorCode[] = [
  ...callerRefusals,
  ...bodyRefusals,
  'currency_not_supported',
  'invalid_network',
  'invalid_phone_number',
  'amount_below_minimum',
  'amount_above_maximum',
  'amount_too_precise',
  'currency_not_activated',
  'duplicate_reference',
  'network_unavailable',
  'provider_unavailable',
  'outcome_unknown',
  'quarantined',
  'request_aborted',
]

/** Documents one of the operations. */
export function paymentOperation({ message, schema, example, initiated, ...given }: Documentation): Operation {
  const success = initiated ?? { schema: initiatedSchema, example: initiatedExample }
  return {
    ...given,
    tag: 'Payments',
    body: { schema, example },
    answers: {
      201: {
        description: 'The network has accepted the payment. Look it up to see its outcome.',
        headers: { Location: true },
        content: jsonSuccess(message, success.schema, success.example),
      },
    },
    refusals: [...refusals, ...given.refusals],
  }
}

/** The fields that the contract requires of both operations, in its order. */
export const paymentFields = {
  apikey: { type: 'string', minLength: 1, description: 'The account’s public key.' },
  reference: {
    type: 'string',
    pattern: referencePattern,
    description: 'Your own name for the payment. It can be used once, so that the same payment is not made twice.',
  },
  phone_number: {
    type: 'string',
    pattern: '^[0-9]{8,15}$',
    description: 'In international form without a plus sign; networks may require more than this pattern.',
  },
  amount: { type: 'number', description: 'Between the smallest and the largest amount of the currency, not rounded.' },
  currency: { type: 'string', minLength: 1, description: 'A code of ISO 4217 in capital letters.' },
  network: { type: 'string', minLength: 1, description: 'One of the currency’s networks.' },
} as const

/** The PIN, a field of every operation that pays out. */
export const pinField = { type: 'string', minLength: 1, description: 'The account’s transaction PIN.' } as const

/** A merchant's own notes on a payment, beside the contract's fields. */
const optionalFields = {
  description: {
    type: ['string', 'null'],
    ...readable(200, 'perhaps empty'),
    description:
      'The purpose of the payment, in your own words. It is stored and returned, and shown to no other merchant.',
  },
  metadata: {
    anyOf: [
      {
        type: 'object',
        maxProperties: 20,
        propertyNames: { ...readable(40, 'not empty'), not: literal('__proto__') },
        additionalProperties: { type: 'string', ...readable(200, 'perhaps empty') },
      },
      { type: 'array', items: {}, maxItems: 0 },
      { type: 'null' },
    ],
    description:
      'Your own data about the payment, by names of your choice. They are returned in look-ups, events and statements. An empty array means the same as an empty object.',
  },
  customer_message: {
    type: ['string', 'null'],
    ...readable(60, 'perhaps empty'),
    description:
      'A text about the payment for the customer, shown as far as the network supports it. Characters that it does not carry are replaced; `customer_message_as_sent` of the transaction shows the result.',
  },
} as const

/** The form of a field in a message, if its type is not enough. */
const forms: Readonly<Record<string, string>> = {
  reference: referenceForm,
  collection: referenceForm,
  phone_number: '8 to 15 digits without a plus sign',
  description: 'a string of at most 200 characters without control characters',
  metadata: 'an object of at most 20 strings of up to 200 characters, with names of up to 40',
  customer_message: `a string of ${customerMessageForm}`,
}

/** A body whose fields have the right forms. */
export type PaymentBody = LineBody & { apikey: string; network: string }

/** The same without the public key, and perhaps without a network. */
export type LineBody = Record<Exclude<keyof typeof paymentFields, 'amount' | 'apikey' | 'network'>, string> & {
  amount: number
  network?: string | null
  description?: string | null
  metadata?: Record<string, string> | null
  customer_message?: string | null
}

/** The schema of a body that must have these fields, and may have others. */
export function bodySchema<Fields extends Readonly<Record<string, Schema>>>(
  title: string,
  description: string,
  fields: Fields,
  others: Readonly<Record<string, Schema>> = {},
) {
  return {
    title,
    description,
    type: 'object',
    required: Object.keys(fields) as (keyof Fields & string)[],
    properties: { ...fields, ...others, ...optionalFields },
    propertyNames: { not: { enum: ['__proto__', 'constructor'] } },
  }
}

/** Reads a payment from a body by rules 5 and 6. Fields outside the contract are ignored. */
export type ReadPayment<Request> = (body: object) => { readonly request: Request } | Refusal

/** Makes a reader of bodies that match a schema. */
export function bodyReader<Body, Request>(
  schema: { readonly required: readonly string[] },
  toRequest: (body: Body) => Request,
): ReadPayment<Request> {
  const validate = ajv.compile<Body>(schema)
  return (body) =>
    validate(body)
      ? { request: toRequest(body) }
      : (missingFields(body, schema.required) ?? refusalOf(validate.errors ?? []))
}

/** The request that a body makes. */
export function requestOf({ apikey, network, ...body }: PaymentBody): PaymentRequest {
  return { apikey, ...lineRequestOf(body), network }
}

/** The request that a line of a batch makes. */
export function lineRequestOf({
  phone_number,
  description,
  metadata,
  customer_message,
  ...body
}: LineBody): AskedPayout {
  const { reference, amount, currency, network } = body
  return {
    reference,
    phoneNumber: phone_number,
    amount,
    currency,
    ...(network && { network }),
    ...saidOf({ description, metadata, customer_message }),
  }
}

/** The merchant's notes on a payment, from its body. */
export function saidOf({ description, metadata, customer_message }: Said): Pick<PaymentRequest, SaidName> {
  return {
    ...(description && { description }),
    ...(metadata && { metadata: { ...metadata } }),
    ...(customer_message && { customerMessage: customer_message }),
  }
}

type SaidName = 'description' | 'metadata' | 'customerMessage'

type Said = {
  readonly description?: string | null | undefined
  readonly metadata?: Record<string, string> | null | undefined
  readonly customer_message?: string | null | undefined
}

function refusalOf(errors: readonly ErrorObject[]): Refusal {
  return malformedFields([...new Set(errors.flatMap(problemOf))])
}

/** Describes one error; empty for errors that ajv adds to another. */
function problemOf({ keyword, params, instancePath, data }: ErrorObject): string[] {
  const name = instancePath.split('/')[1] ?? ''
  if (name in optionalFields) return [`${name} must be ${forms[name]}`]
  if (keyword === 'propertyNames') return [`${params.propertyName} is not allowed`]
  if (keyword === 'pattern') return [`${name} must be ${forms[name]}`]
  if (keyword !== 'type') return []
  return [`${name} must be a ${typeof data === 'number' && params.type === 'number' ? 'finite number' : params.type}`]
}
