import { accountLimitNames, isAmountLimit, isRefusal, type LimitInUse, toMajor } from '../../../core/sente.ts'
import { utc } from '../../formats/moment.ts'
import { type Endpoint, lookUpHandler } from '../endpoint.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all, textOrNull } from '../openapi/schema.ts'
import { paymentProperties } from '../openapi/transactionSchemas.ts'

const limitsSchema = all('Limits', 'The limits of the account.', {
  limits: {
    type: 'array',
    description: 'Each limit that the account has, by currency; an account without limits has none.',
    items: all('Limit', 'A limit of the account in one currency.', {
      currency: paymentProperties.currency,
      limit: {
        type: 'string',
        enum: accountLimitNames,
        description:
          'The quantity that it limits. `payout_amount`: the amount of one payout. `payouts_a_day`: the number of payouts in a day, without failed ones. `payout_amount_a_day`: the sum of these payouts. `collections_a_day`: the number of collections in a day, whatever their outcome.',
      },
      most: { type: 'number', description: 'The most that it allows: an amount, or a number of payments.' },
      left: { type: 'number', description: 'The part of it that is left.' },
      ends_at: textOrNull('The end of the day, from which all of it is left again; null for the amount of one payout.'),
    }),
  },
})

const example = {
  currency: 'UGX',
  limit: 'payouts_a_day',
  most: 200,
  left: 188,
  ends_at: '2026-01-02T21:00:00.000Z',
}

/** The limits of the caller's account, and the part of each that is left. */
export const limits: Endpoint = {
  path: '/api/v1/limits',
  methods: ['GET'],
  acts: ['look'],
  openapi: {
    id: 'lookUpLimits',
    tag: 'Look-ups',
    summary: 'Look up the limits',
    description:
      'The amounts and numbers that the account may pay in a day and in one payment, and the part of each that is left. A payment beyond a limit is answered 429 `limit_reached`.',
    answers: {
      200: {
        description: 'The limits of the account.',
        content: jsonSuccess('Limits found', limitsSchema, { limits: [example] }),
      },
    },
    refusals: [...callerRefusals, 'request_aborted'],
  },
  handler: ({ lookUpLimits, ...deps }) =>
    lookUpHandler(deps, async (caller) => {
      const found = await lookUpLimits({ caller })
      if (isRefusal(found)) return found
      return { status: 200, message: 'Limits found', data: { limits: found.limits.map(limitData) } }
    }),
}

function limitData({ currency, limit, most, left, endsAtMs }: LimitInUse) {
  const inWords = (value: bigint) => (isAmountLimit(limit) ? toMajor(value, currency) : Number(value))
  return {
    currency,
    limit,
    most: inWords(most),
    left: inWords(left),
    ends_at: endsAtMs === null ? null : utc(endsAtMs),
  }
}
