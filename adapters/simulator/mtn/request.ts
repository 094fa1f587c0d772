import { Ajv } from 'ajv'
import type { Submission } from '../payments/payments.ts'
import type { SimulatedAnswer } from '../transport/answer.ts'
import { badRequest, coded } from './answer.ts'

/** The payment in a request's body. */
type MtnOrder = Pick<Submission, 'amount' | 'currency' | 'phoneNumber' | 'sent'>

/** MTN's word for the owner of the phone number: the payer of a request to pay, the payee of a transfer. */
type MtnParty = 'payer' | 'payee'

/** Reads a request's body: returns the order, or MTN's answer to a fault in it. */
export type MtnReader = (body: unknown) => MtnOrder | { readonly fault: SimulatedAnswer }

/** Makes a reader of bodies with a party. */
export function partyReader<Party extends MtnParty>(party: Party): MtnReader {
  return mtnReader<Record<Party, { partyId: string }>>({ [party]: phone }, (body) => body[party].partyId)
}

/** Makes a reader of refunds, which name a collection instead of a party. `payerOf` finds the payer of a paid one. */
export function refundReader(payerOf: (reference: string) => string | undefined): MtnReader {
  return mtnReader<{ referenceIdToRefund: string }>({ referenceIdToRefund: { type: 'string' } }, (body) =>
    payerOf(body.referenceIdToRefund),
  )
}

function mtnReader<Own>(properties: object, phoneNumberIn: (body: Own) => string | undefined): MtnReader {
  const isValid = ajv.compile<Own & Common>(schemaWith(properties))
  return (body) => {
    if (!isValid(body)) return { fault: badRequest(ajv.errorsText(isValid.errors, { dataVar: 'body' })) }
    const { amount, currency } = body
    if (!currencies.includes(currency)) return { fault: coded('INVALID_CURRENCY') }
    const phoneNumber = phoneNumberIn(body)
    if (phoneNumber === undefined) return { fault: coded('RESOURCE_NOT_FOUND') }
    return { amount: normal(amount), currency, phoneNumber, sent: sentIn(body) }
  }
}

/** MTN's sandbox accepts only EUR, its Ugandan production UGX; the simulator stands in for both. */
export const currencies: readonly string[] = ['UGX', 'EUR']

type Sent = Partial<Record<(typeof sentAlong)[number], string>>
type Common = { amount: string; currency: string } & Sent

const sentAlong = ['externalId', 'payerMessage', 'payeeNote'] as const

const ajv = new Ajv({ allErrors: true })

/** MTN accepts at most 160 characters, and no special ones. The only special one that it names is the apostrophe. */
const note = { type: 'string', maxLength: 160, pattern: '^[A-Za-z0-9 .,-]*$' }

/** The number includes the country code. A number with fewer than ten digits is national. */
const phone = {
  type: 'object',
  required: ['partyIdType', 'partyId'],
  properties: {
    partyIdType: { const: 'MSISDN' },
    partyId: { type: 'string', pattern: '^[1-9][0-9]{9,14}$' },
  },
}

function schemaWith(properties: object) {
  return {
    type: 'object',
    required: ['amount', 'currency', ...Object.keys(properties)],
    properties: {
      amount: { type: 'string', pattern: '^(?=.*[1-9])[0-9]+([.][0-9]+)?$' },
      currency: { type: 'string' },
      externalId: { type: 'string' },
      payerMessage: note,
      payeeNote: note,
      ...properties,
    },
  }
}

/** The sandbox answers "5" to "5.0". */
function normal(amount: string): string {
  return amount.replace(/\.0+$/, '')
}

function sentIn(body: Sent): Record<string, string> {
  const sent: Record<string, string> = {}
  for (const name of sentAlong) {
    const text = body[name]
    if (text !== undefined) sent[name] = text
  }
  return sent
}
