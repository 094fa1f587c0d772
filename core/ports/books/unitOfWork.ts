import type { Transaction } from '../../model/transaction.ts'
import type { Acting, Action, ChainEnd } from '../operators/actions.ts'
import type { Channel, Stopped } from '../operators/channelStops.ts'
import type { Batch, BatchLine, LineInStep } from './batches.ts'
import type { KeptExchange, NumberedExchange } from './cases.ts'
import type { DayCount, PhonePrompts, PinCount, Prompt } from './counts.ts'
import type { AccountEvent } from './events.ts'
import type { Funding } from './fundings.ts'
import type { Ledger, PostedBalance, Posting } from './ledger.ts'
import type { LinkInStep } from './paymentLinks.ts'
import type { BalanceRow } from './snapshot.ts'
import type { Annotation } from './transactions.ts'

/**
 * The rows that a step may touch, so that a store can lock and load them: an account with its version and PIN count, and
 * of this account a balance, a reference, a transaction, a funding and its events; and the prompts to a phone number.
 */
export type Scope = {
  readonly account: string
  readonly currency: string
  /** Further currencies whose balances it may move. */
  readonly currencies?: readonly string[]
  readonly reference?: string
  readonly transaction?: string
  /** The reference of a funding or withdrawal. */
  readonly funding?: string
  /** The id of a batch of the account. */
  readonly batch?: string
  /** The number of one of that batch's lines. */
  readonly batchLine?: number
  /** The phone number whose prompts, of all accounts, it counts; locked after the account. */
  readonly phoneNumber?: string
  /** The payment link of the account that it opens a payment through, and the phone number that pays. */
  readonly link?: { readonly id: string; readonly phoneNumber: string }
  /** The collection of the account that it refunds, by its id: the step may read it, and what its refunds come to. */
  readonly refundOf?: string
  /** Whether it counts payments on the account's day in the currency. */
  readonly dayCount?: true
  /** Whether it may end the transaction or the batch, or move funds, of which the account is told by an event. */
  readonly events?: true
  /** Given where it may write an action, with the proposal that this ends; its place is locked after all else. */
  readonly action?: { readonly proposal: number | null }
  /** How long the step may wait to begin, in milliseconds; one that has not begun by then rejects and never runs. */
  readonly withinMs?: number
}

/**
 * What a step sees and writes. A step sees its own writes at once; the store gets them only when it has returned.
 * Reading or writing a row that the scope does not name throws.
 */
export type UnitOfWork = {
  /** What time it is: by the store's own clock if several machines share the store, otherwise the given time. */
  nowMs(callersMs: number): number
  /** Whether the books may have forgotten payments, so that none is to be opened. */
  isQuarantined(): boolean
  /** How many quarantines of the books have begun. */
  quarantines(): number
  /** What stops a channel. */
  stopsOf(channel: Channel): readonly Stopped[]
  /** The version of the scope's account; undefined when there is none. */
  accountVersion(): number | undefined
  /** The wrong guesses of the scope's account; undefined when none was counted yet. */
  pinCount(): PinCount | undefined
  /** Writes the count of wrong guesses, which is kept even when the step returns a refusal. */
  countPin(count: PinCount): void
  /** The prompts that are kept for the scope's phone number, except those that were never sent, as they are now. */
  prompts(): readonly Prompt[]
  /** Replaces the prompts that are kept for the scope's phone number; without any, nothing is kept for it. */
  keepPrompts(prompts: readonly Prompt[]): void
  /** What the scope's account has paid on its last day in the scope's currency; undefined when nothing was counted yet. */
  dayCount(): DayCount | undefined
  /** Replaces that. */
  countDay(count: DayCount): void
  /**
   * What the refunds of the scope's collection come to that have not failed, as they were before this step: no other step
   * of the account opens or ends one meanwhile.
   */
  refunded(): Refunded
  /** The scope's payment link as it was before this step; undefined when there is none. */
  link(): LinkInStep | undefined
  readonly references: ReferenceStore
  readonly ledger: Ledger
  /** The scope's transaction or the collection that it refunds, by its id, as this step has left it. */
  transaction(id: string): Transaction | undefined
  /**
   * Adds a transaction, which uses up its reference, or replaces it; writes an event if it ends. Throws when the
   * reference is used already, and when a final state or its reason would change.
   */
  record(transaction: Transaction): void
  /**
   * Puts a pseudonym in the place of a transaction's phone number, also in its exchanges with the network. Throws for one
   * that is open, or that its network is still asked about.
   */
  erasePhoneNumber(transactionId: string, pseudonym: string): void
  /** Adds an annotation to a transaction. */
  annotate(annotation: Annotation): void
  /** Keeps exchanges with the network with a transaction; of more than 40 the first ten and the last thirty stay. */
  keepExchanges(transactionId: string, exchanges: readonly KeptExchange[]): void
  /** A funding or withdrawal of the scope's account by its reference. */
  funding(reference: string): Funding | undefined
  /** Adds a funding and writes its event; throws when its reference is used already. */
  fund(funding: Funding): void
  /**
   * The scope's batch, and whether another that was accepted has its reference; undefined when there is none. A draft is
   * one here.
   */
  batch(): { readonly batch: Batch; readonly isReferenceUsed: boolean } | undefined
  /** The scope's line of it. */
  batchLine(): LineInStep | undefined
  /** Replaces the batch; writes an event if it completes. Throws when it was completed. */
  keepBatch(batch: Batch): void
  /** Replaces the line. Throws when it no longer waits. */
  keepBatchLine(line: BatchLine): void
  /** Writes an action; undefined when it tells that nothing was changed. Throws what it throws. */
  act(acting: Acting): Action | undefined
}

/** What refunds of one collection come to that have not failed, and what they give back of its fee. */
export type Refunded = { readonly minor: bigint; readonly feeBackMinor: bigint }

/**
 * Which references are used up, and by which transaction. A reference is used up when a transaction is recorded with it,
 * and is unique within its account.
 */
export interface ReferenceStore {
  /** The id of the transaction that used the reference, or undefined while it is free. */
  usedBy(accountId: string, reference: string): string | undefined
}

/**
 * The rows that steps only add, and that a store holds as they are, by their kinds. The changes of a step and the rows of a
 * store have each of these kinds; what is made from them does not compile where one is missing.
 */
export type AddedRows = {
  /** Fundings and withdrawals. */
  readonly fundings: Funding
  /** Events, those of an account in the order of their sequences. */
  readonly events: AccountEvent
  /** Actions, in the order of their numbers. */
  readonly actions: Action
}

/** Rows that were added, by their kinds. */
export type AddedLists = { readonly [Kind in keyof AddedRows]: AddedRows[Kind][] }

/** A transaction whose phone number is erased, with the number and its pseudonym. */
export type ErasedNumber = {
  readonly accountId: string
  readonly transactionId: string
  readonly phoneNumber: string
  readonly pseudonym: string
}

/**
 * The writes of a step, which a store applies all or nothing. This type lists the subjects: other lists are made from it,
 * and do not compile where one of its subjects is missing.
 */
export type Changes = AddedLists & {
  pinCount: PinCount | undefined
  /** The prompts that replace those of the scope's phone number. */
  prompts: PhonePrompts | undefined
  /** The payments of the scope's account on its day, in the scope's currency. */
  dayCount: DayCount | undefined
  readonly postings: Posting[]
  /** The new balance of every account and currency that a posting touched. */
  readonly balances: Map<string, BalanceRow & PostedBalance>
  /** Transactions that were not there before, by their ids. */
  readonly opened: Map<string, Transaction>
  /** Transactions that replace earlier ones of their ids. */
  readonly changed: Map<string, Transaction>
  batch: Batch | undefined
  batchLine: BatchLine | undefined
  readonly annotations: Annotation[]
  /** The exchanges of the scope's transaction, in their order. */
  readonly exchanges: NumberedExchange[]
  /** Transactions whose phone numbers are erased; they are among the changed ones too. */
  readonly erased: ErasedNumber[]
  /** The end of the chain with the added actions; undefined without any. */
  chainEnd: ChainEnd | undefined
}
