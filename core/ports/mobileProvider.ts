import type { Reason, Transaction, Way } from '../model/transaction.ts'
import type { Exchange, Hear } from './books/cases.ts'
import type { Deadline } from './clock.ts'
import type { StopCause } from './operators/channelStops.ts'

/** What a network said, as far as it did, about the payment that it knows under our id. */
export type Seen = {
  readonly amountMinor?: bigint
  readonly currency?: string
  /** International digits without a plus sign. */
  readonly phoneNumber?: string
}

/** What is wrong with the way to a network rather than with one payment. `unreachable`: it does not answer. */
export type ChannelFault = Exclude<StopCause, 'paused'> | 'unreachable'

/** What a network calls a payment: its own id, and the number of the receipt that its customer gets, if that is known. */
export type Named = { readonly providerRef: string | null; readonly networkReceipt?: string | null }

/** A failure, with the network's own word for it where it gave one: printable, at most 100 characters. */
export type Declined = {
  readonly outcome: 'declined'
  readonly reason: Reason
  readonly networkReason?: string | null
  readonly because?: string
  readonly fault?: ChannelFault
}

/** No outcome. What the answer said about the payment is still kept: a word for a failure, what the network calls it. */
export type InDoubt = Partial<Named> & {
  readonly outcome: 'inDoubt'
  readonly because: string
  readonly networkReason?: string | null
  readonly fault?: Extract<ChannelFault, 'unreachable'>
}

/** How a network answered a submission. `because` is for operators and contains nothing from the request. */
export type Submitted =
  | { readonly outcome: 'accepted'; readonly providerRef: string | null }
  | ({ readonly outcome: 'succeeded' } & Named)
  | Declined
  | InDoubt

/**
 * How a network answered an enquiry. `reversed`: it made the payment and has taken it back. `notFound`: it does not know
 * the id; with the reason that its own word in an earlier, doubtful answer gives. `mismatch`: the answer is about another
 * payment, or names an id, amount, currency or party in a form that can't be read; a `seen` that differs from the
 * transaction counts as one too. `inDoubt`: it says something about the payment, but not its outcome. `unanswered`:
 * nothing was said about the payment, because the question could not be asked, got no answer, or one that is about something
 * else, such as an error.
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

/** A wallet of ours at a network: that which payments of one way in a currency move. */
export type Wallet = { readonly kind: Way; readonly currency: string }

/** What is in a wallet of ours at a network, as the network tells it. */
export type WalletBalance = { readonly amountMinor: bigint }

/** Who has a phone number at a network, as the network tells it. */
export type Recipient = {
  readonly isRegistered: boolean
  /** The names as they are registered, printable and at most 100 characters each; null where they are not told. */
  readonly name: { readonly given: string; readonly family: string } | null
  /** Whether the number can be paid; null where that is not told. */
  readonly canReceive: boolean | null
}

/** A network's callback as it came in. */
export type Callback = { readonly method: string; readonly body: Uint8Array }

/**
 * One mobile money network. It never throws for what a network does. It never repeats a submission by itself, except
 * once, under the same id, when the network has refused an expired token.
 */
export interface MobileProvider {
  /**
   * A digest of all configuration that decides how the network is asked: network, base URL, environment, API user,
   * version, paths. Contains no secret.
   */
  readonly fingerprint: string
  /** A digest of the credentials, from which they can't be told; a network that refuses them may accept others. */
  readonly access?: string
  /** How long after its opening a customer may still approve a collection, in milliseconds; five minutes by default. */
  readonly approvalMs?: number
  /** Makes the id under which a transaction is sent to the network, in its own form: the same for the same UUIDs. */
  providerId(ids: { readonly transactionId: string; readonly random: string }): string
  /**
   * Sends money to the phone number under the transaction's provider id. Nothing is written to the network after
   * `until`; what was never written is `declined` with `not_sent`, and silence after that is `inDoubt`.
   */
  payOut(transaction: Transaction, until: Deadline, hear?: Hear): Promise<Submitted>
  /** Asks the customer for the money, with the same guarantees as `payOut`. */
  requestPayment(transaction: Transaction, until: Deadline, hear?: Hear): Promise<Submitted>
  /** Asks for the outcome of a submission; `notFound` only for the network's own documented answer. */
  enquire(transaction: Transaction, hear?: Hear): Promise<Enquired>
  /** Asks the network, by what moves no money, whether it accepts our access for such payments. */
  acceptsAccess?(kind: Way): Promise<boolean>
  /**
   * Asks what is in a wallet of ours; undefined when the network does not tell, or not in a
   * form that can be read, or in another currency. Networks that can't be asked lack it.
   */
  walletBalance?(wallet: Wallet): Promise<WalletBalance | undefined>
  /**
   * Asks who has a phone number; undefined when the network does not tell, or not in a form that can be read. Networks
   * that can't be asked lack it.
   */
  recipient?(wanted: { readonly phoneNumber: string; readonly currency: string }): Promise<Recipient | undefined>
  /**
   * The transaction that a callback seems to be about; undefined when it can't be read. It is a hint and proves nothing:
   * neither MTN nor Airtel signs in a way that can be relied on.
   */
  identifyCallback(callback: Callback): { readonly transactionId: string } | undefined
  /** What a callback about this transaction says, as it is kept. */
  readCallback?(callback: Callback, transaction: Transaction): Exchange
}

/** The provider of each network of the market. */
export type ProviderFor = (currency: string, network: string) => MobileProvider
