import type { Account } from '../../model/account.ts'
import type { UserRecord } from '../../model/people.ts'
import type { Transaction } from '../../model/transaction.ts'
import type { Batch, BatchLine } from '../books/batches.ts'
import type { ExchangeRow } from '../books/cases.ts'
import type { DayCount, PinCount } from '../books/counts.ts'
import type { AccountEvent } from '../books/events.ts'
import type { Funding } from '../books/fundings.ts'
import type { Posting } from '../books/ledger.ts'
import type { PaymentLink } from '../books/paymentLinks.ts'
import type { BalanceRow, Streamed } from '../books/snapshot.ts'
import type { Annotation } from '../books/transactions.ts'
import type { Action, ChainEnd } from '../operators/actions.ts'
import type { LineStop } from '../operators/lineStops.ts'
import type { OperatorMove } from '../operators/operatorMoney.ts'
import type { Quarantine } from '../operators/quarantines.ts'
import type { EntryNote, EntryRecord, Run } from '../operators/reconciliations.ts'
import type { DeliveryAttempt, PlacedEndpoint, WaitingDelivery } from '../webhooks.ts'

/** An account with the wrong PINs that are counted against it. */
export type CountedAccount = { readonly account: Account; readonly pinCount: PinCount | undefined }

/** An annotation with the account of its transaction. */
export type OwnedAnnotation = { readonly accountId: string; readonly annotation: Annotation }

/** Everything that a store holds, row by row, for a store of another kind to take in. Each may be read again. */
export type StoreContents = {
  /** Every account, oldest first. */
  accounts(): Streamed<CountedAccount>
  /** Every payment link, oldest first. */
  paymentLinks(): Streamed<PaymentLink>
  /** Every transaction, in the order in which they were opened. */
  transactions(): Streamed<Transaction>
  /** Every posting, in the order in which they were made. */
  postings(): Streamed<Posting>
  /** Every stored balance. */
  balances(): Streamed<BalanceRow>
  /** What every account has paid on its last day in each currency. */
  dayCounts(): Streamed<DayCount>
  /** Every funding and withdrawal. */
  fundings(): Streamed<Funding>
  /** Every batch, drafts too, oldest first. */
  batches(): Streamed<Batch>
  /** Every line of theirs, those of a batch in their order. */
  batchLines(): Streamed<BatchLine>
  /** Every annotation, oldest first. */
  annotations(): Streamed<OwnedAnnotation>
  /** Every row of exchanges with networks. */
  exchanges(): Streamed<ExchangeRow>
  /** Every event, those of an account in the order of their sequences. */
  events(): Streamed<AccountEvent>
  /** Every webhook endpoint, oldest first. How long it has failed is counted from zero again. */
  webhookEndpoints(): Streamed<PlacedEndpoint>
  /** Every delivery that waits. */
  webhookWaiting(): Streamed<WaitingDelivery & { readonly endpointId: string }>
  /** Every attempt that is kept, those of an endpoint in their order. */
  webhookAttempts(): Streamed<DeliveryAttempt & { readonly endpointId: string; readonly n: number }>
  /** Every quarantine, oldest first. */
  quarantines(): Streamed<Quarantine>
  /** Every stop of a line, oldest first. */
  lineStops(): Streamed<LineStop>
  /** Every comparison with a network's file, oldest first. */
  reconciliations(): Streamed<Run>
  /** Every row of theirs, and what it was found to be. */
  reconciliationEntries(): Streamed<EntryRecord>
  /** What was decided about them, oldest first. */
  reconciliationNotes(): Streamed<EntryNote>
  /** Every move of the operator's own money, oldest first. */
  operatorMoves(): Streamed<OperatorMove>
  /** Every action, in the order of their numbers. */
  actions(): Streamed<Action>
  /** Every user, the oldest first; sessions, invitations and attempts to sign in end with a move. */
  users(): Streamed<UserRecord>
  /** The end of the chain of actions; none before the first. */
  chainEnd(): Streamed<ChainEnd>
}

/** How many rows a store holds. */
export type StoreCounts = { readonly [Name in keyof StoreContents | 'keys' | 'pinCounts']: number }
