import type { Transaction } from '../../model/transaction.ts'
import type { ChangedBooks, MarkBooks, SnapshotMoment } from './auditMarks.ts'
import type { AwaitedCount, Claim, Claimed, DueClaim } from './claims.ts'
import type { DayCount } from './counts.ts'
import type { EventQuery, EventStretch } from './events.ts'
import type { FundingPage, FundingQuery } from './fundings.ts'
import type { BalanceRow, Snapshot } from './snapshot.ts'
import type { StatementQuery, StatementRows } from './statements.ts'
import type { AnnotatedTransaction, TransactionPage, TransactionQuery } from './transactions.ts'
import type { Scope, UnitOfWork } from './unitOfWork.ts'

/**
 * References, ledger and transactions, with each account's version and PIN count. They are one port because they must
 * change together, all or nothing.
 */
export interface Books {
  /**
   * Runs `step` all or nothing. Resolves with its result once its changes are durable. `step` is synchronous, pure
   * except for its unit of work, and may be run again. When it returns a refusal, only a PIN count is kept. When it
   * throws, nothing is kept and this call alone rejects.
   */
  atomically<T>(scope: Scope, step: (work: UnitOfWork) => T): Promise<T>
  /** A transaction by its id. */
  transaction(id: string): Promise<Transaction | undefined>
  /** A transaction by its account's reference. */
  transactionByReference(accountId: string, reference: string): Promise<Transaction | undefined>
  /** An account's balances, one for each currency with a movement. */
  balances(accountId: string): Promise<readonly BalanceRow[]>
  /** The counted payments of an account on its last day in each currency. */
  dayCounts(accountId: string): Promise<readonly DayCount[]>
  /**
   * Claims transactions whose next enquiry is due, longest waiting first, and then those planned for later than
   * `latest`, which only a clock that was ahead can have planned. A claimed transaction goes to no other asker until a
   * step about it has returned or its lease is over.
   */
  claim(due: DueClaim): Promise<Claimed>
  /** Claims a transaction, due or not. Resolves with none if it is already claimed, or does not exist. */
  claimOne(id: string, claim: Claim): Promise<Claimed>
  /** The number of open transactions, by network and currency. */
  awaited(): Promise<readonly AwaitedCount[]>
  /** Transactions newest first, which is the order of their ids. Throws when `before` is no transaction's id. */
  list(query: TransactionQuery): Promise<TransactionPage>
  /**
   * Fundings and withdrawals newest first, those of one moment by account and reference. Throws when `before` does not
   * exist.
   */
  fundings(query: FundingQuery): Promise<FundingPage>
  /** An account's events, oldest first, with their subjects, at one moment. Throws if a subject is missing or open. */
  events(query: EventQuery): Promise<EventStretch>
  /**
   * A stretch of an account's postings in a currency, and the balance before it; undefined when `after` is not a place
   * in it.
   */
  statement(query: StatementQuery): Promise<StatementRows | undefined>
  /** A transaction with its annotations, oldest first, at one moment. */
  annotated(transactionId: string): Promise<AnnotatedTransaction | undefined>
  /**
   * Gives `read` the whole books at one moment, however long reading takes and whatever changes meanwhile. A store may
   * also give it more means of that moment.
   */
  snapshot<T>(read: (snapshot: Snapshot, moment?: SnapshotMoment) => Promise<T>): Promise<T>
  /**
   * Gives `read` the books since the last mark at one moment. Resolves with undefined if there is no mark, a quarantine
   * has begun since, or rows that follow from the changes are wrong. Rows before the mark are not looked at.
   */
  changes<T>(read: (changes: ChangedBooks, mark: MarkBooks) => Promise<T>): Promise<T | undefined>
  /** Removes the mark, if there is one. */
  unmark(): Promise<void>
}
