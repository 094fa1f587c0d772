import type { Transaction } from '../../model/transaction.ts'
import type { Exchange } from '../../ports/books/cases.ts'
import type { Enquired, Submitted } from '../../ports/mobileProvider.ts'
import type { Timed } from '../schedule.ts'

/** What a provider said about a transaction, when, and under which configuration. */
export type Report = Timed & {
  /**
   * What it answers: the submission, the one enquiry within its request, or an enquiry of the follow-up, by a sweep or
   * after a hint, which anyone may have sent.
   */
  readonly from: 'submission' | 'request' | 'sweep' | 'hint'
  readonly answer: Submitted | Enquired
  readonly fingerprint: string
  /** How long after the opening a customer may approve a collection of this provider, in milliseconds, if it knows. */
  readonly approvalMs?: number | undefined
  /** What was heard from the network until it was known, oldest first. */
  readonly heard?: readonly Exchange[]
}

/** A transaction after a report about it, and an annotation if the report is worth one. */
export type ReportApplied = {
  readonly transaction: Transaction
  readonly annotation?: { readonly kind: 'mismatch' | 'contradiction'; readonly text: string }
}
