import { type Account, type BalanceRow, isRefusal, toMajor } from '../../../core/sente.ts'
import type { Endpoint } from '../endpoint.ts'
import { lookUpHandler } from './lookUp.ts'

/** The caller's balances, available and held. */
export const balances: Endpoint = {
  path: '/api/v1/balances',
  methods: ['GET', 'HEAD'],
  handler: ({ lookUpBalances, ...deps }) =>
    lookUpHandler(deps, async (caller) => {
      const found = await lookUpBalances({ caller })
      if (isRefusal(found)) return found
      return { status: 200, message: 'Balances found', data: balancesData(caller.account, found.balances) }
    }),
}

/** An account's balances by currency: each that was ever moved, and zero for the other activated ones. */
function balancesData({ activatedCurrencies }: Account, rows: readonly BalanceRow[]) {
  return Object.fromEntries([
    ...activatedCurrencies.map((currency) => [currency, { available: 0, held: 0 }] as const),
    ...rows.map(({ currency, availableMinor, heldMinor }) => {
      const balance = { available: toMajor(availableMinor, currency), held: toMajor(heldMinor, currency) }
      return [currency, balance] as const
    }),
  ])
}
