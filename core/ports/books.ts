import type { Kind, State, Transaction } from '../transaction.ts'
import type { AccountEvent, EventQuery, EventStretch } from './accountEvents.ts'
import type { PinCount, Prompt } from './counts.ts'
import type { Funding, FundingPage, FundingQuery } from './fundings.ts'
import type { Balance, Ledger, Posting } from './ledger.ts'
import type { ReferenceStore } from './referenceStore.ts'
import type { StatementQuery, StatementRows } from './statements.ts'

/** Something about a transaction that its state does not show: what a network said, or what an operator decided. */
export type Annotation = {
  readonly transactionId: string
  readonly kind: 'mismatch' | 'contradiction' | 'resolution'
  readonly text: string
  /** The operator who made it; null when the gateway did. */
  readonly by: string | null
  readonly atMs: number
}

/** A transaction with its annotations, oldest first. */
export type AnnotatedTransaction = { readonly transaction: Transaction; readonly annotations: readonly Annotation[] }

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
  /** Whether it may end the transaction or move funds, of which the account is told by an event. */
  readonly events?: true
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
  /** The version of the scope's account; undefined when there is none. */
  accountVersion(): number | undefined
  /** The wrong guesses of the scope's account; undefined when none was counted yet. */
  pinCount(): PinCount | undefined
  /** Writes the count of wrong guesses, which is kept even when the step returns a refusal. */
  countPin(count: PinCount): void
  /** The prompts that are kept for the scope's phone number, but for those that were never sent, as they are now. */
  prompts(): readonly Prompt[]
  /** Replaces the prompts that are kept for the scope's phone number. */
  keepPrompts(prompts: readonly Prompt[]): void
  readonly references: ReferenceStore
  readonly ledger: Ledger
  /** A transaction by its id, as this step has left it. */
  transaction(id: string): Transaction | undefined
  /**
   * Adds a transaction, which uses up its reference, or replaces it; writes an event if it ends. Throws when the
   * reference is used already, and when a final state or its reason would change.
   */
  record(transaction: Transaction): void
  /** Adds an annotation to a transaction. */
  annotate(annotation: Annotation): void
  /** A funding or withdrawal of the scope's account by its reference. */
  funding(reference: string): Funding | undefined
  /** Adds a funding and writes its event; throws when its reference is used already. */
  fund(funding: Funding): void
}

/** An account's stored balance in one currency. */
export type BalanceRow = Balance & { readonly accountId: string; readonly currency: string }

/** Rows one after another, as many as there are; they need not fit into memory at once. */
export type Streamed<Row> = Iterable<Row> | AsyncIterable<Row>

/** A transaction with its postings, oldest first. */
export type TransactionRows = {
  readonly transaction: Transaction
  readonly postings: readonly Posting[]
}

/** A funding with its postings, oldest first. */
export type FundingRows = { readonly funding: Funding; readonly postings: readonly Posting[] }

/** Everything in the books at one moment. */
export type Snapshot = {
  /** Every stored balance. */
  balances(): Streamed<BalanceRow>
  /** Every posting. */
  postings(): Streamed<Posting>
  /** Every transaction with its postings. */
  transactions(): Streamed<TransactionRows>
  /** Every funding and withdrawal with its posting. */
  fundings(): Streamed<FundingRows>
  /** Every event, those of an account in the order of their sequences. */
  events(): Streamed<AccountEvent>
  /** Names of orphaned rows: postings whose transaction or funding does not exist. */
  strays(): Streamed<string>
}

/** Which transactions to list; a filter that is absent admits all. */
export type TransactionQuery = {
  readonly accountId?: string
  readonly reference?: string
  readonly states?: readonly State[]
  readonly kind?: Kind
  readonly currency?: string
  readonly network?: string
  /** To be given with an account: without one, everybody's transactions are looked through. */
  readonly phoneNumber?: string
  /** Those opened at this moment or later, by the time in their ids, in milliseconds since the Unix epoch. */
  readonly createdFromMs?: number
  /** Those opened before this moment. */
  readonly createdToMs?: number
  /** Only those that an operator has to look at. */
  readonly attention?: true
  /** Continues after a page: its `next`, or any transaction's id. */
  readonly before?: string
  /** How many at most. */
  readonly limit: number
}

/** For how long what is claimed is claimed, and the time by the caller's clock, in milliseconds since the Unix epoch. */
export type Claim = { readonly nowMs: number; readonly leaseMs: number }

/** The latest moments for which an enquiry can be planned: about a transaction that is open, and about one that has ended. */
export type LatestPlans = { readonly openMs: number; readonly endedMs: number }

/** Which transactions to claim: of which network and currency, due now or planned for later than can be. */
export type DueClaim = Claim & {
  readonly network: string
  readonly currency: string
  /** Without it, nothing is claimed before its time. */
  readonly latest?: LatestPlans
  /** How many at most. */
  readonly limit: number
}

/**
 * Claimed transactions, and when that was: by the store's own clock if several machines share the store, otherwise by the
 * caller's.
 */
export type Claimed = { readonly atMs: number; readonly transactions: readonly Transaction[] }

/** How many open transactions there are of a network and currency. */
export type AwaitedCount = { readonly network: string; readonly currency: string; readonly transactions: number }

/** A page of transactions, newest first; `next` is the id of the last one, to continue after it, and null at the end. */
export type TransactionPage = { readonly transactions: readonly Transaction[]; readonly next: string | null }

/**
 * References, ledger and transactions, with each account's version and PIN count. They are one port because they have to
 * change together, all or nothing.
 */
export interface Books {
  /**
   * Runs `step` all or nothing; resolves with its result once its changes are durable. `step` is synchronous, pure but
   * for the unit of work it is given, and may be run again. When it returns a refusal, only a PIN count is kept; when it
   * throws, nothing is kept and this call alone rejects.
   */
  atomically<T>(scope: Scope, step: (work: UnitOfWork) => T): Promise<T>
  /** A transaction by its id. */
  transaction(id: string): Promise<Transaction | undefined>
  /** A transaction by its account's reference. */
  transactionByReference(accountId: string, reference: string): Promise<Transaction | undefined>
  /** An account's balances, one for each currency in which money was ever moved. */
  balances(accountId: string): Promise<readonly BalanceRow[]>
  /**
   * Claims transactions whose next enquiry is due, the longest waiting first, then those planned for later than `latest`
   * allows, which only a clock that was ahead can have planned. What is claimed is given to nobody else until a step
   * about it has returned or its lease is over.
   */
  claim(due: DueClaim): Promise<Claimed>
  /** Claims a transaction, due or not; resolves with none if it is claimed already, and if there is no such transaction. */
  claimOne(id: string, claim: Claim): Promise<Claimed>
  /** How many transactions are open, by network and currency. */
  awaited(): Promise<readonly AwaitedCount[]>
  /** Transactions newest first, which is the order of their ids; throws when `before` is no transaction's id. */
  list(query: TransactionQuery): Promise<TransactionPage>
  /** Fundings and withdrawals newest first, those of one moment by account and reference; throws when `before` is none. */
  fundings(query: FundingQuery): Promise<FundingPage>
  /** An account's events, oldest first, with what they are about, of one moment; throws where that is missing or open. */
  events(query: EventQuery): Promise<EventStretch>
  /**
   * A stretch of an account's postings in a currency, and the balance before it; undefined when `after` is no place in it.
   */
  statement(query: StatementQuery): Promise<StatementRows | undefined>
  /** A transaction with its annotations, oldest first, as they stand at one moment. */
  annotated(transactionId: string): Promise<AnnotatedTransaction | undefined>
  /** Gives `read` everything as it stands at one moment, however long reading takes and whatever changes meanwhile. */
  snapshot<T>(read: (snapshot: Snapshot) => Promise<T>): Promise<T>
}
