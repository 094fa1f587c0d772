import type { Transaction } from '../../model/transaction.ts'
import type { AwaitedCount, Claim, Claimed, DueClaim } from './claims.ts'
import type { DayCount } from './counts.ts'
import type { EventQuery, EventStretch } from './events.ts'
import type { FundingPage, FundingQuery } from './fundings.ts'
import type { BalanceRow, Snapshot } from './snapshot.ts'
import type { StatementQuery, StatementRows } from './statements.ts'
import type { AnnotatedTransaction, TransactionPage, TransactionQuery } from './transactions.ts'
import type { Scope, UnitOfWork } from './unitOfWork.ts'

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
  /** What an account has paid on its last day in each currency, where a limit has counted it. */
  dayCounts(accountId: string): Promise<readonly DayCount[]>
  /**
   * Claims transactions whose next enquiry is due, the longest waiting first, then those planned for later than `latest`
   * allows, which only a clock that was ahead can have planned. What is claimed is given to no other asker until a step
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
