import { isRefusal } from '../../../core/sente.ts'
import { type Endpoint, lookUpHandler } from '../endpoint.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all, textOrNull } from '../openapi/schema.ts'
import { queryOf, queryReader } from '../request/query.ts'

const { read, parameters } = queryReader(
  {
    network: [{ type: 'string', pattern: '^.{1,40}$' }, 'the name of a network', 'The network to ask.', 'MTN'],
    phone_number: [
      { type: 'string', pattern: '^[0-9]{1,20}$' },
      'digits without a plus sign',
      'The phone number of the recipient.',
      '256770000001',
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
        content: jsonSuccess('Recipient found', schema, { registered: true, name: 'J. OKELLO', can_receive: true }),
      },
    },
    refusals: [
      ...callerRefusals,
      ...(['missing_fields', 'malformed_fields', 'currency_not_supported', 'invalid_network'] as const),
      ...(['invalid_phone_number', 'currency_not_activated', 'limit_reached'] as const),
      ...(['no_name_look_up', 'name_unknown', 'request_aborted'] as const),
    ],
  },
  handler: ({ lookUpRecipient, ...deps }) =>
    lookUpHandler(deps, async (caller, ctx) => {
      const given = read(queryOf(ctx.originalUrl))
      if (isRefusal(given)) return given
      const { network = '', phone_number: phoneNumber = '', currency = '' } = given
      const found = await lookUpRecipient({ caller, query: { network, phoneNumber, currency } })
      if (isRefusal(found)) return found
      const { isRegistered: registered, name, canReceive: can_receive } = found
      return { status: 200, message: 'Recipient found', data: { registered, name, can_receive } }
    }),
}
