import { type Pay, type PaymentPorts, payment } from './payment.ts'
import type { PaymentRequest } from './rules.ts'

/** A request to send money: a payout, authorised by the account's PIN. */
export type SendMoneyRequest = PaymentRequest & { readonly pin: string }

/** Sends money to a mobile money user, paid from the caller's balance. */
export type SendMoney = Pay<SendMoneyRequest>

/** Builds the use case from its ports. */
export function sendMoney(ports: PaymentPorts): SendMoney {
  return payment('payout', ports)
}
