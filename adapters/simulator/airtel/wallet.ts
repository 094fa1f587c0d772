import type { Payment } from '../payments/payments.ts'
import { walletOf } from '../payments/wallets.ts'
import { airtelAccess } from './access.ts'
import type { Verdict } from './answers/reply.ts'

/** The balance of a wallet, with two decimals and commas between thousands, as in published answers. */
export function walletAnswer(payments: readonly Payment[], kind: Payment['kind']): Verdict {
  const { currency } = airtelAccess
  const balance = Number(walletOf(payments, { network: 'AIRTEL', kind, currency })).toLocaleString('en', {
    minimumFractionDigits: 2,
  })
  return {
    http: 200,
    success: true,
    responseCode: 'DP02100000001',
    message: 'Success',
    data: { balance, currency, account_status: 'Active' },
  }
}
