import type { Reason, Transaction } from '../transaction.ts'

/** A moment on both clocks: it has passed as soon as either clock says so. */
export type Deadline = { readonly wallMs: number; readonly monotonicMs: number }

/** What a network said, as far as it told, of the payment that it knows under our id. */
export type Seen = {
  readonly amountMinor?: bigint
  readonly currency?: string
  /** International digits without a plus sign. */
  readonly phoneNumber?: string
}

/** How a network answered a submission. `because` is for operators and holds nothing of the request. */
export type Submitted =
  | { readonly outcome: 'accepted'; readonly providerRef: string | null }
  | { readonly outcome: 'succeeded'; readonly providerRef: string | null }
  | { readonly outcome: 'declined'; readonly reason: Reason }
  | { readonly outcome: 'inDoubt'; readonly because: string }

/** How a network answered an enquiry. */
export type Enquired =
  | { readonly outcome: 'pending'; readonly seen: Seen }
  | { readonly outcome: 'succeeded'; readonly providerRef: string | null; readonly seen: Seen }
  | { readonly outcome: 'declined'; readonly reason: Reason; readonly seen: Seen }
  | { readonly outcome: 'notFound' }
  | { readonly outcome: 'inDoubt'; readonly because: string }

/**
 * One mobile money network. It never throws for what a network does, and never sends a submission again by itself, but
 * once, under the same id, when the network itself refused an expired token.
 */
export interface MobileProvider {
  /** Names the configuration that answers depend on: network, base URL, environment, API user. Holds no secret. */
  readonly fingerprint: string
  /** Makes the id of a transaction in the network's own form from a random UUID; the same id for the same UUID. */
  providerId(uuid: string): string
  /**
   * Sends money to the phone number under the transaction's provider id. Nothing is written to the network after
   * `until`; what was never written is `declined` with `not_sent`, and silence after that is `inDoubt`.
   */
  payOut(transaction: Transaction, until: Deadline): Promise<Submitted>
  /** Asks the customer for the money, under the same promises as `payOut`. */
  requestPayment(transaction: Transaction, until: Deadline): Promise<Submitted>
  /** Asks what became of a submission; `notFound` only for the network's own documented answer. */
  enquire(transaction: Transaction): Promise<Enquired>
}
