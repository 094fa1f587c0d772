import type { Transaction } from '../../model/transaction.ts'
import type { Acting, Action } from '../operators/actions.ts'
import type { NetworkLine, Stopped } from '../operators/lineStops.ts'
import type { KeptExchange } from './cases.ts'
import type { DayCount, PinCount, Prompt } from './counts.ts'
import type { Funding } from './fundings.ts'
import type { Ledger } from './ledger.ts'
import type { Annotation } from './transactions.ts'

/**
 * The rows that a step may touch, so that a store can lock and load them: an account with its version and PIN count, and
 * of this account a balance, a reference, a transaction, a funding and its events; and the prompts to a phone number.
 */
export type Scope = {
  readonly account: string
  readonly currency: string
  readonly reference?: string
  readonly transaction?: string
  /** The reference of a funding or withdrawal. */
  readonly funding?: string
  /** The phone number whose prompts, of all accounts, it counts; locked after the account. */
  readonly phoneNumber?: string
  /** Whether it counts payments on the account's day in the currency. */
  readonly dayCount?: true
  /** Whether it may end the transaction or move funds, of which the account is told by an event. */
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
  /** What stops a line. */
  stopsOf(line: NetworkLine): readonly Stopped[]
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
  readonly references: ReferenceStore
  readonly ledger: Ledger
  /** A transaction by its id, as this step has left it. */
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
  /** Writes an action; undefined when it tells that nothing was changed. Throws what it throws. */
  act(acting: Acting): Action | undefined
}

/**
 * Which references are used up, and by which transaction. A reference is used up when a transaction is recorded with it,
 * and is unique within its account.
 */
export interface ReferenceStore {
  /** The id of the transaction that used the reference, or undefined while it is free. */
  usedBy(accountId: string, reference: string): string | undefined
}
