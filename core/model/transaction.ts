import type { Attention } from './attention.ts'

/** Every kind of payment. */
export const kinds = ['payout', 'collection', 'refund'] as const

/** A payout sends money to a mobile money user; a collection asks a customer for it; a refund pays a collection back. */
export type Kind = (typeof kinds)[number]

/** Which way money goes over a network, which has a wallet, a channel and a float for each: a refund goes as a payout. */
export type Way = Exclude<Kind, 'refund'>

/**
 * `submitting`: recorded, and the provider has not answered yet or its answer was lost (in doubt). `pending`: the
 * provider has it. `succeeded` and `failed` are final.
 */
export type State = 'submitting' | 'pending' | 'succeeded' | 'failed'

/** Why a transaction failed, in our words; the same for every network. */
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

/** Why a transaction failed. */
export type Reason = (typeof reasons)[number]

/** A moment on the wall clock, in milliseconds since the Unix epoch, and on the monotonic clock of one run. */
export type Moment = { readonly wallMs: number; readonly monotonicMs: number; readonly run: string }

/** How far the follow-up of a transaction has come. */
export type FollowUpState = {
  /** When its network is asked next, in milliseconds since the Unix epoch; null when it is no longer asked. */
  readonly askAtMs: number | null
  /** How many enquiries the follow-up has made. */
  readonly enquiries: number
  /** How many absences in a row have counted. */
  readonly absences: number
  /** How many more came after a pause that only the wall clock could measure, because the run had changed meanwhile. */
  readonly absencesUnmeasured: number
  /** When the pause before the next absence that counts began. */
  readonly absentSince: Moment | null
  /** By how much the wall clock turned out to have been ahead when the transaction was opened, in milliseconds. */
  readonly aheadMs: number
}

/** What a merchant's or an operator's reference looks like, as a regular expression. */
export const referencePattern = '^[\\x21-\\x7e]{1,100}$'

/** The same in words. */
export const referenceForm = '1 to 100 visible ASCII characters'

/** What a text for the customer looks like, as a regular expression: what every network takes as it is. */
export const customerMessagePattern = '^[A-Za-z0-9 .,-]{0,60}$'

/** The same in words. */
export const customerMessageForm = 'up to 60 letters from A to Z, digits, spaces, and the characters . , and -'

/** What a merchant keeps with a payment, by names of its own. */
export type Metadata = Readonly<Record<string, string>>

/**
 * What a payment is from its opening on: none of it changes, but for a phone number that is erased. Times are milliseconds
 * since the Unix epoch.
 */
export type PaymentTerms = {
  readonly id: string
  readonly accountId: string
  readonly kind: Kind
  /** The collection that a refund pays back, by its id; null for what is no refund. */
  readonly refundOf: string | null
  /** The payment link that it was made through, by its id; null for what was asked for otherwise. */
  readonly linkId: string | null
  readonly reference: string
  /** International digits without a plus sign. */
  readonly phoneNumber: string
  readonly amountMinor: bigint
  /** What its merchant pays for it, beside or out of the amount, in the same currency; 0n where it costs nothing. */
  readonly feeMinor: bigint
  /**
   * Of a collection, what its refunds give back of its fee once they come to all of it; of a refund, its share of that,
   * which it gives back when it succeeds. Of a payout, and by default, 0n.
   */
  readonly feeBackMinor: bigint
  readonly currency: string
  readonly network: string
  /** What the merchant says about it; null where nothing was said. */
  readonly description: string | null
  readonly metadata: Metadata
  /** What the customer is to read about it, of the form `customerMessagePattern`; null where nothing is sent along. */
  readonly customerMessage: string | null
  /** The id under which it is sent to the provider, exactly as it is sent. */
  readonly providerId: string
  /** The provider's configuration at the opening: an absence under another one says nothing about this transaction. */
  readonly fingerprint: string
  /** Until when it counts towards what its account may do in a day; null where no limit of a day counts it. */
  readonly countedUntilMs: number | null
  readonly createdAtMs: number
}

/** How far a payment has come. Times are milliseconds since the Unix epoch. */
export type PaymentProgress = {
  readonly state: State
  readonly reason: Reason | null
  /** The network's own word for why it failed, printable and at most 100 characters; null until that is known. */
  readonly networkReason: string | null
  /** The id that the provider gave it, once that is known. */
  readonly providerRef: string | null
  /** The number of the receipt that the network sends its customer; null until that is known. */
  readonly networkReceipt: string | null
  /** Nothing about it is written to the provider's socket after this moment of the wall clock; later where the opening was slow. */
  readonly submitUntilMs: number
  readonly updatedAtMs: number
  readonly attention: Attention | null
  /** The mark that it has by reports alone, whatever networks' files say; files put theirs beside it, in `attention`. */
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

/** Which way the money of a payment goes. */
export function wayOf(payment: Pick<Transaction, 'kind'>): Way {
  return paysOut(payment) ? 'payout' : 'collection'
}

/** Whether a state is final: no report changes it, or moves its money, any more. */
export function isFinal(state: State): boolean {
  return state === 'succeeded' || state === 'failed'
}

/** The network's own word for why a transaction failed. What it said in doubt decides nothing, and is for operators. */
export function networkReasonOf({ state, networkReason }: Transaction): string | null {
  return state === 'failed' ? networkReason : null
}

/** Whether a transaction is followed up: it is open, or its network is still asked about it. */
export function isFollowed({ state, followUp }: Transaction): boolean {
  return followUp.askAtMs !== null || !isFinal(state)
}
