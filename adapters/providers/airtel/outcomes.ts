import {
  type ChannelFault,
  type Enquired,
  type Named,
  type Reason,
  type Submitted,
  type Transaction,
  wayOf,
} from '../../../core/sente.ts'
import type { AnswerContent, Exchanged, NetworkAnswer } from '../transport/exchange.ts'
import type { ReleaseOn } from '../transport/releaseOn.ts'
import { unanswered } from '../transport/submitted.ts'
import { airtelAnswers, describe, isProof, type Meaning, namesPayment, speaksOfPayment } from './answers.ts'
import { ofWalletPin } from './codes.ts'
import { contentOf } from './envelope.ts'
import { airtelWhy, reasonOf, refusalIn } from './reasons.ts'

/** Translates the results of requests to Airtel into the port's outcomes. */
type AirtelOutcomes = {
  submitted(transaction: Transaction, exchanged: Exchanged): Submitted
  enquired(transaction: Transaction, exchanged: Exchanged): Enquired
  /** Whether this answer, if it certainly belongs to the submission, releases it. */
  releases(transaction: Transaction, answer: AnswerContent): boolean
  /** Whether this answer gives the reason why the payment failed, if it certainly belongs to the submission. */
  tellsWhy(transaction: Transaction, answer: AnswerContent): boolean
  /** Whether an answer to an enquiry means that the payment is not known. */
  isAbsent(transaction: Pick<Transaction, 'kind' | 'providerId'>, answer: AnswerContent): boolean
  /** Whether an answer to an enquiry has the state of a payment without naming the payment. */
  isUnnamed(transaction: Transaction, answer: AnswerContent): boolean
}

/** Makes the translation. Airtel reports no amount, currency or party of a payment, so `seen` is always empty. */
export function airtelOutcomes(releaseOn?: ReleaseOn): AirtelOutcomes {
  const meaningOf = airtelAnswers(releaseOn)

  const isUnnamed: AirtelOutcomes['isUnnamed'] = (transaction, answer) =>
    isOfPayment(meaningOf(operationsOf(transaction).enquiry, answer, transaction.providerId)) && !namesPayment(answer)

  return {
    isUnnamed,
    tellsWhy: (transaction, answer) => reasonIn(answer, transaction).networkReason !== undefined,
    releases: (transaction, answer) =>
      meaningOf(operationsOf(transaction).submission, answer, transaction.providerId) === 'released',
    isAbsent: (transaction, answer) =>
      meaningOf(operationsOf(transaction).enquiry, answer, transaction.providerId) === 'notFound',
    submitted(transaction, exchanged) {
      const { providerId } = transaction
      if (exchanged.kind !== 'answer') return unanswered(exchanged)
      const because = describe(exchanged)
      const meaning = meaningOf(operationsOf(transaction).submission, exchanged, providerId)
      switch (meaning) {
        case 'accepted':
          return { outcome: 'accepted', providerRef: null }
        case 'succeeded':
          if (exchanged.connection !== 'fresh' && !namesPayment(exchanged))
            return { outcome: 'inDoubt', because: `${because}, perhaps to another request` }
          return { outcome: 'succeeded', ...namedBy(exchanged, transaction) }
        case 'released':
          if (!isProof(exchanged)) return { outcome: 'inDoubt', because: `${because}, perhaps to another request` }
          return { outcome: 'declined', ...airtelWhy(codesIn(exchanged), 'submission'), because, ...faultIn(exchanged) }
        default:
          return { outcome: 'inDoubt', because, ...(isCertain(exchanged) && reasonIn(exchanged, transaction)) }
      }
    },
    enquired(transaction, exchanged) {
      if (exchanged.kind !== 'answer') return { outcome: 'unanswered', because: exchanged.because }
      if (exchanged.connection !== 'fresh' && isUnnamed(transaction, exchanged))
        return { outcome: 'inDoubt', because: `${describe(exchanged)}, perhaps to another request` }
      const { providerId } = transaction
      switch (meaningOf(operationsOf(transaction).enquiry, exchanged, providerId)) {
        case 'pending':
          return { outcome: 'pending', seen: {} }
        case 'succeeded':
          return { outcome: 'succeeded', ...namedBy(exchanged, transaction), seen: {} }
        case 'failed':
          return { ...failedBy(exchanged), seen: {} }
        case 'expired':
          return { ...failedBy(exchanged), reason: 'customer_did_not_approve', seen: {} }
        case 'reversed':
          return { outcome: 'reversed', ...namedBy(exchanged, transaction), seen: {} }
        case 'notFound':
          return { outcome: 'notFound', ...reasonFor(transaction) }
        case 'mismatch':
          return { outcome: 'mismatch', because: 'the network reported a payment with another id' }
        default:
          if (!speaksOfPayment(exchanged)) return { outcome: 'unanswered', because: describe(exchanged) }
          return {
            outcome: 'inDoubt',
            because: describe(exchanged),
            ...(namesPayment(exchanged) && reasonIn(exchanged, transaction)),
          }
      }
    },
  }
}

/** The meaning for this payment of an answer without a definite meaning, if it belongs to it. */
function reasonIn(
  answer: AnswerContent,
  transaction: Pick<Transaction, 'providerId' | 'kind'>,
): { networkReason?: string } & Partial<Named> {
  const { id = null, codes = [], moneyId = null } = contentOf(answer.body) ?? {}
  if (id !== null && id !== transaction.providerId) return {}
  const networkReason = refusalIn(codes)
  return { ...(networkReason !== null && { networkReason }), ...(moneyId !== null && namedBy(answer, transaction)) }
}

/** Whether an answer certainly belongs to its request. */
function isCertain(answer: NetworkAnswer): boolean {
  return answer.connection !== 'used' || namesPayment(answer)
}

function reasonFor({ networkReason }: Transaction): { reason?: Reason } {
  const reason = reasonOf(networkReason)
  return reason === undefined ? {} : { reason }
}

function isOfPayment(meaning: Meaning): boolean {
  return ['pending', 'succeeded', 'failed', 'expired', 'reversed'].includes(meaning)
}

function failedBy(answer: NetworkAnswer) {
  return { outcome: 'declined', ...airtelWhy(codesIn(answer), 'enquiry'), because: describe(answer) } as const
}

/** The fault that a refusal shows in our access, configuration or wallet, rather than in the payment. */
function faultIn(answer: NetworkAnswer): { fault?: ChannelFault } {
  const codes = codesIn(answer)
  if (codes.some((code) => ofWalletPin.includes(code))) return { fault: 'wallet_pin_refused' }
  return airtelWhy(codes, 'submission').reason === 'gateway_misconfigured' ? { fault: 'access_refused' } : {}
}

/**
 * Airtel's number of a payment, if the customer's text message has it, too. For a payout it often does not: the number
 * is made from our id, and the text message has another.
 */
function namedBy({ body }: AnswerContent, { kind }: Pick<Transaction, 'kind'>): Named {
  const { moneyId = null, referenceId = null } = contentOf(body) ?? {}
  if (kind === 'collection') return { providerRef: moneyId, networkReceipt: moneyId }
  const isNumber = moneyId !== null && /^[A-Z0-9.]+$/.test(moneyId)
  return { providerRef: moneyId, networkReceipt: referenceId ?? (isNumber ? moneyId : null) }
}

function codesIn({ body }: NetworkAnswer): readonly string[] {
  return contentOf(body)?.codes ?? []
}

function operationsOf(transaction: Pick<Transaction, 'kind'>) {
  return operations[wayOf(transaction)]
}

const operations = {
  payout: { submission: 'disbursement', enquiry: 'disbursementEnquiry' },
  collection: { submission: 'payment', enquiry: 'paymentEnquiry' },
} as const
