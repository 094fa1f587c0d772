import type { Attention } from '../../model/attention.ts'
import type { Kind, State, Transaction } from '../../model/transaction.ts'

/** The open payments of one kind over a network, in a currency and a state. */
export type OpenFigure = {
  readonly kind: Kind
  readonly network: string
  readonly currency: string
  readonly state: Extract<State, 'submitting' | 'pending'>
  readonly payments: number
  /** Together, in minor units. */
  readonly amountMinor: bigint
  /** When the oldest was opened, in milliseconds since the Unix epoch. */
  readonly oldestAtMs: number
}

/** How many payments an operator has to look at for one reason. */
export type AttentionFigure = { readonly attention: Attention; readonly payments: number }

/** What batches of payouts hold in one currency for their lines that wait, with their fees, in minor units. */
export type BatchFigure = { readonly currency: string; readonly heldMinor: bigint }

/** How endpoints are: events are sent to them, the last attempts at them have failed, or nothing is sent to them. */
export type EndpointState = 'enabled' | 'failing' | 'disabled'

/** The endpoints of one state. */
export type EndpointFigure = {
  readonly state: EndpointState
  readonly endpoints: number
  /**
   * When the oldest event happened that is to be sent and was never tried, at those that are enabled, in milliseconds since
   * the Unix epoch; null when there is none. Endpoints to which nothing is sent while API access is off do not count.
   */
  readonly untriedSinceMs: number | null
}

/** What is told of a payment by which its channel is measured. */
export type MeasuredPayment = Pick<
  Transaction,
  'network' | 'currency' | 'kind' | 'state' | 'createdAtMs' | 'updatedAtMs'
>

/** A time in which payments were opened, from one moment until before another, and how many of them are told at most. */
export type MeasuredTime = { readonly fromMs: number; readonly toMs: number; readonly limit: number }

/** What the books come to in figures, for those who watch a gateway; each is of about one moment. */
export interface Figures {
  /** The open payments; nothing for what there is none of. */
  open(): Promise<readonly OpenFigure[]>
  /** What batches hold; nothing for currencies in which none does. */
  batches(): Promise<readonly BatchFigure[]>
  /** The payments that an operator has to look at; nothing for reasons that none has. */
  attention(): Promise<readonly AttentionFigure[]>
  /** The endpoints; nothing for states that none has. */
  endpoints(): Promise<readonly EndpointFigure[]>
  /** The latest payments that were opened in a time, by the times in their ids, the latest first. */
  latest(time: MeasuredTime): Promise<readonly MeasuredPayment[]>
}
