import { createHmac } from 'node:crypto'
import type { Payment } from '../payments/payments.ts'
import type { Callback } from '../transport/callbacks.ts'
import { airtelMessage, airtelTransaction } from './answers/status.ts'

/** An application's settings for callbacks. */
export type AirtelCallbackSettings = {
  /** Its current callback URL; undefined while it has none. */
  url(): string | undefined
  /** The key of the hash; undefined for no hash. */
  readonly secret: string | undefined
}

/** The callback about a payment that has ended; null when the application has no URL. */
export function airtelCallback(settings: AirtelCallbackSettings, payment: Payment): Callback | null {
  const { secret } = settings
  const url = settings.url()
  if (url === undefined) return null
  const payload = { transaction: transactionOf(payment) }
  const json = secret === undefined ? payload : { ...payload, hash: hashOf(payload, secret) }
  return { url, method: 'POST', json }
}

/** Documents only know TS and TF as ends: an expired payment has failed. Whether a reversal is called back is not known. */
function transactionOf(payment: Payment) {
  const { id, status, airtel_money_id } = airtelTransaction(payment)
  return {
    id,
    message: airtelMessage(payment),
    status_code: status === 'TS' || status === 'TR' ? status : 'TF',
    ...(airtel_money_id === undefined ? {} : { airtel_money_id }),
  }
}

/** Hashes the text that the body would have without a hash; documents disagree whether it includes the outer braces. */
function hashOf(payload: object, secret: string): string {
  return createHmac('sha256', secret).update(JSON.stringify(payload)).digest('base64')
}
