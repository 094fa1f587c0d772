import { type Kind, paysOut } from '../../model/transaction.ts'
import type { Acting } from './actions.ts'

/** Which way a row's money went: to us, from us, or between wallets so that the row does not tell. */
export type FileDirection = 'in' | 'out' | 'between'

/** One row of a file that a network has made of its own books. */
export type FileRow = {
  /** The line of the file on which it begins; the first one is 1. */
  readonly line: number
  /** When it happened, or when the minute or second began in which it did; milliseconds since the Unix epoch. */
  readonly atMs: number
  /** How long after `atMs` it may have happened, in milliseconds: the file tells no more. */
  readonly withinMs: number
  readonly direction: FileDirection
  readonly amountMinor: bigint
  readonly currency: string
  /** The other party's number, in international digits; null where the file has none. */
  readonly phoneNumber: string | null
  readonly status: 'succeeded' | 'failed' | 'pending' | 'reversed'
  /** Whether it may be a payment of ours, is a fee of the network, or something else, such as a top-up. */
  readonly kind: 'payment' | 'fee' | 'other'
  /** An id that we gave the payment; null where the file has none. */
  readonly ours: string | null
  /** The network's id; null where the file has none. */
  readonly theirs: string | null
  /** The network's fee for it, where the file says so in the same row. */
  readonly feeMinor: bigint | null
  /** The balance after it, where the file has one. */
  readonly balanceMinor: bigint | null
}

/** The direction in which the money of a payment goes. */
export function directionOf(kind: Kind): FileDirection {
  return paysOut({ kind }) ? 'out' : 'in'
}

/**
 * What a row of a file, or a transaction without one, was found to be. `matched`: both say the same. `amount_differs` and
 * `state_differs`: they are one payment, and differ. `missing_here`: the network has what the books don't.
 * `missing_there`: the books have what the file lacks. `expected`: the same, and its time has not come. `duplicate_there`:
 * the file has an id once more. `ambiguous`: several may be meant. `fee`: a fee of the network. `not_ours`: no payment of
 * sente's, such as a top-up.
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

/** What a row, or a transaction without one, was found to be. */
export type Bucket = (typeof buckets)[number]

/** Whether a person has to look at what is in a bucket. */
export function isException(bucket: Bucket): boolean {
  return bucket !== 'matched' && bucket !== 'expected' && bucket !== 'fee'
}

/** One row of a file, or one transaction that should have had one, and what it was found to be. */
export type Entry = Omit<FileRow, 'line' | 'status' | 'kind' | 'withinMs'> & {
  /** How long after `atMs` it may have happened, in milliseconds; null for a transaction that is not in the file. */
  readonly withinMs: number | null
  /** Its number within the run: its line, or one above all lines where the file has none. */
  readonly item: number
  /** The line of the file; null for a transaction that is not in it. */
  readonly line: number | null
  /** What the file says of it; null for a transaction that is not in it. */
  readonly status: FileRow['status'] | null
  readonly bucket: Bucket
  readonly transactionId: string | null
  /** What differs, or why nothing can be said. */
  readonly why: string | null
}

/** An entry as it is stored: a row of a file that is not judged yet has no bucket. */
export type EntryRecord = Omit<Entry, 'bucket'> & {
  readonly runId: string
  readonly bucket: Bucket | null
}

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
  /** The time for which the file has to have every payment: from this moment on, and before that one. */
  readonly fromMs: number
  readonly toMs: number
  readonly by: string
  readonly begunAtMs: number
  /** What it came to; null while it goes on, and if it was interrupted. */
  readonly ended: RunEnd | null
  /** That a person has withdrawn it, because its file or what was said of it was wrong; null while it stands. */
  readonly withdrawn: Withdrawal | null
}

/** Who has withdrawn a comparison, when and why. */
export type Withdrawal = Pick<EntryNote, 'by' | 'because' | 'atMs'>

/** What was written into the books because of a comparison. */
export type MadeOfRun = {
  /** The payments beside which it was noted, by their ids, a note each. */
  readonly noted: readonly string[]
  /** Of these the ones that a person has ended or recorded because of it. */
  readonly decided: readonly string[]
  /** The moves of the operator's own money, by their references. */
  readonly moves: readonly string[]
}

/** What a comparison came to. */
export type RunEnd = {
  readonly atMs: number
  readonly rows: number
  /** The rows of the file, which together are the file. */
  readonly totals: readonly BucketTotal[]
  /** The transactions that are not in the file, or may be. */
  readonly absent: readonly BucketTotal[]
  /** Null where the file has no balances. */
  readonly balances: FileBalances | null
}

/** What the balances in a file come to. */
export type FileBalances = {
  /** How many rows do not fit the balance before them, and the lines of the first. */
  readonly wrong: number
  readonly lines: readonly number[]
  /** The balance after its latest row. */
  readonly last: { readonly currency: string; readonly minor: bigint; readonly atMs: number }
}

/** What was decided or said about an entry; nothing of it is ever changed. */
export type EntryNote = {
  readonly runId: string
  readonly item: number
  readonly kind: 'assigned' | 'resolved'
  /** Who has to look into it, from now on. */
  readonly owner: string | null
  readonly because: string
  readonly by: string
  readonly atMs: number
  /** The transaction as which a forgotten payment was recorded; null for every other note. */
  readonly transactionId: string | null
  /** The move of the operator's own money that the row was said to be, by its reference; null for every other note. */
  readonly moveReference: string | null
}

/** An entry as it stands now: who has it, and whether it is done with. */
export type StandingEntry = Entry & {
  readonly owner: string | null
  readonly resolved: Pick<EntryNote, 'by' | 'because' | 'atMs' | 'transactionId' | 'moveReference'> | null
}

/** An entry, and the run that it is of. */
export type FoundEntry = { readonly run: Run; readonly entry: StandingEntry }

/** Which entries of a run to list. */
export type EntryQuery = {
  readonly runId: string
  readonly buckets?: readonly Bucket[]
  /** Only those that are not resolved. */
  readonly open?: true
  /** Continues after the entry with this number. */
  readonly after?: number
  readonly limit: number
}

/** Which rows may be the same as another one: of a network and an amount, and of a time that overlaps. */
export type AlikeQuery = Pick<FileRow, 'amountMinor' | 'currency' | 'atMs' | 'withinMs'> & { readonly network: string }

/** Which exceptions to list, of whatever runs have ended. */
export type ExceptionQuery = {
  /** Those that are not resolved, or those that are. */
  readonly isOpen: boolean
  readonly network?: string
  readonly bucket?: Bucket
  /** Whose they are; null for those that nobody has. */
  readonly owner?: string | null
  /** Continues after this one. */
  readonly before?: Pick<EntryNote, 'runId' | 'item'>
  readonly limit: number
}

/** How much money of a network and currency its own books confirm. */
export type Confirmed = {
  readonly network: string
  readonly currency: string
  /** All payments that succeeded. */
  readonly totalMinor: bigint
  readonly confirmedMinor: bigint
  /** The oldest payment that is not confirmed. */
  readonly oldest: { readonly transactionId: string; readonly createdAtMs: number } | null
}

/** How many entries of a bucket a person still has to look at, of all comparisons with a network's files. */
export type ExceptionFigure = { readonly network: string; readonly bucket: Bucket; readonly entries: number }

/** What payments come to that comparisons did not find in the files that should have had them. */
export type UnconfirmedFigure = {
  readonly network: string
  readonly currency: string
  readonly amountMinor: bigint
  /** When the oldest was opened, in milliseconds since the Unix epoch. */
  readonly oldestAtMs: number
}

/** Payments over a network of which to find the first one. */
export type FirstPaidQuery = {
  readonly network: string
  readonly fromMs: number
  readonly toMs: number
  /** How many payments, over any network, are looked at. */
  readonly within: number
}

/** Ids by which rows are found: those that we have sent, and the network's. */
export type RowIds = { readonly ours: readonly string[]; readonly theirs: readonly string[] }

/** Where a row stands in the order of time. */
export type RowPlace = Pick<FileRow, 'atMs' | 'line'>

/** Which rows that are not judged to list. */
export type UnjudgedQuery = {
  readonly runId: string
  readonly after: RowPlace
  readonly beforeMs: number
  readonly limit: number
}

/** A row of a run that has not ended. */
export type StagedRow = FileRow & { readonly bucket: Bucket | null }

/** A row with a phone number that was not erased. */
export type NumberedRow = Pick<FileRow, 'atMs'> & { readonly item: number; readonly phoneNumber: string }

/** A stretch of the entries of a run: as many as the limit says, by their numbers, after a number. */
export type EntryStretch = { readonly runId: string; readonly after: number; readonly limit: number }

/** What is numbered in a stretch; `next` is the last number of the stretch, to continue after it, and null at the end. */
export type NumberedRows = { readonly rows: readonly NumberedRow[]; readonly next: number | null }

/** What takes the place of an entry's phone number. */
export type EntryErasure = { readonly item: number; readonly pseudonym: string }

/**
 * Comparisons with the files of networks. What has ended is never changed, but for phone numbers that are erased, and stands until
 * it is withdrawn: then it is still read by its id, and neither its file nor anything in it counts or is found otherwise.
 */
export interface Reconciliations {
  /** The run that has ended about the file with this digest, and stands. */
  ofDigest(digest: string): Promise<Run | undefined>
  /** Begins a run. */
  begin(run: Run): Promise<void>
  /** Adds rows to a run; those that have a bucket are judged already. */
  stage(runId: string, rows: readonly StagedRow[]): Promise<void>
  /** The rows of a run that are not judged and have one of these ids. */
  withIds(runId: string, ids: RowIds): Promise<readonly FileRow[]>
  /** The rows that are not judged, by time and line, after a place and before a moment. */
  unjudged(query: UnjudgedQuery): Promise<readonly FileRow[]>
  /** Judges rows that were not, and adds entries without a row. */
  judge(runId: string, judged: { readonly rows: readonly JudgedRow[]; readonly added: readonly Entry[] }): Promise<void>
  /**
   * Ends a run, and writes an action with it; false when another about the same file has ended meanwhile, and then it stays
   * as it is and nothing is written.
   */
  end(runId: string, end: RunEnd, acting?: Acting): Promise<boolean>
  /**
   * Withdraws a run, and writes an action with it; one that was withdrawn already stays as it is.
   */
  withdraw(runId: string, withdrawal: Withdrawal, acting?: Acting): Promise<void>
  /** What was written because of a run, each in its order. Its cost depends on nothing but how much there is. */
  madeOf(runId: string): Promise<MadeOfRun>
  /** The latest runs, the latest first. */
  runs(query: { readonly limit: number }): Promise<readonly Run[]>
  /** A run by its id. */
  run(id: string): Promise<Run | undefined>
  /** Entries of a run that has ended, by their numbers. */
  entries(query: EntryQuery): Promise<readonly StandingEntry[]>
  /**
   * What runs that have ended have found about a transaction, by run and number: rows that match it or differ from it, that
   * it is in no file, and the row as which it was recorded. Its cost depends on nothing but how many there are.
   */
  about(transactionId: string): Promise<readonly FoundEntry[]>
  /**
   * Rows of runs that have ended, in `not_ours` or `missing_here`, that may have happened at the same time as another and have
   * its amount, by run and number. Its cost depends on no row of another amount.
   */
  alike(query: AlikeQuery): Promise<readonly FoundEntry[]>
  /** Exceptions of runs that have ended: those of the latest run first, and of a run the last one. */
  findExceptions(query: ExceptionQuery): Promise<readonly FoundEntry[]>
  /** Adds notes, and an action with them. */
  note(notes: readonly EntryNote[], acting?: Acting): Promise<void>
  /** The notes about an entry, oldest first. */
  notes(entry: Pick<EntryNote, 'runId' | 'item'>): Promise<readonly EntryNote[]>
  /** Those of a stretch of a run's entries that have a phone number which was not erased, judged or not. */
  phoneNumbers(stretch: EntryStretch): Promise<NumberedRows>
  /**
   * Puts pseudonyms in the place of the phone numbers of a run's entries, of which nothing else changes; writes an action
   * with it.
   */
  erasePhoneNumbers(runId: string, erasures: readonly EntryErasure[], acting?: Acting): Promise<void>
  /**
   * How much of the payments opened from a moment on is confirmed: by `matched` rows of runs that have ended, or because
   * they were recorded from a row.
   */
  confirmed(query: { readonly fromMs: number }): Promise<readonly Confirmed[]>
  /** Open exceptions of runs that have ended; nothing where there are none. Its cost depends on no `matched` row. */
  exceptions(): Promise<readonly ExceptionFigure[]>
  /**
   * Payments opened from a moment on that have succeeded, for which a run that has ended has an entry that is not
   * resolved, and none confirms. Its cost depends on no payment that runs have only matched.
   */
  unconfirmed(query: { readonly fromMs: number }): Promise<readonly UnconfirmedFigure[]>
  /** The times for which runs that have ended had every payment, of those that end after a moment. */
  compared(query: { readonly afterMs: number }): Promise<readonly Pick<Run, 'network' | 'fromMs' | 'toMs'>[]>
  /**
   * When the first payment over a network was opened in a time that has succeeded; null if there is none. Where it has
   * looked at as many as it may, the moment at which the last of them was opened: none is older.
   */
  firstPaid(query: FirstPaidQuery): Promise<number | null>
}

/** A row that was judged, by its line. */
export type JudgedRow = Pick<Entry, 'bucket' | 'transactionId' | 'why'> & { readonly line: number }
