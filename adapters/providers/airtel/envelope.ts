import { type Body, isJsonObject, type JsonObject, printableText } from '../transport/http/readBody.ts'
import type { KnownFields } from '../transport/recording/redact.ts'

/** The content of an answer, from any of Airtel's envelopes. */
export type AirtelContent = {
  /** Its codes, the most specific first. */
  readonly codes: readonly string[]
  /** The code about the payment itself, such as `DP00900001012`; null when there is none. */
  readonly responseCode: string | null
  /** The payment's status, such as `TS`; null when the answer has none. */
  readonly state: string | null
  /** The id of the payment in it; null when it names none. */
  readonly id: string | null
  /** Airtel's own number of the payment; null when it has none yet, or it is not printable. */
  readonly moneyId: string | null
  /** Another id of the payment, from the answer to a payout. The customer's text message has it, too. */
  readonly referenceId: string | null
}

/** Reads the three envelopes: `status` and `data`, the router's `status_code`, and the token service's `error`. */
export function contentOf(body: Body): AirtelContent | undefined {
  if (body === 'unreadable') return undefined
  const envelope = body === 'empty' ? {} : body
  const status = objectIn(envelope, 'status')
  const transaction = objectIn(objectIn(envelope, 'data'), 'transaction')
  const codes = [
    status.response_code,
    envelope.response_code,
    envelope.status_code,
    status.status_code,
    envelope.error,
    status.result_code,
    envelope.result_code,
    ...[status.code, envelope.code].filter(isNoHttpStatus),
  ]
  return {
    codes: codes.map(textOf).filter((code) => code !== null),
    responseCode: textOf(status.response_code) ?? textOf(envelope.response_code),
    state: textOf(transaction.status),
    id: textOf(transaction.id),
    moneyId: printableText(transaction.airtel_money_id),
    referenceId: printableText(transaction.reference_id) ?? numberIn(transaction.message) ?? numberIn(status.message),
  }
}

/** All of Airtel's codes in an answer, and the payment's status. */
export function codesIn(body: Body): readonly string[] {
  const { codes = [], state = null } = contentOf(body) ?? {}
  return [...new Set(state === null ? codes : [...codes, state])]
}

/** The fields of Airtel's answers and callbacks that may be kept. */
export const knownFields: KnownFields = {
  airtel_money_id: 'id',
  amount: 'amount',
  code: 'code',
  country: 'code',
  currency: 'code',
  data: 'object',
  error: 'code',
  error_description: 'words',
  id: 'id',
  message: 'words',
  msisdn: 'phone',
  reference: 'id',
  reference_id: 'id',
  response_code: 'code',
  result_code: 'code',
  status: 'code',
  status_code: 'code',
  status_message: 'words',
  success: 'code',
  transaction: 'object',
}

/** Whether a code is not the HTTP status, which Airtel repeats as a code. */
function isNoHttpStatus(code: unknown): boolean {
  return !/^[1-5][0-9]{2}$/.test(String(code))
}

function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name]
  return isJsonObject(value) ? value : {}
}

/**
 * The number of the customer's text message within a message from Airtel. In an enquiry about a payout it occurs
 * nowhere else.
 */
function numberIn(message: unknown): string | null {
  const numbers = typeof message === 'string' ? [...message.matchAll(/\b(?:Trans ID|TID):? ?([0-9]{8,20})\b/g)] : []
  return numbers.length === 1 ? (numbers[0]?.[1] ?? null) : null
}

/** The text of a code or id. Airtel writes some as numbers; its samples have `false` for a missing id. */
function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
