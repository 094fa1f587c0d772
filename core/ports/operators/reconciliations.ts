import { type FollowUpState, type Kind, paysOut, type Transaction } from '../../model/transaction.ts'
import type { Acting } from './actions.ts'

/** The direction of a row's money: to us, from us, or between wallets so that the row does not show it. */
export type FileDirection = 'in' | 'out' | 'between'

/** One row of a network's export of its own books. */
export type FileRow = {
  /** The number of its first line in the file, counted from 1. */
  readonly line: number
  /** The time of the payment, or the beginning of its minute or second; milliseconds since the Unix epoch. */
  readonly atMs: number
  /** The latest possible time after `atMs`, in milliseconds: the file is no more precise. */
  readonly withinMs: number
  readonly direction: FileDirection
  readonly amountMinor: bigint
  readonly currency: string
  /**
   * The other party's number, in international digits; null if the file has none. Digits that the file masks are
   * asterisks, as many as the file has.
   */
  readonly phoneNumber: string | null
  readonly status: 'succeeded' | 'failed' | 'pending' | 'reversed'
  /** Whether it may be a payment of ours, is a fee of the network, or something else, such as a top-up. */
  readonly kind: 'payment' | 'fee' | 'other'
  /** The file's text for a row of no class that its reader knows: the row is `other`, and this is its `why`. */
  readonly unnamed?: string
  /** Our own id of the payment; null if the file has none. */
  readonly ours: string | null
  /** The network's id; null if the file has none. */
  readonly theirs: string | null
  /** The network's fee for it, if the same row has it. */
  readonly feeMinor: bigint | null
  /** The balance after it, if the file has one. */
  readonly balanceMinor: bigint | null
}

/** The direction of a payment's money. */
export function directionOf(kind: Kind): FileDirection {
  return paysOut({ kind }) ? 'out' : 'in'
}

/**
 * The result for a row of a file, or for a transaction without one. `matched`: both agree. `amount_differs` and
 * `state_differs`: they are one payment, and differ. `missing_here`: the network has an entry that the books don't.
 * `missing_there`: the books have an entry that the file lacks. `expected`: the same, and its time has not come.
 * `duplicate_there`: the file has an id once more. `ambiguous`: there are several possible payments. `fee`: a fee of
 * the network. `not_ours`: no payment of sente's, such as a top-up.
 */
export const buckets = [
  'matched',
  'amount_differs',
  'state_differs',
  'missing_here',
  'missing_there',
  'expected',
  'duplicate_there',
  'ambiguous',
  'fee',
  'not_ours',
] as const

/** The result for a row, or for a transaction without one. */
export type Bucket = (typeof buckets)[number]

/** Whether a bucket needs the attention of a person. */
export function isException(bucket: Bucket): boolean {
  return bucket !== 'matched' && bucket !== 'expected' && bucket !== 'fee'
}

/** One row of a file, or one transaction that should have had one, and its result. */
export type Entry = Omit<FileRow, 'line' | 'status' | 'kind' | 'unnamed' | 'withinMs'> & {
  /** The latest possible time after `atMs`, in milliseconds; null for a transaction that is not in the file. */
  readonly withinMs: number | null
  /** Its number within the run: its line, or one above all lines if the file has none. */
  readonly item: number
  /** The line of the file; null for a transaction that is not in it. */
  readonly line: number | null
  /** The outcome in the file; null for a transaction that is not in it. */
  readonly status: FileRow['status'] | null
  readonly bucket: Bucket
  readonly transactionId: string | null
  /** The difference, or the reason why there is no result. */
  readonly why: string | null
}

/** A stored entry. */
export type EntryRecord = Entry & { readonly runId: string }

/** Rows of one bucket and currency, and their amounts by direction. */
export type BucketTotal = {
  readonly bucket: Bucket
  readonly currency: string
  readonly rows: number
  readonly inMinor: bigint
  readonly outMinor: bigint
  readonly betweenMinor: bigint
}

/** One comparison of a file with the books. */
export type Run = {
  readonly id: string
  /** SHA-256 of the file, in hexadecimal. */
  readonly digest: string
  readonly file: string
  readonly network: string
  readonly profile: string
  /** The file must have every payment of this period: from this moment on, and before `toMs`. */
  readonly fromMs: number
  readonly toMs: number
  readonly by: string
  readonly begunAtMs: number
  /** Its totals; null while it runs, and if it was interrupted. */
  readonly ended: RunEnd | null
  /** Its withdrawal by a person, because its file or its data were wrong; null while it stands. */
  readonly withdrawn: Withdrawal | null
}

/** The person who withdrew a comparison, the time and the reason. */
export type Withdrawal = Pick<EntryNote, 'by' | 'because' | 'atMs'>

/** The entries that a comparison caused in the books. */
export type MadeOfRun = {
  /** The payments with a note of it, by their ids, a note each. */
  readonly noted: readonly string[]
  /** The payments among them that a person has ended or recorded because of it. */
  readonly decided: readonly string[]
  /** The movements of the operator's own money, by their references. */
  readonly moves: readonly string[]
}

/** The totals of a comparison. */
export type RunEnd = {
  readonly atMs: number
  readonly rows: number
  /** The rows of the file. Together they are the whole file. */
  readonly totals: readonly BucketTotal[]
  /** The transactions that are not in the file, or may not be. */
  readonly absent: readonly BucketTotal[]
  /** Null if the file has no balances. */
  readonly balances: FileBalances | null
}

/** The check of the balances in a file. */
export type FileBalances = {
  /** The number of rows that do not fit the balance before them, and the lines of the first. */
  readonly wrong: number
  readonly lines: readonly number[]
  /** The balance after its latest row. */
  readonly last: { readonly currency: string; readonly minor: bigint; readonly atMs: number }
}

/** A decision or remark about an entry. It is never changed. */
export type EntryNote = {
  readonly runId: string
  readonly item: number
  readonly kind: 'assigned' | 'resolved'
  /** The person who investigates it from now on. */
  readonly owner: string | null
  readonly because: string
  readonly by: string
  readonly atMs: number
  /** The transaction for a missing payment that was recorded; null for every other note. */
  readonly transactionId: string | null
  /** The movement of the operator's own money for the row, by its reference; null for every other note. */
  readonly moveReference: string | null
}

/** The present state of an entry: its owner, and its resolution. */
export type StandingEntry = Entry & {
  readonly owner: string | null
  readonly resolved: Pick<EntryNote, 'by' | 'because' | 'atMs' | 'transactionId' | 'moveReference'> | null
}

/** An entry with its run. */
export type FoundEntry = { readonly run: Run; readonly entry: StandingEntry }

/** The query for entries of a run. */
export type EntryQuery = {
  readonly runId: string
  readonly buckets?: readonly Bucket[]
  /** Only unresolved ones. */
  readonly open?: true
  /** Continues after the entry with this number. */
  readonly after?: number
  readonly limit: number
}

/** The query for rows that may be the same as another: with the same network and amount, and an overlapping time. */
export type AlikeQuery = Pick<FileRow, 'amountMinor' | 'currency' | 'atMs' | 'withinMs'> & { readonly network: string }

/** The query for exceptions of all ended runs. */
export type ExceptionQuery = {
  /** Unresolved ones, or resolved ones. */
  readonly isOpen: boolean
  readonly network?: string
  readonly bucket?: Bucket
  readonly direction?: FileDirection
  /** The entry's whole `why`. */
  readonly why?: string
  /** Their owner; null for those without one. */
  readonly owner?: string | null
  /** Rows and payments from this moment on, and before `toMs`. */
  readonly fromMs?: number
  readonly toMs?: number
  /** Continues after this one. */
  readonly before?: Pick<EntryNote, 'runId' | 'item'>
  readonly limit: number
}

/** The share of a network's money in a currency that its own books confirm. */
export type Confirmed = {
  readonly network: string
  readonly currency: string
  /** All payments that succeeded. */
  readonly totalMinor: bigint
  readonly confirmedMinor: bigint
  /** The oldest unconfirmed payment. */
  readonly oldest: { readonly transactionId: string; readonly createdAtMs: number } | null
}

/** The number of open entries of a bucket, over all comparisons with a network's files. */
export type ExceptionFigure = { readonly network: string; readonly bucket: Bucket; readonly entries: number }

/** The total of the payments that comparisons did not find in the files that should have had them. */
export type UnconfirmedFigure = {
  readonly network: string
  readonly currency: string
  readonly amountMinor: bigint
  /** The time when the oldest was opened, in milliseconds since the Unix epoch. */
  readonly oldestAtMs: number
}

/** The query for the first payment over a network. */
export type FirstPaidQuery = {
  readonly network: string
  readonly fromMs: number
  readonly toMs: number
  /** The most payments, over any network, that are read. */
  readonly within: number
}

/** The fields of a payment that are compared with a row. */
export type ComparedPayment = Pick<
  Transaction,
  | 'id'
  | 'kind'
  | 'phoneNumber'
  | 'amountMinor'
  | 'currency'
  | 'network'
  | 'state'
  | 'reason'
  | 'isTakenBack'
  | 'providerId'
  | 'providerRef'
  | 'createdAtMs'
  | 'updatedAtMs'
> &
  Pick<FollowUpState, 'aheadMs'>

/** The query for payments over a network that were opened in a period, in the order of their ids. */
export type OpenedQuery = {
  readonly network: string
  readonly fromMs: number
  readonly toMs: number
  /** Continues after the payment with this id. */
  readonly after?: string
  readonly limit: number
}

/** Ids for finding payments: ours, or those under which we sent them; and the network's. */
export type RowIds = { readonly ours: readonly string[]; readonly theirs: readonly string[] }

/** A row with a phone number that was not erased. */
export type NumberedRow = Pick<FileRow, 'atMs'> & { readonly item: number; readonly phoneNumber: string }

/** A stretch of a run's entries, by their numbers: after a number, up to the limit. */
export type EntryStretch = { readonly runId: string; readonly after: number; readonly limit: number }

/**
 * The numbered rows of a stretch; `next` is the last number of the stretch, to continue after it, and null at the end.
 */
export type NumberedRows = { readonly rows: readonly NumberedRow[]; readonly next: number | null }

/** The pseudonym for an entry's phone number. */
export type EntryErasure = { readonly item: number; readonly pseudonym: string }

/**
 * Comparisons with the files of networks. An ended run is never changed, except for erased phone numbers, and stands
 * until it is withdrawn. A withdrawn run can be read by its id, but neither its file nor its entries count or are found
 * otherwise.
 */
export interface Reconciliations {
  /** The ended and standing run of the file with this digest. */
  ofDigest(digest: string): Promise<Run | undefined>
  /** Begins a run. */
  begin(run: Run): Promise<void>
  /** Adds entries to a run. */
  add(runId: string, entries: readonly Entry[]): Promise<void>
  /** Payments over a network that were opened in a period, oldest first, some at a time. */
  payments(query: OpenedQuery): Promise<readonly ComparedPayment[]>
  /** The payments over any network with one of these ids, in the order of their ids. */
  paymentsWithIds(ids: RowIds): Promise<readonly ComparedPayment[]>
  /**
   * Ends a run, and writes an action with it. Returns false when another run of the same file has ended meanwhile; then
   * nothing is changed or written.
   */
  end(runId: string, end: RunEnd, acting?: Acting): Promise<boolean>
  /** Withdraws a run, and writes an action with it. A run that is already withdrawn stays unchanged. */
  withdraw(runId: string, withdrawal: Withdrawal, acting?: Acting): Promise<void>
  /** The entries in the books because of a run, each in its order. The cost depends only on their number. */
  madeOf(runId: string): Promise<MadeOfRun>
  /** The latest runs, latest first. */
  runs(query: { readonly limit: number }): Promise<readonly Run[]>
  /** A run by its id. */
  run(id: string): Promise<Run | undefined>
  /** Entries of an ended run, by their numbers. */
  entries(query: EntryQuery): Promise<readonly StandingEntry[]>
  /**
   * The entries of ended runs about a transaction, by run and number: rows that match it or differ from it, its absence
   * from a file, and the row that it was recorded from. The cost depends only on their number.
   */
  about(transactionId: string): Promise<readonly FoundEntry[]>
  /**
   * Rows of ended runs, in `not_ours` or `missing_here`, that may have the same time as another and have its amount, by
   * run and number. The cost does not depend on rows of other amounts.
   */
  alike(query: AlikeQuery): Promise<readonly FoundEntry[]>
  /** Exceptions of ended runs: those of the latest run first, and within a run the last one first. */
  findExceptions(query: ExceptionQuery): Promise<readonly FoundEntry[]>
  /** Adds notes, and an action with them. */
  note(notes: readonly EntryNote[], acting?: Acting): Promise<void>
  /** The notes about an entry, oldest first. */
  notes(entry: Pick<EntryNote, 'runId' | 'item'>): Promise<readonly EntryNote[]>
  /** The entries in a stretch of a run that have a phone number which was not erased, judged or not. */
  phoneNumbers(stretch: EntryStretch): Promise<NumberedRows>
  /**
   * Replaces the phone numbers of a run's entries with pseudonyms, changes nothing else, and writes an action with it.
   */
  erasePhoneNumbers(runId: string, erasures: readonly EntryErasure[], acting?: Acting): Promise<void>
  /**
   * The confirmed part of the payments opened from a moment on: confirmed by `matched` rows of ended runs, or because
   * they were recorded from a row.
   */
  confirmed(query: { readonly fromMs: number }): Promise<readonly Confirmed[]>
  /** Open exceptions of ended runs; groups without any are left out. The cost does not depend on `matched` rows. */
  exceptions(): Promise<readonly ExceptionFigure[]>
  /**
   * Payments opened from a moment on that have succeeded and have an unresolved entry of an ended run, and that no run
   * confirms. The cost does not depend on payments that runs have only matched.
   */
  unconfirmed(query: { readonly fromMs: number }): Promise<readonly UnconfirmedFigure[]>
  /** The periods of ended runs, if they end after a moment. A run has compared every payment of its period. */
  compared(query: { readonly afterMs: number }): Promise<readonly Pick<Run, 'id' | 'network' | 'fromMs' | 'toMs'>[]>
  /**
   * The time when the first payment over a network that has succeeded was opened in a period; null if there is none.
   * After reading the largest number of payments, the opening of the last one read: none is older.
   */
  firstPaid(query: FirstPaidQuery): Promise<number | null>
}
