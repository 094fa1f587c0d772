import { airtelAccess } from './access.ts'

const country = { const: airtelAccess.country }
const currency = { const: airtelAccess.currency }

/** The phone number without the country code and without a leading zero. */
const msisdn = { type: 'string', pattern: '^[1-9][0-9]{8}$' }

const reference = { type: 'string', pattern: '^[A-Za-z0-9 ]{4,64}$' }

/**
 * Documents give a limit of 25 characters, or of 64, and letters and digits only. Clients should stay within the smaller
 * limits, but clients in production send UUIDs with hyphens, and Airtel repeats them.
 */
const transactionFields = {
  id: { type: 'string', pattern: '^[A-Za-z0-9-]{1,64}$' },
  amount: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
}

/** An object with all of these fields. Others are ignored. */
function objectOf(properties: Readonly<Record<string, object>>) {
  return { type: 'object', required: Object.keys(properties), properties }
}

/** The body that asks a customer for money, in both versions. */
export const collectionSchema = objectOf({
  reference,
  subscriber: objectOf({ country, currency, msisdn }),
  transaction: objectOf({ country, currency, ...transactionFields }),
})

const personal = objectOf({ ...transactionFields, type: { const: 'B2C' } })

const pin = { type: 'string', minLength: 1 }

/** The bodies that send money. From the second version on, Airtel can pay businesses, too; the simulator cannot. */
export const disbursementSchemas = {
  v1: objectOf({ payee: objectOf({ msisdn }), reference, pin, transaction: objectOf(transactionFields) }),
  v2: objectOf({
    payee: objectOf({ currency, msisdn }),
    reference,
    pin,
    transaction: personal,
  }),
  v3: objectOf({
    payee: objectOf({ msisdn, wallet_type: { enum: ['NORMAL', 'SALARY'] } }),
    reference,
    pin,
    transaction: personal,
  }),
}
