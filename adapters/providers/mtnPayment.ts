import { type Enquired, type Seen, type Transaction, toMinor } from '../../core/sente.ts'
import { reasonOf } from './mtnReasons.ts'
import { type Body, isJsonObject, type JsonObject } from './readBody.ts'

/** Reads what MTN tells of the payment that it knows under a transaction's id. */
export function readPayment(transaction: Transaction, payment: JsonObject): Enquired {
  const seen = seenIn(payment, transaction)
  if (!seen) return { outcome: 'inDoubt', because: "the network told an amount, currency or party that can't be read" }
  const { status, reason, financialTransactionId: receipt } = payment
  switch (status) {
    case 'PENDING':
      return { outcome: 'pending', seen }
    case 'SUCCESSFUL':
      return { outcome: 'succeeded', providerRef: refOf(receipt), seen }
    case 'FAILED':
      return { outcome: 'declined', reason: reasonOf(codeIn(reason), transaction.kind), seen }
    default:
      return { outcome: 'inDoubt', because: 'the network told a status that it does not document' }
  }
}

/** The transaction that a callback is about: MTN repeats the id that we sent as `externalId`, and not its own. */
export function transactionIn(callback: Body): { transactionId: string } | undefined {
  if (!isJsonObject(callback)) return undefined
  const { externalId } = callback
  return typeof externalId === 'string' ? { transactionId: externalId } : undefined
}

function refOf(receipt: unknown): string | null {
  return typeof receipt === 'string' || typeof receipt === 'number' ? String(receipt) : null
}

/** MTN's schema has an object here; plain text was seen too. */
function codeIn(reason: unknown): string {
  const code = isJsonObject(reason) ? reason.code : reason
  return typeof code === 'string' ? code : ''
}

/** What was told of the payment; undefined when something told can't be read, for it could be anything. */
function seenIn(payment: JsonObject, { kind, currency: asked }: Transaction): Seen | undefined {
  const { amount, currency = asked } = payment
  if (typeof currency !== 'string') return undefined
  const amountMinor = amount === undefined ? undefined : minorOf(amount, currency)
  const phoneNumber = phoneNumberOf(payment[kind === 'payout' ? 'payee' : 'payer'])
  if (amountMinor === null || phoneNumber === null) return undefined
  return {
    ...(amountMinor !== undefined && { amountMinor }),
    ...('currency' in payment && { currency }),
    ...(phoneNumber !== undefined && { phoneNumber }),
  }
}

/** MTN writes amounts as text, and in older examples as numbers. Null when it is no amount of that currency. */
function minorOf(amount: unknown, currency: string): bigint | null {
  const isPlain = typeof amount === 'number' || (typeof amount === 'string' && exactDecimal.test(amount))
  if (!isPlain) return null
  try {
    return toMinor(Number(amount), currency) ?? null
  } catch (error) {
    // Thrown for a currency that is not known.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** A decimal of at most 15 digits, which a double holds exactly enough to give back. */
const exactDecimal = /^(?=[0-9.]{1,16}$)[0-9]{1,15}(\.[0-9]+)?$/

/** The party's phone number in international digits; undefined when no party was told, null when it can't be read. */
function phoneNumberOf(party: unknown): string | undefined | null {
  if (party === undefined) return undefined
  const digits = isJsonObject(party) ? /^\+?([0-9]+)$/.exec(String(party.partyId)) : null
  return digits?.[1] ?? null
}
