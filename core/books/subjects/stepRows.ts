import type { Transaction } from '../../model/transaction.ts'
import type { Batch, LineInStep } from '../../ports/books/batches.ts'
import type { DayCount, PinCount, Prompt } from '../../ports/books/counts.ts'
import type { Funding } from '../../ports/books/fundings.ts'
import type { PostedBalance } from '../../ports/books/ledger.ts'
import type { LinkInStep } from '../../ports/books/paymentLinks.ts'
import type { Refunded } from '../../ports/books/unitOfWork.ts'
import type { ChainEnd } from '../../ports/operators/actions.ts'
import type { Channel, Stopped } from '../../ports/operators/channelStops.ts'

/** A store's synchronous reads of the rows in a step's scope, as they were before the step. */
export type StepRows = {
  /** The present time: by the store's own clock if several machines share the store, otherwise the given time. */
  nowMs(callersMs: number): number
  /** Whether a quarantine is under way. */
  isQuarantined(): boolean
  /** The number of quarantines that have begun. */
  quarantines(): number
  /** The stops of a channel. */
  stopsOf(channel: Channel): readonly Stopped[]
  /** The version of an account; undefined when there is none. */
  accountVersion(accountId: string): number | undefined
  /** An account's wrong guesses; undefined when none was counted yet. */
  pinCount(accountId: string): PinCount | undefined
  /** The stored prompts to a phone number; empty if there are none. */
  prompts(phoneNumber: string): readonly Prompt[]
  /** The counted payments of an account on its last day in a currency; undefined when nothing was counted yet. */
  dayCount(accountId: string, currency: string): DayCount | undefined
  /** The total of a collection's refunds, without failed ones. */
  refunded(accountId: string, collectionId: string): Refunded
  /** A payment link by its id, with the open payment of a phone number through it. */
  link(id: string, phoneNumber: string): LinkInStep | undefined
  /** The id of the transaction that used the reference. */
  reference(accountId: string, reference: string): string | undefined
  /** An account's balance in a currency; undefined without any movement in it. */
  balance(accountId: string, currency: string): PostedBalance | undefined
  /** A transaction by its id: the scope's own, or one of an open prompt. */
  transaction(id: string): Transaction | undefined
  /** The number of exchanges of the scope's transaction. */
  exchanges(transactionId: string): number
  /** An account's funding or withdrawal by its reference. */
  funding(accountId: string, reference: string): Funding | undefined
  /** A batch by its id, and whether another accepted one has its reference. */
  batch(id: string): { readonly batch: Batch; readonly isReferenceUsed: boolean } | undefined
  /** A line of a batch by its number. */
  batchLine(batchId: string, number: number): LineInStep | undefined
  /** The sequence of an account's last event; 0 when it has none. */
  lastEvent(accountId: string): number
  /** The end of the chain of actions. */
  chainEnd(): ChainEnd
  /** Whether an action has ended a proposal. */
  isEnded(proposal: number): boolean
}
