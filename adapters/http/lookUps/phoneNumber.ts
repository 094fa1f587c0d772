import { isRefusal, malformedFields, predictNetworks } from '../../../core/sente.ts'
import { readPhoneNumber } from '../../written/phoneNumber.ts'
import { type Endpoint, lookUpHandler } from '../endpoint.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all, textOrNull } from '../openapi/schema.ts'
import { paymentProperties } from '../openapi/transactionSchemas.ts'
import { queryOf, queryReader } from '../request/query.ts'

const { read, parameters } = queryReader(
  {
    currency: [
      { type: 'string', pattern: '^[A-Z]{3}$' },
      'three capital letters',
      'The currency of the payment. A number without a country code belongs to its country.',
      'UGX',
    ],
  },
  ['currency'],
)

const phoneNumberSchema = all('PhoneNumber', 'The result of reading a phone number.', {
  phone_number: textOrNull(
    'The number in the form for payments: international, without a plus sign; null if it is not valid.',
  ),
  valid: {
    type: 'boolean',
    description:
      'Whether the number can have a wallet: it is a mobile number of its country, or begins like those of a network. It may not exist.',
  },
  networks: {
    type: 'array',
    description:
      'The networks that may have it, the likeliest first. Its owner may have moved the number to another network.',
    items: all('PredictedNetwork', 'A network that may have a phone number.', {
      network: paymentProperties.network,
      certainty: {
        type: 'string',
        enum: ['prefix', 'pattern'],
        description: '`prefix`: its numbers begin like this one. `pattern`: it could have this one.',
      },
    }),
  },
})

/** Reads a phone number as people write it, and predicts its network without asking any network. */
export const phoneNumber: Endpoint = {
  path: '/api/v1/phone-numbers/:phone_number',
  methods: ['GET'],
  acts: ['look'],
  openapi: {
    id: 'readPhoneNumber',
    tag: 'Look-ups',
    summary: 'Read a phone number',
    description:
      'Takes a phone number as people write it, such as `0770 000 001` or `+256 770 000001`, and returns the form for payments, and the networks that may have it. No network is asked.',
    parameters: [
      {
        in: 'path',
        name: 'phone_number',
        description: 'The phone number, in any form.',
        schema: { type: 'string', minLength: 1 },
        example: '0770000001',
      },
      ...parameters,
    ],
    answers: {
      200: {
        description: 'The result; `valid` is false if it is not a phone number.',
        content: jsonSuccess('Phone number read', phoneNumberSchema, {
          phone_number: '256770000001',
          valid: true,
          networks: [{ network: 'MTN', certainty: 'prefix' }],
        }),
      },
    },
    refusals: [...callerRefusals, 'request_aborted', 'missing_fields', 'malformed_fields'],
  },
  handler: ({ lookUpMarket, ...deps }) =>
    lookUpHandler(deps, async (caller, ctx) => {
      const query = read(queryOf(ctx.originalUrl))
      if (isRefusal(query)) return query
      const found = lookUpMarket({ caller })
      if (isRefusal(found)) return found
      const { currency = '' } = query
      const inCurrency = found.market.get(currency)
      if (!inCurrency) return malformedFields([`currency must be one of ${[...found.market.keys()].join(', ')}`])
      const number = await readPhoneNumber(ctx.params.phone_number, found.market, currency)
      const data =
        'problem' in number
          ? { phone_number: null, valid: false, networks: [] }
          : {
              phone_number: number.phoneNumber,
              valid: true,
              networks: predictNetworks(number.phoneNumber, inCurrency.networks),
            }
      return { status: 200, message: 'Phone number read', data }
    }),
}
