import type { ErrorCode } from '../answers/errors/refusals.ts'
import { callerRefusals, type Described, jsonSuccess } from '../description/described.ts'
import { all, type Schema } from '../description/schema.ts'
import { common } from '../lookUps/schemas.ts'

/** What differs between the documentation of the two operations. */
type Given = Pick<Described, 'id' | 'summary' | 'description' | 'refusals'> & {
  readonly message: string
  readonly schema: Schema
  /** What the example of the body has beyond that of the other operation. */
  readonly exampleOnly: object
}

const refusals: readonly ErrorCode[] = [
  ...callerRefusals,
  'unsupported_media_type',
  'body_too_large',
  'malformed_json',
  'missing_fields',
  'malformed_fields',
  'invalid_public_key',
  'currency_not_supported',
  'invalid_network',
  'invalid_phone_number',
  'amount_below_minimum',
  'amount_above_maximum',
  'amount_too_precise',
  'currency_not_activated',
  'duplicate_reference',
  'provider_unavailable',
  'outcome_unknown',
  'quarantined',
  'request_aborted',
]

const example = { reference: 'order-1', amount: 5000, currency: 'UGX', network: 'MTN' }

const { transaction_id, reference, amount, currency, network } = common

const initiatedSchema = all('InitiatedPayment', 'A payment that the network has.', {
  ...{ reference, transaction_id, amount, currency, network },
})

/** Documents an operation. */
export function describedPayment({ message, schema, exampleOnly, ...given }: Given): Described {
  return {
    ...given,
    tag: 'Payments',
    body: {
      schema,
      example: { apikey: 'sente_pk_EXAMPLE', ...example, phone_number: '256770000001', ...exampleOnly },
    },
    answers: {
      201: {
        description: 'The network has the payment. Look it up to see how it ends.',
        headers: { Location: true },
        content: jsonSuccess(message, initiatedSchema, {
          ...example,
          transaction_id: '019c0f6e-7a1b-7c3d-8e4f-5a6b7c8d9e0f',
        }),
      },
    },
    refusals: [...refusals, ...given.refusals],
  }
}
