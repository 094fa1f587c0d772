import {
  type Enquired,
  isKnownCurrency,
  type Named,
  paysOut,
  type Reason,
  type Seen,
  type Transaction,
  toMinor,
  type Way,
  wayOf,
} from '../../../core/sente.ts'
import type { NetworkAnswer } from '../transport/exchange.ts'
import { type Body, isJsonObject, type JsonObject, printableText } from '../transport/http/readBody.ts'
import type { KnownFields } from '../transport/recording/redact.ts'
import { codeOf } from './answers.ts'
import { reasonOf } from './reasons.ts'

/**
 * Reads MTN's report of the payment under a transaction's id. A payment without our id counts as ours only on a
 * connection without other requests.
 */
export function readPayment(transaction: Transaction, report: JsonObject, { connection }: NetworkAnswer): Enquired {
  const payment = withoutNulls(report)
  const { externalId } = payment
  if (externalId === undefined && connection !== 'fresh')
    return { outcome: 'inDoubt', because: 'the network reported a payment without its id, perhaps for another request' }
  if (externalId !== undefined && externalId !== transaction.id)
    return { outcome: 'mismatch', because: 'the network reported a payment with another id' }
  const seen = seenIn(payment, transaction)
  if (typeof seen === 'string') return { outcome: 'mismatch', because: `the network reported ${seen}` }
  const { status, reason, financialTransactionId: receipt } = payment
  switch (status) {
    case 'PENDING':
      return { outcome: 'pending', seen }
    case 'SUCCESSFUL':
      return { outcome: 'succeeded', ...namedBy(receipt), seen }
    case 'FAILED':
      return { outcome: 'declined', ...whyIn(reason, wayOf(transaction)), seen }
    default:
      return {
        outcome: 'inDoubt',
        because: 'the network reported a status that it does not document',
        networkReason: whyIn(reason, wayOf(transaction)).networkReason,
        ...namedBy(receipt),
      }
  }
}

/** MTN's own id of a payment. Its text message has the same number. */
function namedBy(receipt: unknown): Named {
  const providerRef = printableText(receipt)
  return { providerRef, networkReceipt: providerRef }
}

/** All of MTN's codes in an answer: its own, the state of the payment, and the reason for it. */
export function codesIn(body: Body): readonly string[] {
  if (!isJsonObject(body)) return []
  const { status, reason } = body
  const codes = [codeOf(body), status, isJsonObject(reason) ? reason.code : reason]
  return codes.filter((code): code is string => typeof code === 'string')
}

/** The fields of MTN's answers and callbacks that may be kept. */
export const knownFields: KnownFields = {
  amount: 'amount',
  code: 'code',
  currency: 'code',
  data: 'object',
  externalId: 'id',
  financialTransactionId: 'id',
  message: 'words',
  partyId: 'phone',
  partyIdType: 'code',
  payee: 'object',
  payer: 'object',
  reason: 'code',
  reference: 'id',
  referenceId: 'id',
  status: 'code',
  statusCode: 'code',
}

/** Whether a report has the id of its payment. */
export function namesPayment({ externalId }: JsonObject): boolean {
  return externalId !== undefined && externalId !== null
}

/** The transaction in a callback: MTN repeats our `externalId`, but not its own id. */
export function transactionIn(callback: Body): { transactionId: string } | undefined {
  if (!isJsonObject(callback)) return undefined
  const candidates = [callback, callback.data].filter(isJsonObject)
  const texts = [...candidates.map(({ externalId }) => externalId), ...candidates.map(({ reference }) => reference)]
  const transactionId = texts.find((text) => typeof text === 'string')
  return transactionId === undefined ? undefined : { transactionId }
}

/** The reason in a report. In MTN's schema it is an object; plain text occurs, too. */
function whyIn(reason: unknown, way: Way): { reason: Reason; networkReason: string | null } {
  const word = printableText(isJsonObject(reason) ? reason.code : reason)
  return { reason: reasonOf(word ?? '', way), networkReason: word }
}

/** The facts about the payment in an answer, or a description of the part that can't be read or compared. */
function seenIn(payment: JsonObject, transaction: Transaction): Seen | string {
  const { currency: own } = transaction
  const { amount, currency = own } = payment
  if (typeof currency !== 'string' || !isKnownCurrency(currency)) return "a currency that can't be read"
  const amountMinor = amount === undefined ? undefined : minorOf(amount, currency)
  if (amountMinor === null) return "an amount that can't be read, or is not one of its currency"
  const phoneNumber = phoneNumberOf(payment[paysOut(transaction) ? 'payee' : 'payer'])
  if (phoneNumber === null) return "a party that can't be read, or has no phone number"
  return {
    ...(amountMinor !== undefined && { amountMinor }),
    ...('currency' in payment && { currency }),
    ...(phoneNumber !== undefined && { phoneNumber }),
  }
}

/** An object without its null fields: some deployments write every field of their schema. */
function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
}

/**
 * An amount in minor units. MTN writes amounts as text, and in older examples as numbers. Null when it is not an amount
 * of that currency.
 */
function minorOf(amount: unknown, currency: string): bigint | null {
  const isPlain = typeof amount === 'number' || (typeof amount === 'string' && exactDecimal.test(amount))
  return isPlain ? (toMinor(Number(amount), currency) ?? null) : null
}

/** A decimal of at most 15 digits. A double holds it exactly. */
const exactDecimal = /^(?=[0-9.]{1,16}$)[0-9]{1,15}(\.[0-9]+)?$/

/** The party's phone number in international digits; undefined when there is none, null when it can't be read. */
function phoneNumberOf(party: unknown): string | undefined | null {
  if (party === undefined) return undefined
  if (!isJsonObject(party)) return null
  const { partyIdType = 'MSISDN', partyId } = withoutNulls(party)
  if (typeof partyIdType !== 'string' || partyIdType.toUpperCase() !== 'MSISDN') return null
  if (partyId === undefined) return undefined
  return /^\+?([0-9]+)$/.exec(String(partyId))?.[1] ?? null
}
