import { Ajv } from 'ajv'
import type { Submission } from '../payments/payments.ts'

/** The payment in a request's body. */
type MtnOrder = Pick<Submission, 'amount' | 'currency' | 'phoneNumber' | 'sent'>

/** MTN's word for the owner of the phone number: the payer of a request to pay, the payee of a transfer. */
export type MtnParty = 'payer' | 'payee'

/** Makes a reader of request bodies. It returns the order, or a text that describes the fault in the body. */
export function mtnReader<Party extends MtnParty>(party: Party): (body: unknown) => MtnOrder | string {
  const isValid = ajv.compile<Body<Party>>(schemaFor(party))
  return (body) => {
    if (!isValid(body)) return ajv.errorsText(isValid.errors, { dataVar: 'body' })
    const { amount, currency } = body
    return { amount: normal(amount), currency, phoneNumber: body[party].partyId, sent: sentIn(body) }
  }
}

type Sent = Partial<Record<(typeof sentAlong)[number], string>>
type Body<Party extends MtnParty> = { amount: string; currency: string } & Sent & Record<Party, { partyId: string }>

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

function schemaFor(party: MtnParty) {
  return {
    type: 'object',
    required: ['amount', 'currency', party],
    properties: {
      amount: { type: 'string', pattern: '^(?=.*[1-9])[0-9]+([.][0-9]+)?$' },
      currency: { type: 'string' },
      externalId: { type: 'string' },
      payerMessage: note,
      payeeNote: note,
      [party]: phone,
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
