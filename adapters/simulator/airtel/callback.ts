import { createHmac } from 'node:crypto'
import type { Callback } from '../callbacks.ts'
import type { Payment } from '../payments.ts'
import { airtelMessage, airtelTransaction } from './status.ts'

/** How an application wants to be called back. */
export type AirtelCallbackSettings = {
  /** The one place where it is, at this moment; undefined while it has named none. */
  url(): string | undefined
  /** The key of the hash; undefined if it wants none. */
  readonly secret: string | undefined
}

/** The callback about a payment that has ended; null where the application has named no URL. */
export function airtelCallback(settings: AirtelCallbackSettings, payment: Payment): Callback | null {
  const { secret } = settings
  const url = settings.url()
  if (url === undefined) return null
  const told = { transaction: transactionOf(payment) }
  const json = secret === undefined ? told : { ...told, hash: hashOf(told, secret) }
  return { url, method: 'POST', json }
}

/** Only TS and TF are told of as ends, and an expired payment has failed. */
function transactionOf(payment: Payment) {
  const { id, status, airtel_money_id } = airtelTransaction(payment)
  return {
    id,
    message: airtelMessage(payment),
    status_code: status === 'TS' ? 'TS' : 'TF',
    ...(airtel_money_id === undefined ? {} : { airtel_money_id }),
  }
}

/** Of the text that the body would have without a hash; documents disagree whether it has the outer braces. */
function hashOf(told: object, secret: string): string {
  return createHmac('sha256', secret).update(JSON.stringify(told)).digest('base64')
}
