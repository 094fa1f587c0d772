import type { Reason, Transaction, Way } from '../model/transaction.ts'
import type { Exchange, OnExchange } from './books/cases.ts'
import type { Deadline } from './clock.ts'
import type { StopCause } from './operators/channelStops.ts'

/** A network's facts about the payment under our id, as far as it reports them. */
export type Seen = {
  readonly amountMinor?: bigint
  readonly currency?: string
  /** International digits without a plus sign. */
  readonly phoneNumber?: string
}

/** A fault on the way to a network rather than of one payment. `unreachable`: it does not answer. */
export type ChannelFault = Exclude<StopCause, 'paused'> | 'unreachable'

/** A network's names for a payment: its own id, and the number of its customer's receipt, if that is known. */
export type Named = { readonly providerRef: string | null; readonly networkReceipt?: string | null }

/** A failure, with the network's own reason if it gave one: printable, at most 100 characters. */
export type Declined = {
  readonly outcome: 'declined'
  readonly reason: Reason
  readonly networkReason?: string | null
  readonly because?: string
  readonly fault?: ChannelFault
}

/**
 * No outcome. The facts about the payment in the answer are still kept: a reason for a failure, the network's names for
 * it.
 */
export type InDoubt = Partial<Named> & {
  readonly outcome: 'inDoubt'
  readonly because: string
  readonly networkReason?: string | null
  readonly fault?: Extract<ChannelFault, 'unreachable'>
}

/** A network's answer to a submission. `because` is for operators and contains nothing from the request. */
export type Submitted =
  | { readonly outcome: 'accepted'; readonly providerRef: string | null }
  | ({ readonly outcome: 'succeeded' } & Named)
  | Declined
  | InDoubt

/**
 * A network's answer to an enquiry. `reversed`: it made the payment and has taken it back. `notFound`: it does not know
 * the id; with the reason of its own word in an earlier, doubtful answer. `mismatch`: the answer is about another
 * payment, or names an id, amount, currency or party in a form that can't be read; a `seen` that differs from the
 * transaction also counts as one. `inDoubt`: it has information about the payment, but not its outcome. `unanswered`:
 * nothing was learned about the payment, because the question could not be asked, got no answer, or an answer about
 * something else, such as an error.
 */
export type Enquired =
  | { readonly outcome: 'pending'; readonly seen: Seen }
  | ({ readonly outcome: 'succeeded'; readonly seen: Seen } & Named)
  | (Declined & { readonly seen: Seen })
  | ({ readonly outcome: 'reversed'; readonly seen: Seen } & Named)
  | { readonly outcome: 'notFound'; readonly reason?: Reason }
  | { readonly outcome: 'mismatch'; readonly because: string }
  | InDoubt
  | { readonly outcome: 'unanswered'; readonly because: string }

/** One of our wallets at a network, by the direction and currency of the payments that move it. */
export type Wallet = { readonly kind: Way; readonly currency: string }

/** The balance of one of our wallets at a network, according to the network. */
export type WalletBalance = { readonly amountMinor: bigint }

/** The owner of a phone number at a network, according to the network. */
export type Recipient = {
  readonly isRegistered: boolean
  /** The registered names, printable and at most 100 characters each; null if they are not returned. */
  readonly name: { readonly given: string; readonly family: string } | null
  /** Whether the number can be paid; null if that is not returned. */
  readonly canReceive: boolean | null
}

/** A network's callback in its original form. */
export type Callback = { readonly method: string; readonly body: Uint8Array }

/**
 * One mobile money network. It never throws for a network's behaviour. It never repeats a submission by itself, except
 * once, under the same id, when the network has refused an expired token.
 */
export interface MobileProvider {
  /**
   * A digest of all configuration that decides how the network is asked: network, base URL, environment, API user,
   * version, paths. Contains no secret.
   */
  readonly fingerprint: string
  /** A digest of the credentials that does not reveal them. A network that refuses them may accept others. */
  readonly access?: string
  /**
   * The time after its opening in which a customer may approve a collection, in milliseconds; five minutes by default.
   */
  readonly approvalMs?: number
  /**
   * A merchant's text for the customer in the characters that the network carries; null if too little is left. Without
   * it, the network carries no texts.
   */
  customerText?(text: string): string | null
  /**
   * Makes the id under which a transaction is sent to the network, in the network's form: the same for the same UUIDs.
   */
  providerId(ids: { readonly transactionId: string; readonly random: string }): string
  /**
   * Sends money to the phone number under the transaction's provider id. Nothing is written to the network after
   * `until`. A payment that was never written is `declined` with `not_sent`; silence after the writing is `inDoubt`.
   */
  payOut(transaction: Transaction, until: Deadline, onExchange?: OnExchange): Promise<Submitted>
  /** Asks the customer for the money, with the same guarantees as `payOut`. */
  requestPayment(transaction: Transaction, until: Deadline, onExchange?: OnExchange): Promise<Submitted>
  /** Asks for the outcome of a submission. `notFound` only for the network's own documented answer. */
  enquire(transaction: Transaction, onExchange?: OnExchange): Promise<Enquired>
  /** Asks the network, by a request that moves no money, whether it accepts our access for such payments. */
  acceptsAccess?(kind: Way): Promise<boolean>
  /**
   * Asks for the balance of one of our wallets; undefined when the network does not answer, or not in a readable form,
   * or in another currency. Absent for networks that can't be asked.
   */
  walletBalance?(wallet: Wallet): Promise<WalletBalance | undefined>
  /**
   * Asks for the owner of a phone number; undefined when the network does not answer, or not in a readable form. Absent
   * for networks that can't be asked.
   */
  recipient?(wanted: { readonly phoneNumber: string; readonly currency: string }): Promise<Recipient | undefined>
  /**
   * The transaction that a callback seems to be about; undefined when it can't be read. It is a hint and proves
   * nothing: neither MTN nor Airtel signs in a reliable way.
   */
  identifyCallback(callback: Callback): { readonly transactionId: string } | undefined
  /** The contents of a callback about this transaction, in the form that is stored. */
  readCallback?(callback: Callback, transaction: Transaction): Exchange
}

/** The provider of each network of the market. */
export type ProviderFor = (currency: string, network: string) => MobileProvider
