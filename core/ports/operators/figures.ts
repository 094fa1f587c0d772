import type { Attention } from '../../model/attention.ts'
import type { Kind, State, Transaction, Way } from '../../model/transaction.ts'

/** The open payments of one kind over a network, in a currency and a state. */
export type OpenFigure = {
  readonly kind: Kind
  readonly network: string
  readonly currency: string
  readonly state: Extract<State, 'submitting' | 'pending'>
  readonly payments: number
  /** Their sum, in minor units. */
  readonly amountMinor: bigint
  /** The time when the oldest was opened, in milliseconds since the Unix epoch. */
  readonly oldestAtMs: number
}

/** The number of payments that need an operator's attention for one reason. */
export type AttentionFigure = { readonly attention: Attention; readonly payments: number }

/** The money that batches of payouts hold in one currency for waiting lines, with their fees, in minor units. */
export type BatchFigure = { readonly currency: string; readonly heldMinor: bigint }

/**
 * The state of endpoints: events are sent to them, the last attempts at them have failed, or nothing is sent to them.
 */
export type EndpointState = 'enabled' | 'failing' | 'disabled'

/** The endpoints of one state. */
export type EndpointFigure = {
  readonly state: EndpointState
  readonly endpoints: number
  /**
   * The time of the oldest event without an attempt, at the enabled ones, in milliseconds since the Unix epoch; null
   * when there is none. Endpoints to which nothing is sent while API access is off do not count.
   */
  readonly untriedSinceMs: number | null
}

/** The fields of a payment that measure its channel. */
export type MeasuredPayment = Pick<
  Transaction,
  'id' | 'network' | 'currency' | 'kind' | 'state' | 'createdAtMs' | 'updatedAtMs'
>

/** The period of the openings, and the most payments that are returned. */
export type MeasuredTime = { readonly fromMs: number; readonly toMs: number; readonly limit: number }

/** Ended payments, added up. */
export type EndedSum = {
  readonly succeeded: number
  readonly failed: number
  /** The amounts of the succeeded ones, in minor units. */
  readonly amountMinor: bigint
  /** Their fees, less the ones that refunds have returned. */
  readonly feesMinor: bigint
}

/** Payments of one account that ended in an hour, of one kind, in one currency and over one network. */
export type AccountHour = EndedSum & {
  readonly currency: string
  readonly network: string
  readonly kind: Kind
  /** The beginning of the hour, in milliseconds since the Unix epoch. */
  readonly fromMs: number
}

/** Payments of all accounts over a channel that ended in an hour and took about the same time. */
export type ChannelHour = EndedSum & {
  readonly currency: string
  readonly network: string
  readonly kind: Way
  readonly fromMs: number
  /** The shortest of the common durations that none of them exceeds, in milliseconds; the longest also for longer ones. */
  readonly withinMs: number
}

/** Sums of a time, and whether they count every payment: the latest ones are counted only up to a number. */
export type Summed<Sum> = { readonly sums: readonly Sum[]; readonly isWhole: boolean }

/** A time from its beginning to the beginning of the next, both at the beginning of an hour. */
export type SummedTime = { readonly fromMs: number; readonly toMs: number }

/** Sums of ended payments by the hour of their end, so that no page reads payments one by one. */
export interface PaymentSums {
  /**
   * Adds up some payments that have ended, in the order of their ends. Resolves with whether any were left. It changes
   * no sum, and two concurrent runs count nothing twice.
   */
  gather(): Promise<boolean>
  /** The sums of an account. */
  hoursOfAccount(query: SummedTime & { readonly accountId: string }): Promise<Summed<AccountHour>>
  /** The sums of all accounts, by channel and duration. */
  hoursOfChannels(time: SummedTime): Promise<Summed<ChannelHour>>
}

/** Figures about the books, for monitoring a gateway; each is of about one moment. */
export interface Figures extends PaymentSums {
  /** The open payments; groups without payments are left out. */
  open(): Promise<readonly OpenFigure[]>
  /** The money that batches hold; currencies without any are left out. */
  batches(): Promise<readonly BatchFigure[]>
  /** The payments that need an operator's attention; reasons without payments are left out. */
  attention(): Promise<readonly AttentionFigure[]>
  /** The endpoints; states without endpoints are left out. */
  endpoints(): Promise<readonly EndpointFigure[]>
  /** The latest payments that were opened in a period, by the times in their ids, latest first. */
  latest(time: MeasuredTime): Promise<readonly MeasuredPayment[]>
}
