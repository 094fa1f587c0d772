import { type Pay, type PaymentPorts, payment } from './payment.ts'
import { asksFor, checkCaller, type PaymentRequest } from './rules.ts'

/** The function that {@link collectMoney} returns. */
export type CollectMoney = Pay<PaymentRequest>

/**
 * Asks a customer to approve a payment on the phone. The money is credited to the caller's balance when it arrives.
 * Refused by the first broken rule, in the order of `refusalCodes`.
 */
export function collectMoney(ports: PaymentPorts): CollectMoney {
  const { secrets } = ports
  return payment<PaymentRequest>(ports, {
    kind: 'collection',
    refuseCaller: (caller, request) => checkCaller({ caller, request, secrets }),
    read: async (_, request) => ({ request }),
    isRepeat: async (request, other) => asksFor({ kind: 'collection', request, secrets }, other),
  })
}
