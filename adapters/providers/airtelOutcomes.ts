import type { Enquired, Submitted, Transaction } from '../../core/sente.ts'
import { airtelAnswers, describe } from './airtelAnswers.ts'
import { airtelReason } from './airtelReasons.ts'
import { toldIn } from './airtelTold.ts'
import type { Answer, Exchanged } from './exchange.ts'
import type { ReleaseOn } from './releaseOn.ts'

/** Puts what became of requests to Airtel into our words. */
export type AirtelOutcomes = {
  submitted(transaction: Transaction, exchanged: Exchanged): Submitted
  enquired(transaction: Transaction, exchanged: Exchanged): Enquired
}

/** Airtel tells no amount, currency or party of a payment, so nothing of these is ever seen. */
export function airtelOutcomes(releaseOn?: ReleaseOn): AirtelOutcomes {
  const meaningOf = airtelAnswers(releaseOn)

  return {
    submitted({ kind, providerId }, exchanged) {
      if (exchanged.kind === 'notWritten')
        return { outcome: 'declined', reason: 'not_sent', because: exchanged.because }
      if (exchanged.kind === 'noAnswer') return { outcome: 'inDoubt', because: exchanged.because }
      const because = describe(exchanged)
      switch (meaningOf(operations[kind].submission, exchanged, providerId)) {
        case 'accepted':
          return { outcome: 'accepted', providerRef: null }
        case 'succeeded':
          return { outcome: 'succeeded', providerRef: moneyIdIn(exchanged) }
        case 'released':
          return { outcome: 'declined', reason: airtelReason(codesIn(exchanged), 'submission'), because }
        default:
          return { outcome: 'inDoubt', because }
      }
    },
    enquired({ kind, providerId }, exchanged) {
      if (exchanged.kind !== 'answer') return { outcome: 'inDoubt', because: exchanged.because }
      switch (meaningOf(operations[kind].enquiry, exchanged, providerId)) {
        case 'pending':
          return { outcome: 'pending', seen: {} }
        case 'succeeded':
          return { outcome: 'succeeded', providerRef: moneyIdIn(exchanged), seen: {} }
        case 'failed':
          return { outcome: 'declined', reason: airtelReason(codesIn(exchanged), 'enquiry'), seen: {} }
        case 'expired':
          return { outcome: 'declined', reason: 'customer_did_not_approve', seen: {} }
        case 'notFound':
          return { outcome: 'notFound' }
        default:
          return { outcome: 'inDoubt', because: describe(exchanged) }
      }
    },
  }
}

function moneyIdIn({ body }: Answer): string | null {
  return toldIn(body)?.moneyId ?? null
}

function codesIn({ body }: Answer): readonly string[] {
  return toldIn(body)?.codes ?? []
}

const operations = {
  payout: { submission: 'disbursement', enquiry: 'disbursementEnquiry' },
  collection: { submission: 'payment', enquiry: 'paymentEnquiry' },
} as const
