import type { Attention } from './attention.ts'

/** Every kind of payment. */
export const kinds = ['payout', 'collection', 'refund'] as const

/**
 * A payout sends money to a mobile money user. A collection asks a customer for it. A refund pays a collection back.
 */
export type Kind = (typeof kinds)[number]

/**
 * The direction of money over a network. A network has a wallet, a channel and a float for each; a refund goes in the
 * direction of a payout.
 */
export type Way = Exclude<Kind, 'refund'>

/**
 * `submitting`: recorded, and the provider has not answered yet or its answer was lost (in doubt). `pending`: the
 * provider has it. `succeeded` and `failed` are final.
 */
export type State = 'submitting' | 'pending' | 'succeeded' | 'failed'

/** The reasons why a transaction failed, in our words, the same for every network. */
export const reasons = [
  'not_sent',
  'phone_number_not_found',
  'customer_balance_too_low',
  'network_float_too_low',
  'limit_reached',
  'recipient_not_allowed',
  'customer_rejected',
  'customer_did_not_approve',
  'cancelled',
  'refused_by_network',
  'gateway_misconfigured',
  'network_failure',
  'never_arrived',
  'operator_decided',
] as const

/** The reason why a transaction failed. */
export type Reason = (typeof reasons)[number]

/** A moment on the wall clock, in milliseconds since the Unix epoch, and on the monotonic clock of one run. */
export type Moment = { readonly wallMs: number; readonly monotonicMs: number; readonly run: string }

/** The progress of a transaction's follow-up. */
export type FollowUpState = {
  /** The time of the next enquiry, in milliseconds since the Unix epoch; null when the network is no longer asked. */
  readonly askAtMs: number | null
  /** The number of enquiries by the follow-up. */
  readonly enquiries: number
  /** The number of absences in a row that have counted. */
  readonly absences: number
  /**
   * The number of further absences after a pause that only the wall clock could measure, because the run had changed
   * meanwhile.
   */
  readonly absencesUnmeasured: number
  /** The beginning of the pause before the next absence that counts. */
  readonly absentSince: Moment | null
  /** How far the wall clock turned out to have been ahead when the transaction was opened, in milliseconds. */
  readonly aheadMs: number
}

/** The form of a merchant's or an operator's reference, as a regular expression. */
export const referencePattern = '^[\\x21-\\x7e]{1,100}$'

/** The same in words. */
export const referenceForm = '1 to 100 visible ASCII characters'

/** The form of a text for the customer, as a regular expression with the flag `u`. */
export const customerMessagePattern = '^[^\\p{Cc}\\p{Cs}]{0,60}$'

/** The same in words. */
export const customerMessageForm = 'up to 60 characters without control characters'

/** A merchant's own data with a payment, by names of its own. */
export type Metadata = Readonly<Record<string, string>>

/**
 * The terms of a payment. They never change after its opening, except that its phone number may be erased. Times are
 * milliseconds since the Unix epoch.
 */
export type PaymentTerms = {
  readonly id: string
  readonly accountId: string
  readonly kind: Kind
  /** The collection that a refund pays back, by its id; null for other payments. */
  readonly refundOf: string | null
  /** The payment link that it was made through, by its id; null without one. */
  readonly linkId: string | null
  readonly reference: string
  /** International digits without a plus sign. */
  readonly phoneNumber: string
  readonly amountMinor: bigint
  /** Its merchant's fee for it, beside or out of the amount, in the same currency; 0n without a fee. */
  readonly feeMinor: bigint
  /**
   * For a collection, the part of its fee that is returned once all of it is refunded. For a refund, its share of that,
   * which is returned when it succeeds. For a payout, and by default, 0n.
   */
  readonly feeBackMinor: bigint
  readonly currency: string
  readonly network: string
  /** The merchant's description; null if there is none. */
  readonly description: string | null
  readonly metadata: Metadata
  /** The text for the customer, of the form `customerMessagePattern`; null if none is sent. */
  readonly customerMessage: string | null
  /** The same in the characters that its network carries; null if none is left, and if there is no text. */
  readonly customerMessageAsSent: string | null
  /** The exact id under which it is sent to the provider. */
  readonly providerId: string
  /** The provider's configuration at the opening: an absence under another one proves nothing about this transaction. */
  readonly fingerprint: string
  /** The time until which it counts towards its account's limits of a day; null if none counts it. */
  readonly countedUntilMs: number | null
  readonly createdAtMs: number
}

/** The progress of a payment. Times are milliseconds since the Unix epoch. */
export type PaymentProgress = {
  readonly state: State
  readonly reason: Reason | null
  /** The network's own reason why it failed, printable and at most 100 characters; null until it is known. */
  readonly networkReason: string | null
  /** The provider's own id of it, once it is known. */
  readonly providerRef: string | null
  /** The number of the receipt that the network sends its customer; null until that is known. */
  readonly networkReceipt: string | null
  /** Nothing about it is written to the provider's socket after this moment of the wall clock; later where the opening was slow. */
  readonly submitUntilMs: number
  readonly updatedAtMs: number
  readonly attention: Attention | null
  /** Its mark by reports alone, whatever networks' files show. Files put theirs beside it, in `attention`. */
  readonly reported: Attention | null
  /** Whether a person has found that the network took it back after it had succeeded. */
  readonly isTakenBack: boolean
  readonly followUp: FollowUpState
}

/** One payment, from its opening to its end. */
export type Transaction = PaymentTerms & PaymentProgress

/** Whether a payment pays out: its money is held at the opening, and goes to a phone. */
export function paysOut({ kind }: Pick<Transaction, 'kind'>): boolean {
  return kind !== 'collection'
}

/** The direction of a payment's money. */
export function wayOf(payment: Pick<Transaction, 'kind'>): Way {
  return paysOut(payment) ? 'payout' : 'collection'
}

/** Whether a state is final: no report changes it, or moves its money. */
export function isFinal(state: State): boolean {
  return state === 'succeeded' || state === 'failed'
}

/** The network's own reason why a transaction failed. A reason given in doubt decides nothing, and is for operators. */
export function networkReasonOf({ state, networkReason }: Transaction): string | null {
  return state === 'failed' ? networkReason : null
}

/** Whether a transaction is followed up: it is open, or its network is still asked about it. */
export function isFollowed({ state, followUp }: Transaction): boolean {
  return followUp.askAtMs !== null || !isFinal(state)
}
