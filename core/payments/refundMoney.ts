import type { Caller } from '../accounts/keys/authenticate.ts'
import type { Account } from '../model/account.ts'
import { toMajor, toMinor } from '../model/money.ts'
import { isRefusal, type Refusal } from '../model/refusal.ts'
import type { Transaction } from '../model/transaction.ts'
import type { Books } from '../ports/books/books.ts'
import { type Asked, type Pay, type PaymentPorts, payment } from './payment.ts'
import { refundsOf, refuseRefundOf, transactionNamed, transactionNotFound } from './refunds.ts'
import { checkCaller, type PaymentRequest } from './rules.ts'

/**
 * A request to refund a collection, in whole or in part, to the phone that paid it; authorised by the account's PIN.
 */
export type RefundRequest = Pick<
  PaymentRequest,
  'apikey' | 'reference' | 'description' | 'metadata' | 'customerMessage'
> & {
  /** The collection's transaction id, or its reference. */
  readonly collection: string
  /** In major units; absent: the rest of the collection. */
  readonly amount?: number
  readonly pin: string
}

/** The function that {@link refundMoney} returns. */
export type RefundMoney = Pay<RefundRequest>

/**
 * Refunds a collection to the phone number that paid it, over its network: a payout, bound to the collection. No more
 * is refunded than was collected. Refused by the first broken rule, in the order of `refusalCodes`.
 */
export function refundMoney(ports: PaymentPorts): RefundMoney {
  const { books, secrets } = ports
  return payment<RefundRequest>(ports, {
    kind: 'refund',
    refuseCaller: (caller, request) => checkCaller({ caller, request, secrets }),
    async read({ account, refundLimits }, request) {
      const collection = await collectionOf(books, account, request.collection)
      return isRefusal(collection) ? collection : askedOf(books, collection, request, refundLimits)
    },
    isRepeat: (request, other) => asksForRefund(books, request, other),
  })
}

/**
 * Whether a request matches a transaction: a refund of the same collection and, if an amount is given, of that amount.
 */
async function asksForRefund(books: Books, { collection, amount }: RefundRequest, one: Transaction): Promise<boolean> {
  const { accountId, refundOf, currency, amountMinor } = one
  if (refundOf === null || (amount !== undefined && toMinor(amount, currency) !== amountMinor)) return false
  return (await transactionNamed(books, accountId, collection))?.id === refundOf
}

/** The account's own collection; refused if it can't be refunded. */
async function collectionOf(books: Books, { id }: Account, name: string): Promise<Transaction | Refusal> {
  const found = await transactionNamed(books, id, name)
  if (!found) return transactionNotFound
  return refuseRefundOf(found) ?? found
}

async function askedOf(
  books: Books,
  collection: Transaction,
  request: RefundRequest,
  limits: Caller['refundLimits'],
): Promise<Asked> {
  const { phoneNumber, currency, network } = collection
  const { reference, description, metadata, customerMessage, pin } = request
  const { amount, seenMinor } = await amountOf(books, collection, request)
  return {
    request: {
      reference,
      phoneNumber,
      amount,
      currency,
      network,
      pin,
      ...(description !== undefined && { description }),
      ...(metadata !== undefined && { metadata }),
      ...(customerMessage !== undefined && { customerMessage }),
    },
    refund: { collection, seenMinor, limits },
  }
}

/**
 * The amount of a refund: by default the rest of the collection. If nothing is left, an amount that is refused after
 * the reference.
 */
async function amountOf(
  books: Books,
  collection: Transaction,
  { amount }: RefundRequest,
): Promise<{ readonly amount: number; readonly seenMinor: bigint | undefined }> {
  if (amount !== undefined) return { amount, seenMinor: undefined }
  const { amountMinor, currency } = collection
  const { refundedMinor } = await refundsOf(books, collection)
  const leftMinor = amountMinor - refundedMinor
  return { amount: toMajor(leftMinor > 0n ? leftMinor : amountMinor, currency), seenMinor: refundedMinor }
}
