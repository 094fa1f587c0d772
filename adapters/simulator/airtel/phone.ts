import type { Payment } from '../payments/payments.ts'
import type { PhoneNetwork } from '../phones/screen.ts'
import { airtelTransaction } from './answers/status.ts'

/** Airtel Money on its customers' phones. Its PINs have four digits. The wording is our own. */
export const airtelPhone: Omit<PhoneNetwork, 'holder' | 'decide'> = {
  name: 'AIRTEL',
  service: 'Airtel Money',
  pin: '1234',
  statusOf: (payment) => airtelTransaction(payment).status,
  promptOf: (payment) => `Enter PIN to pay ${moneyOf(payment)}. ${noted(payment)}`,
  messageOf: (payment) => `${textOf(payment)} TID ${payment.receipt}. ${noted(payment)}`,
}

function textOf(payment: Payment): string {
  const money = moneyOf(payment)
  if (payment.status === 'reversed') return `REVERSED. ${money} of an earlier transaction.`
  if (payment.status === 'successful') return payment.kind === 'payout' ? `RECEIVED. ${money}.` : `PAID. ${money}.`
  return payment.reason === 'EXPIRED' ? `EXPIRED. ${money} were not paid.` : `FAILED. ${money} were not paid.`
}

/** The line with Airtel's name for the caller's text. */
function noted({ sent }: Payment): string {
  return `Ref: ${sent.reference}.`
}

function moneyOf({ amount, currency }: Payment): string {
  return `${currency} ${Number(amount).toLocaleString('en')}`
}
