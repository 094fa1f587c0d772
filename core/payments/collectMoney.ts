import { type Pay, type PaymentPorts, payment } from './payment.ts'
import type { PaymentRequest } from './rules.ts'

/** Asks a customer to approve a payment on the phone; the money is credited to the caller's balance when it arrives. */
export type CollectMoney = Pay<PaymentRequest>

/** Builds the use case from its ports. */
export function collectMoney(ports: PaymentPorts): CollectMoney {
  return payment('collection', ports)
}
