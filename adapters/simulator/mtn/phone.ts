import type { Payment } from '../payments/payments.ts'
import type { PhoneNetwork } from '../phones/screen.ts'
import { mtnStatus } from './answer.ts'

/** MTN MoMo on its customers' phones. Its PINs have five digits. The wording is our own. */
export const mtnPhone: Omit<PhoneNetwork, 'holder' | 'decide'> = {
  name: 'MTN',
  service: 'MTN MoMo',
  pin: '12345',
  statusOf: mtnStatus,
  promptOf: (payment) => `Pay ${moneyOf(payment)}?${noted(payment)} Enter your MoMo PIN to approve.`,
  messageOf: (payment) => `Y’ello. ${textOf(payment)}${noted(payment)} Transaction ID ${payment.receipt}.`,
}

function textOf(payment: Payment): string {
  const money = moneyOf(payment)
  if (payment.status === 'successful')
    return payment.kind === 'payout' ? `You have received ${money}.` : `You have paid ${money}.`
  return payment.reason === 'EXPIRED' ? `The request to pay ${money} has expired.` : `You have not paid ${money}.`
}

function noted({ kind, sent }: Payment): string {
  const note = kind === 'payout' ? sent.payeeNote : sent.payerMessage
  return note ? ` Message: ${note}.` : ''
}

function moneyOf({ amount, currency }: Payment): string {
  return `${currency} ${Number(amount).toLocaleString('en')}`
}
