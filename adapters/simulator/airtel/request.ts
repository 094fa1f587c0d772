import { Ajv, type ErrorObject } from 'ajv'
import type { Kind } from '../payments/payments.ts'
import { type AirtelVersion, refusal, type Verdict } from './answers/reply.ts'
import { collectionSchema, disbursementSchemas } from './bodySchemas.ts'

/** The payment in a request's body. */
export type AirtelOrder = {
  readonly providerId: string
  /** Whole shillings. */
  readonly amount: string
  /** The national phone number: nine digits. */
  readonly msisdn: string
  /** Between 4 and 64 characters, shown to the customer. */
  readonly reference: string
  /** Encrypted; null for a collection, where the customer enters a PIN. */
  readonly pin: string | null
}

/** Reads a request's body: returns the order, or Airtel's answer to the first fault in it. */
type AirtelReader = (body: unknown) => AirtelOrder | Verdict

/** Makes the reader of one operation's bodies. */
export function airtelReader(kind: Kind, version: AirtelVersion): AirtelReader {
  return kind === 'collection' ? collectionReader() : disbursementReader(version)
}

type Transaction = { id: string; amount: number }
type Collection = { reference: string; subscriber: { msisdn: string }; transaction: Transaction }
type Disbursement = { reference: string; payee: { msisdn: string }; transaction: Transaction; pin: string }

function collectionReader(): AirtelReader {
  const isValid = ajv.compile<Collection>(collectionSchema)
  return (body) => {
    if (!isValid(body)) return faultOf(isValid.errors, collectionFaults)
    const { subscriber, transaction, reference } = body
    const { id: providerId, amount } = transaction
    return { providerId, amount: String(amount), msisdn: subscriber.msisdn, reference, pin: null }
  }
}

function disbursementReader(version: AirtelVersion): AirtelReader {
  const isValid = ajv.compile<Disbursement>(disbursementSchemas[version])
  return (body) => {
    if (!isValid(body)) return faultOf(isValid.errors, disbursementFaults)
    const { payee, transaction, reference, pin } = body
    return { providerId: transaction.id, amount: String(transaction.amount), msisdn: payee.msisdn, reference, pin }
  }
}

const ajv = new Ajv({ allErrors: false })

/** The answer to each faulty field; `other` for all other fields. */
type Faults = Readonly<Record<string, Verdict>> & { readonly other: Verdict }

/**
 * For collections the result codes are published, but not the HTTP status. Here it is 400, which marks the refusals as
 * definite.
 */
const collectionFaults: Faults = {
  msisdn: refusal('Invalid Msisdn Length. Msisdn Length should be 9', { resultCode: 'ESB000033', http: 400 }),
  amount: refusal('The amount is invalid.', { responseCode: 'DP00800001004', http: 400 }),
  country: refusal('The country is invalid.', { resultCode: 'ESB000034', http: 400 }),
  currency: refusal('The currency is invalid.', { resultCode: 'ESB000035', http: 400 }),
  other: refusal('A field is missing or invalid.', { resultCode: 'ESB000008', http: 400 }),
}

/** These codes occurred in live answers. */
const disbursementFaults: Faults = {
  msisdn: refusal('Invalid Msisdn Length. Msisdn Length should be 9', {
    responseCode: 'DP00900001013',
    resultCode: '521002',
  }),
  amount: refusal('The amount is invalid.', { responseCode: 'DP00900001004', resultCode: 'ESB000008' }),
  other: refusal('A field is missing or invalid.', { responseCode: 'DP00900001013' }),
}

function faultOf(errors: readonly ErrorObject[] | null | undefined, faults: Faults): Verdict {
  const { instancePath = '', params = {} } = errors?.[0] ?? {}
  const field = String(params.missingProperty ?? instancePath.split('/').at(-1))
  return faults[field] ?? faults.other
}
