import type { Account, AccountKey } from '../../model/account.ts'
import type { Invitation, UserRecord } from '../../model/people.ts'
import type { Transaction } from '../../model/transaction.ts'
import type { Batch, BatchLine } from '../books/batches.ts'
import type { ExchangeRow } from '../books/cases.ts'
import type { DayCount, PinCount } from '../books/counts.ts'
import type { Posting } from '../books/ledger.ts'
import type { PaymentLink } from '../books/paymentLinks.ts'
import type { BalanceRow, Streamed } from '../books/snapshot.ts'
import type { Annotation } from '../books/transactions.ts'
import type { AddedRows } from '../books/unitOfWork.ts'
import type { ChainEnd } from '../operators/actions.ts'
import type { ChannelStop } from '../operators/channelStops.ts'
import type { FloatReport, OperatorMove } from '../operators/operatorMoney.ts'
import type { Quarantine } from '../operators/quarantines.ts'
import type { ReconciliationRule } from '../operators/reconciliationRules.ts'
import type { EntryNote, EntryRecord, Run } from '../operators/reconciliations.ts'
import type { NoticeMark, NoticeRecord, NoticeSettings } from '../people/notices.ts'
import type { DeliveryAttempt, PlacedEndpoint, WaitingDelivery } from '../webhooks.ts'

/** An account with its count of wrong PINs. */
export type CountedAccount = { readonly account: Account; readonly pinCount: PinCount | undefined }

/** An annotation with the account of its transaction. */
export type OwnedAnnotation = { readonly accountId: string; readonly annotation: Annotation }

/** A key with its account, and its place among the keys of the account. */
export type PlacedKey = AccountKey & { readonly accountId: string; readonly place: number }

/** A posting with its number among those of its balance, from zero. */
export type NumberedPosting = { readonly posting: Posting; readonly n: bigint }

/** A stored balance, with the number of its postings and the time of the last one. */
export type StoredBalance = BalanceRow & { readonly postings: bigint; readonly postedAtMs: number }

/** A look-up of a recipient, which counts for the hourly limit of its account. */
export type NameLookUp = { readonly accountId: string; readonly nth: number; readonly atMs: number }

/** An event that a merchant had delivered again, with the number of the redelivery and its time. */
export type Redelivery = {
  readonly accountId: string
  readonly sequence: number
  readonly nth: number
  readonly atMs: number
}

/** The moments of attempts to sign in that count under a key, and the time from which none of them counts. */
export type CountedKey = { readonly key: string; readonly times: readonly number[]; readonly overAtMs: number }

/** The rows of a store by kind: contents, counts and moves are made from this list. */
export type HeldRows = AddedRows & {
  /** Accounts, oldest first. */
  readonly accounts: CountedAccount
  /** Their keys. */
  readonly keys: PlacedKey
  /** Look-ups of recipients that may count. */
  readonly nameLookUps: NameLookUp
  /** Payment links, oldest first. */
  readonly paymentLinks: PaymentLink
  /** Transactions, oldest first. */
  readonly transactions: Transaction
  /** Postings, those of a balance in their order. */
  readonly postings: NumberedPosting
  /** Stored balances. */
  readonly balances: StoredBalance
  /** The counted payments of every account on its last day in each currency. */
  readonly dayCounts: DayCount
  /** Batches, including drafts, oldest first. */
  readonly batches: Batch
  /** Their lines, those of a batch in their order. */
  readonly batchLines: BatchLine
  /** Annotations, oldest first. */
  readonly annotations: OwnedAnnotation
  /** Exchanges with networks. */
  readonly exchanges: ExchangeRow
  /** Webhook endpoints, oldest first. The time of failing starts again from zero. */
  readonly webhookEndpoints: PlacedEndpoint
  /** Waiting deliveries. */
  readonly webhookWaiting: WaitingDelivery & { readonly endpointId: string }
  /** Stored attempts, those of an endpoint in their order. */
  readonly webhookAttempts: DeliveryAttempt & { readonly endpointId: string; readonly n: number }
  /** Redeliveries that may count. */
  readonly webhookRedeliveries: Redelivery
  /** Quarantines, oldest first. */
  readonly quarantines: Quarantine
  /** Stops of channels, oldest first. */
  readonly channelStops: ChannelStop
  /** Comparisons with networks' files, oldest first. */
  readonly reconciliations: Run
  /** Their rows, with a finding each. */
  readonly reconciliationEntries: EntryRecord
  /** Decisions about them, oldest first. */
  readonly reconciliationNotes: EntryNote
  /** Rules for rows that come again, by their names. */
  readonly reconciliationRules: ReconciliationRule
  /** Movements of the operator's own money, oldest first. */
  readonly operatorMoves: OperatorMove
  /** The last report of each network about a float. */
  readonly floatReports: FloatReport
  /** The end of the chain of actions; none before the first. */
  readonly chainEnd: ChainEnd
  /** Users, oldest first. */
  readonly users: UserRecord
  /** Invitations. */
  readonly invitations: Invitation
  /** Attempts to sign in that may count. */
  readonly signInAttempts: CountedKey
  /** Notices for users, oldest first. */
  readonly notices: NoticeRecord
  /** The settings of users for them. */
  readonly noticeSettings: NoticeSettings
  /** How far the events of accounts, and the actions, have been noted. */
  readonly noticeMarks: NoticeMark
}

/** The whole contents of a store, row by row, for a store of another kind. Each part may be read again. */
export type StoreContents = { readonly [Name in keyof HeldRows]: () => Streamed<HeldRows[Name]> }

/** The number of rows in a store. */
export type StoreCounts = { readonly [Name in keyof HeldRows | 'pinCounts']: number }
