import { createHmac } from 'node:crypto'
import type { Payment } from '../payments/payments.ts'
import type { Callback } from '../transport/callbacks.ts'
import { airtelMessage, airtelTransaction } from './answers/status.ts'

/** An application's settings for callbacks. */
export type AirtelCallbackSettings = {
  /** Its current callback URL; undefined while it has none. */
  url(): string | undefined
  /** The key of the hash; undefined for callbacks without a hash. */
  readonly secret: string | undefined
}

/** The callback about an ended payment; null when the application has no URL. */
export function airtelCallback(settings: AirtelCallbackSettings, payment: Payment): Callback | null {
  const { secret } = settings
  const url = settings.url()
  if (url === undefined) return null
  const payload = { transaction: transactionOf(payment) }
  const json = secret === undefined ? payload : { ...payload, hash: hashOf(payload, secret) }
  return { url, method: 'POST', json }
}

/**
 * The transaction in a callback. Documents list only TS and TF as final states, so an expired payment has failed. It is
 * not known whether Airtel sends a callback about a reversal.
 */
function transactionOf(payment: Payment) {
  const { id, status, airtel_money_id } = airtelTransaction(payment)
  return {
    id,
    message: airtelMessage(payment),
    status_code: status === 'TS' || status === 'TR' ? status : 'TF',
    ...(airtel_money_id === undefined ? {} : { airtel_money_id }),
  }
}

/** Hashes the text of the body without its hash. Documents disagree whether the text includes the outer braces. */
function hashOf(payload: object, secret: string): string {
  return createHmac('sha256', secret).update(JSON.stringify(payload)).digest('base64')
}
