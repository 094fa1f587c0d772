import { type Pay, type PaymentPorts, payment } from './payment.ts'
import { asksFor, checkCaller, type PaymentRequest } from './rules.ts'

/** A request to send money: a payout, authorised by the account's PIN. */
export type SendMoneyRequest = PaymentRequest & { readonly pin: string }

/** The function that {@link sendMoney} returns. */
export type SendMoney = Pay<SendMoneyRequest>

/**
 * Sends money to a mobile money user, paid from the caller's balance. The amount is held, then settled when the network
 * reports that it was paid, or released when it was not. Refused by the first broken rule, in the order of
 * `refusalCodes`.
 */
export function sendMoney(ports: PaymentPorts): SendMoney {
  const { secrets } = ports
  return payment<SendMoneyRequest>(ports, {
    kind: 'payout',
    refuseCaller: (caller, request) => checkCaller({ caller, request, secrets }),
    read: async (_, request) => ({ request }),
    isRepeat: async (request, other) => asksFor({ kind: 'payout', request, secrets }, other),
  })
}
