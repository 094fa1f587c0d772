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
 * The rows that a step may touch, so that a store can lock and load them: an account with its version and PIN count,
 * and of this account a balance, a reference, a transaction, a funding and its events; and the prompts to a phone
 * number.
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
  /** The payment link of the account for the payment that it opens, and the phone number that pays. */
  readonly link?: { readonly id: string; readonly phoneNumber: string }
  /** The collection of the account that it refunds, by its id: the step may read it, and the total of its refunds. */
  readonly refundOf?: string
  /** Whether it counts payments on the account's day in the currency. */
  readonly dayCount?: true
  /** Whether it may end the transaction or the batch, or move funds, and so write an event to the account. */
  readonly events?: true
  /** Present if it may write an action, with the proposal that the action ends. The chain's end is locked last. */
  readonly action?: { readonly proposal: number | null }
  /** How long the step may wait to begin, in milliseconds. A step that has not begun by then rejects and never runs. */
  readonly withinMs?: number
}

/**
 * A step's reads and writes. A step sees its own writes at once; the store gets them only when it has returned. Reading
 * or writing a row outside the scope throws.
 */
export type UnitOfWork = {
  /** The present time: by the store's own clock if several machines share the store, otherwise the given time. */
  nowMs(callersMs: number): number
  /** Whether the books may lack payments, so that none may be opened. */
  isQuarantined(): boolean
  /** The number of quarantines of the books that have begun. */
  quarantines(): number
  /** The stops of a channel. */
  stopsOf(channel: Channel): readonly Stopped[]
  /** The version of the scope's account; undefined when there is none. */
  accountVersion(): number | undefined
  /** The wrong guesses of the scope's account; undefined when none was counted yet. */
  pinCount(): PinCount | undefined
  /** Writes the count of wrong guesses, which is kept even when the step returns a refusal. */
  countPin(count: PinCount): void
  /** The stored prompts to the scope's phone number in their present state, without those that were never sent. */
  prompts(): readonly Prompt[]
  /** Replaces the stored prompts to the scope's phone number; an empty list removes them. */
  keepPrompts(prompts: readonly Prompt[]): void
  /**
   * The counted payments of the scope's account on its last day in the scope's currency; undefined when nothing was
   * counted yet.
   */
  dayCount(): DayCount | undefined
  /** Replaces this count. */
  countDay(count: DayCount): void
  /**
   * The total of the scope's collection's refunds, without failed ones, as it was before this step: no other step of
   * the account opens or ends one meanwhile.
   */
  refunded(): Refunded
  /** The scope's payment link before this step; undefined when there is none. */
  link(): LinkInStep | undefined
  readonly references: ReferenceStore
  readonly ledger: Ledger
  /** The scope's transaction, or the collection that it refunds, by its id, with this step's changes. */
  transaction(id: string): Transaction | undefined
  /**
   * Adds a transaction, which uses up its reference, or replaces it. Writes an event if it ends. Throws when the
   * reference is already used, and when a final state or its reason would change.
   */
  record(transaction: Transaction): void
  /**
   * Replaces a transaction's phone number with a pseudonym, also in its exchanges with the network. Throws for a
   * transaction that is open, or about which its network is still asked.
   */
  erasePhoneNumber(transactionId: string, pseudonym: string): void
  /** Adds an annotation to a transaction. */
  annotate(annotation: Annotation): void
  /** Stores exchanges with the network beside a transaction. Of more than 40 the first ten and the last thirty stay. */
  keepExchanges(transactionId: string, exchanges: readonly KeptExchange[]): void
  /** A funding or withdrawal of the scope's account by its reference. */
  funding(reference: string): Funding | undefined
  /** Adds a funding and writes its event. Throws when its reference is already used. */
  fund(funding: Funding): void
  /**
   * The scope's batch, or draft, and whether another accepted batch has its reference; undefined when there is none.
   */
  batch(): { readonly batch: Batch; readonly isReferenceUsed: boolean } | undefined
  /** The scope's line of the batch. */
  batchLine(): LineInStep | undefined
  /** Replaces the batch. Writes an event if it completes. Throws when it was completed. */
  keepBatch(batch: Batch): void
  /** Replaces the line. Throws when it no longer waits. */
  keepBatchLine(line: BatchLine): void
  /** Writes an action; undefined when nothing was changed. Throws the errors of `acting`. */
  act(acting: Acting): Action | undefined
}

/** The total of one collection's refunds, without failed ones, and the part of its fee that they return. */
export type Refunded = { readonly minor: bigint; readonly feeBackMinor: bigint }

/**
 * The used references and their transactions. A reference is used up when a transaction is recorded with it, and is
 * unique within its account.
 */
export interface ReferenceStore {
  /** The id of the transaction that used the reference, or undefined while it is free. */
  usedBy(accountId: string, reference: string): string | undefined
}

/**
 * The rows that steps only add, and that a store holds as they are, by their kinds. The changes of a step and the rows
 * of a store have each of these kinds. Code made from them does not compile if one is missing.
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
  /** The prompts that replace those to the scope's phone number. */
  prompts: PhonePrompts | undefined
  /** The counted payments of the scope's account on its day, in the scope's currency. */
  dayCount: DayCount | undefined
  readonly postings: Posting[]
  /** The new balance of every account and currency that a posting touched. */
  readonly balances: Map<string, BalanceRow & PostedBalance>
  /** New transactions, by their ids. */
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
