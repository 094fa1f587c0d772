import type { Transaction } from '../../model/transaction.ts'
import type { Exchange } from '../../ports/books/cases.ts'
import type { Enquired, Submitted } from '../../ports/mobileProvider.ts'
import type { Timed } from '../schedule.ts'

/** A provider's report about a transaction, with its time and the configuration of the question. */
export type Report = Timed & {
  /**
   * The question behind it: the submission, the one enquiry within its request, or an enquiry of the follow-up, by a
   * sweep or after a hint, which anyone may have sent.
   */
  readonly from: 'submission' | 'request' | 'sweep' | 'hint'
  readonly answer: Submitted | Enquired
  readonly fingerprint: string
  /**
   * How long after the opening a customer may approve a collection of this provider, in milliseconds, if it is known.
   */
  readonly approvalMs?: number | undefined
  /** The network's exchanges that led to it, oldest first. */
  readonly exchanges?: readonly Exchange[]
}

/** A transaction after a report about it, and an annotation if the report deserves one. */
export type ReportApplied = {
  readonly transaction: Transaction
  readonly annotation?: { readonly kind: 'mismatch' | 'contradiction'; readonly text: string }
}
