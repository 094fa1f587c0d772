import { isRefusal, malformedFields } from '../../../core/sente.ts'
import { readStoredNumber } from '../../written/phoneNumber.ts'
import { type Endpoint, lookUpHandler } from '../endpoint.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all, text, textOrNull } from '../openapi/schema.ts'
import { queryOf, queryReader } from '../request/query.ts'

const { read, parameters } = queryReader(
  {
    network: [
      { type: 'string', pattern: '^.+$', maxLength: 40 },
      'the name of a network',
      'The network to ask.',
      'MTN',
    ],
    phone_number: [
      { type: 'string', pattern: '^.+$', maxLength: 40 },
      'a phone number',
      'The phone number of the recipient, in any way of writing it.',
      '0770000001',
    ],
    currency: [
      { type: 'string', pattern: '^[A-Z]{3}$' },
      'the code of a currency',
      'The currency of the payment.',
      'UGX',
    ],
  },
  ['network', 'phone_number', 'currency'],
)

const schema = all('Recipient', 'The owner of a phone number, according to its network.', {
  phone_number: text('The number that was asked about, in the form for payments.'),
  registered: { type: 'boolean', description: 'Whether the network has a user with this number.' },
  name: textOrNull('The initials and the family name of the user; null if the network does not return them.'),
  can_receive: {
    type: ['boolean', 'null'],
    description: 'Whether the number can be paid, according to the network; null if the network does not say.',
  },
})

/** The owner of a phone number, according to its network. */
export const recipient: Endpoint = {
  path: '/api/v1/recipients',
  methods: ['GET'],
  acts: ['look'],
  openapi: {
    id: 'lookUpRecipient',
    tag: 'Look-ups',
    summary: 'Look up a recipient',
    description:
      'Asks the network for the owner of a phone number, so that you can compare it with the intended recipient. The network is asked every time, and its answer is not stored. An account may ask 60 times in an hour unless the operator has set another limit; a number without an owner counts twice.',
    parameters,
    answers: {
      200: {
        description: 'The answer of the network.',
        content: jsonSuccess('Recipient found', schema, {
          phone_number: '256770000001',
          registered: true,
          name: 'J. OKELLO',
          can_receive: true,
        }),
      },
    },
    refusals: [
      ...callerRefusals,
      ...(['missing_fields', 'malformed_fields', 'currency_not_supported', 'invalid_network'] as const),
      ...(['invalid_phone_number', 'currency_not_activated', 'limit_reached'] as const),
      ...(['no_name_look_up', 'name_unknown', 'request_aborted'] as const),
    ],
  },
  handler: ({ lookUpMarket, lookUpRecipient, ...deps }) =>
    lookUpHandler(deps, async (caller, ctx) => {
      const given = read(queryOf(ctx.originalUrl))
      if (isRefusal(given)) return given
      const { network = '', phone_number = '', currency = '' } = given
      const inMarket = lookUpMarket({ caller })
      if (isRefusal(inMarket)) return inMarket
      const number = await readStoredNumber(phone_number, inMarket.market, currency)
      if ('problem' in number) return malformedFields([`phone_number ${number.problem}`])
      const found = await lookUpRecipient({ caller, query: { network, ...number, currency } })
      if (isRefusal(found)) return found
      const { isRegistered: registered, name, canReceive: can_receive } = found
      const data = { phone_number: number.phoneNumber, registered, name, can_receive }
      return { status: 200, message: 'Recipient found', data }
    }),
}
