import { type Account, type BalanceRow, isRefusal, toMajor } from '../../../core/sente.ts'
import { type Endpoint, lookUpHandler } from '../endpoint.ts'
import { callerRefusals, jsonSuccess } from '../openapi/operation.ts'
import { all, money, type Schema } from '../openapi/schema.ts'

const balancesSchema: Schema = {
  title: 'Balances',
  description: 'The account’s balances, by currency.',
  type: 'object',
  additionalProperties: all('Balance', 'The account’s balance in one currency.', {
    available: money('The amount that can be paid out now.'),
    held: money('The amount held for payouts that have not ended.'),
  }),
}

/** The caller's balances, available and held. */
export const balances: Endpoint = {
  path: '/api/v1/balances',
  methods: ['GET'],
  acts: ['look'],
  openapi: {
    id: 'lookUpBalances',
    tag: 'Look-ups',
    summary: 'Look up the balances',
    description: 'The account’s balance in each currency, available and held.',
    answers: {
      200: {
        description: 'The balances by currency.',
        content: jsonSuccess('Balances found', balancesSchema, { UGX: { available: 990_000, held: 10_000 } }),
      },
    },
    refusals: [...callerRefusals, 'request_aborted'],
  },
  handler: ({ lookUpBalances, ...deps }) =>
    lookUpHandler(deps, async (caller) => {
      const found = await lookUpBalances({ caller })
      if (isRefusal(found)) return found
      return { status: 200, message: 'Balances found', data: balancesData(caller.account, found.balances) }
    }),
}

/** An account's balances by currency: each one with a movement, and zero for the other activated currencies. */
function balancesData({ activatedCurrencies }: Account, rows: readonly BalanceRow[]) {
  return Object.fromEntries([
    ...activatedCurrencies.map((currency) => [currency, { available: 0, held: 0 }] as const),
    ...rows.map(({ currency, availableMinor, heldMinor }) => {
      const balance = { available: toMajor(availableMinor, currency), held: toMajor(heldMinor, currency) }
      return [currency, balance] as const
    }),
  ])
}
