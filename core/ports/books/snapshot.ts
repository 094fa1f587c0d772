import type { Transaction } from '../../model/transaction.ts'
import type { Action, ChainEnd } from '../operators/actions.ts'
import type { OperatorMove } from '../operators/operatorMoney.ts'
import type { BatchRows } from './batches.ts'
import type { AccountEvent } from './events.ts'
import type { Funding } from './fundings.ts'
import type { Balance, Posting } from './ledger.ts'

/** An account's stored balance in one currency. */
export type BalanceRow = Balance & { readonly accountId: string; readonly currency: string }

/** Rows one after another, in any number; they need not fit into memory at once. */
export type Streamed<Row> = Iterable<Row> | AsyncIterable<Row>

/** A transaction with its postings, oldest first. */
export type TransactionRows = {
  readonly transaction: Transaction
  readonly postings: readonly Posting[]
}

/** The fields of a transaction that decide about its money: the audit and sums need no others. */
export type MoneyOfTransaction = Pick<
  Transaction,
  | 'id'
  | 'accountId'
  | 'kind'
  | 'refundOf'
  | 'amountMinor'
  | 'feeMinor'
  | 'feeBackMinor'
  | 'currency'
  | 'network'
  | 'state'
  | 'attention'
  | 'createdAtMs'
  | 'updatedAtMs'
>

/** These fields of a transaction, with its postings, oldest first. */
export type MoneyRows = { readonly transaction: MoneyOfTransaction; readonly postings: readonly Posting[] }

/** A funding with its postings, oldest first. */
export type FundingRows = { readonly funding: Funding; readonly postings: readonly Posting[] }

/** The whole books at one moment. */
export type Snapshot = {
  /** Every stored balance. */
  balances(): Streamed<BalanceRow>
  /** Every posting. */
  postings(): Streamed<Posting>
  /** Every transaction with its postings. */
  transactions(): Streamed<TransactionRows>
  /** The same; rows that are wanted only for their `money` may lack all other fields. */
  transactions(only: 'money'): Streamed<MoneyRows>
  /** Every funding and withdrawal with its posting. */
  fundings(): Streamed<FundingRows>
  /** Every batch that was accepted. */
  batches(): Streamed<BatchRows>
  /** Every event, those of an account in the order of their sequences. */
  events(): Streamed<AccountEvent>
  /** Every movement of the operator's own money, oldest first. */
  operatorMoves(): Streamed<OperatorMove>
  /** Every action, in the order of their numbers. */
  actions(): Streamed<Action>
  /** The end of the chain of actions; none before the first. */
  chainEnd(): Streamed<ChainEnd>
  /** Names of orphaned rows: postings whose transaction, funding or batch does not exist. */
  strays(): Streamed<string>
}
