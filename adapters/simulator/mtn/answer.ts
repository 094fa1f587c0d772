import type { Context } from 'koa'
import type { Payment } from '../payments/payments.ts'
import { type SimulatedAnswer, send } from '../transport/answer.ts'

/** Sends an answer. The type of JSON has no blank: a public client recognizes only MTN's spelling. */
export function sendMtn(ctx: Context, answer: SimulatedAnswer): void {
  const isJson = answer !== 'cut' && typeof answer.body === 'object'
  send(ctx, isJson ? { ...answer, type: 'application/json;charset=utf-8' } : answer)
}

/** MTN has queued the payment. There is no body. */
export const accepted: SimulatedAnswer = { status: 202, body: '' }

/** A payment in enquiries and callbacks, without its reference id. */
export function mtnPayment(payment: Payment): object {
  const { kind, amount, currency, phoneNumber, sent, receipt, status, reason } = payment
  return {
    amount,
    currency,
    ...(status === 'successful' ? { financialTransactionId: receipt } : {}),
    ...sent,
    [kind === 'payout' ? 'payee' : 'payer']: { partyIdType: 'MSISDN', partyId: phoneNumber },
    status: mtnStatus(payment),
    ...(reason === null ? {} : { reason: { code: reason, message: 'The payment was not made.' } }),
  }
}

/** MTN's word for the status of a payment. */
export function mtnStatus({ status }: Payment): string {
  return status.toUpperCase()
}

/** The error with one of MTN's codes. Business errors have the HTTP status 500. */
export function coded(code: string): SimulatedAnswer {
  return { status: statuses[code] ?? 500, body: { code, message: messages[code] ?? 'The request was refused.' } }
}

/** The answer to a request that MTN cannot read. No code is documented for it. */
export function badRequest(message: string): SimulatedAnswer {
  return { status: 400, body: { message } }
}

/** The answer of the gateway in front of MTN to a path that it does not know. */
export const noSuchPath: SimulatedAnswer = {
  status: 404,
  body: { statusCode: 404, message: 'Resource not found' },
}

/** The answer to a caller without access. */
export function unauthorized(message: string): SimulatedAnswer {
  return { status: 401, body: { message } }
}

const statuses: Readonly<Record<string, number>> = {
  RESOURCE_NOT_FOUND: 404,
  RESOURCE_ALREADY_EXIST: 409,
  SERVICE_UNAVAILABLE: 503,
}

const messages: Readonly<Record<string, string>> = {
  RESOURCE_NOT_FOUND: 'There is no resource with this reference id.',
  RESOURCE_ALREADY_EXIST: 'Duplicated reference id.',
  SERVICE_UNAVAILABLE: 'Try again later.',
}
