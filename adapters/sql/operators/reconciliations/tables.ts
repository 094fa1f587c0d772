import {
  type BucketTotal,
  buckets,
  type Entry,
  type EntryErasure,
  type EntryNote,
  type EntryRecord,
  exceptions,
  type FileBalances,
  type Run,
  type RunEnd,
  type Withdrawal,
} from '../../../../core/sente.ts'
import { type Column, isOneOf, numberOrNull, type Stored, selected, type Table } from '../../engine/table.ts'

/** The columns of the results of a run. They are null while it goes on. */
export const endColumns: readonly Column<RunEnd | null>[] = [
  ['ended_at_ms', 'integer?', (end) => end?.atMs ?? null],
  ['row_count', 'integer?', (end) => end?.rows ?? null],
  ['totals', 'json?', (end) => end && JSON.stringify(end.totals, bigintsAsTexts)],
  ['absent', 'json?', (end) => end && JSON.stringify(end.absent, bigintsAsTexts)],
  ['balances', 'json?', (end) => end?.balances && JSON.stringify(end.balances, bigintsAsTexts)],
]

/** The columns of the withdrawal of a run. They are null while it stands. */
export const withdrawalColumns: readonly Column<Withdrawal | null>[] = [
  ['withdrawn_at_ms', 'integer?', (withdrawal) => withdrawal?.atMs ?? null],
  ['withdrawn_by', 'text?', (withdrawal) => withdrawal?.by ?? null],
  ['withdrawn_because', 'text?', (withdrawal) => withdrawal?.because ?? null],
]

/** Whether a run `r` has ended, and was not withdrawn. */
export const stands = '(r.ended_at_ms IS NOT NULL AND r.withdrawn_at_ms IS NULL)'

/** Comparisons of networks' files with the books. */
export const reconciliations = {
  name: 'reconciliations',
  moves: 'copied',
  columns: [
    ['id', 'text', ({ id }) => id],
    ['digest', 'text', ({ digest }) => digest],
    ['file', 'text', ({ file }) => file],
    ['network', 'text', ({ network }) => network],
    ['profile', 'text', ({ profile }) => profile],
    ['from_ms', 'integer', ({ fromMs }) => fromMs],
    ['to_ms', 'integer', ({ toMs }) => toMs],
    ['begun_by', 'text', ({ by }) => by],
    ['begun_at_ms', 'integer', ({ begunAtMs }) => begunAtMs],
    ...endColumns.map(([name, type, value]): Column<Run> => [name, type, ({ ended }) => value(ended)]),
    ...withdrawalColumns.map(([name, type, value]): Column<Run> => [name, type, ({ withdrawn }) => value(withdrawn)]),
  ] satisfies readonly Column<Run>[],
  key: ['id'],
  uniqueIndexes: [
    'one_reconciliation_of_a_file ON reconciliations (digest) WHERE ended_at_ms IS NOT NULL AND withdrawn_at_ms IS NULL',
  ],
  stays: { when: 'OLD.ended_at_ms IS NOT NULL', except: withdrawalColumns.map(([name]) => name) },
} satisfies Table

/** The columns that identify an entry. */
export const entryKeys: readonly Column<Pick<EntryRecord, 'runId' | 'item'>>[] = [
  ['run_id', 'text', ({ runId }) => runId],
  ['item', 'integer', ({ item }) => item],
]

/** The column that is erased. */
export const erasedColumns: readonly Column<EntryErasure>[] = [['phone_number', 'text', ({ pseudonym }) => pseudonym]]

/** Whether a row was found to be no payment of the books, and can be resolved by a person. */
export function isBeyondPayments(column: string): string {
  return isOneOf(column, ['not_ours', 'missing_here'])
}

/** The rows of files, and the transactions without a row. */
export const entries = {
  name: 'reconciliation_entries',
  moves: 'copied',
  columns: [
    ...entryKeys,
    ['line', 'integer?', ({ line }) => line],
    ['at_ms', 'integer', ({ atMs }) => atMs],
    ['within_ms', 'integer?', ({ withinMs }) => withinMs],
    ['direction', 'text', ({ direction }) => direction],
    ['amount_minor', 'integer', ({ amountMinor }) => amountMinor],
    ['currency', 'text', ({ currency }) => currency],
    ['phone_number', 'text?', ({ phoneNumber }) => phoneNumber],
    ['status', 'text?', ({ status }) => status],
    ['ours', 'text?', ({ ours }) => ours],
    ['theirs', 'text?', ({ theirs }) => theirs],
    ['fee_minor', 'integer?', ({ feeMinor }) => feeMinor],
    ['balance_minor', 'integer?', ({ balanceMinor }) => balanceMinor],
    ['bucket', 'text', ({ bucket }) => bucket, `CONSTRAINT bucket_is_known CHECK ${isOneOf('bucket', buckets)}`],
    ['transaction_id', 'text?', ({ transactionId }) => transactionId],
    ['why', 'text?', ({ why }) => why],
  ] satisfies readonly Column<EntryRecord>[],
  // With these as its key SQLite would scan a whole run for an id.
  key: 'arrival',
  parents: ['(run_id) REFERENCES reconciliations (id)'],
  uniqueIndexes: ['reconciliation_entries_by_item ON reconciliation_entries (run_id, item)'],
  indexes: [
    "reconciliation_matches ON reconciliation_entries (transaction_id) WHERE bucket = 'matched'",
    `reconciliation_exceptions ON reconciliation_entries (run_id, item) WHERE ${isOneOf('bucket', exceptions)}`,
    `reconciliation_rows_of_an_amount ON reconciliation_entries (amount_minor, run_id, item) WHERE ${isBeyondPayments('bucket')}`,
    `reconciliation_unmatched ON reconciliation_entries (transaction_id, run_id, item)
      WHERE bucket <> 'matched' AND transaction_id IS NOT NULL`,
  ],
  stays: { when: 'TRUE', erasable: 'phone_number' },
} satisfies Table

/** The decisions about entries. */
export const notes = {
  name: 'reconciliation_notes',
  moves: 'copied',
  columns: [
    ['run_id', 'text', ({ runId }) => runId],
    ['item', 'integer', ({ item }) => item],
    [
      'kind',
      'text',
      ({ kind }) => kind,
      `CONSTRAINT note_kind_is_known CHECK ${isOneOf('kind', ['assigned', 'resolved'])}`,
    ],
    ['owner', 'text?', ({ owner }) => owner],
    ['because', 'text', ({ because }) => because],
    ['made_by', 'text', ({ by }) => by],
    ['at_ms', 'integer', ({ atMs }) => atMs],
    ['transaction_id', 'text?', ({ transactionId }) => transactionId],
    ['move_reference', 'text?', ({ moveReference }) => moveReference],
  ] satisfies readonly Column<EntryNote>[],
  key: 'arrival',
  parents: ['(run_id) REFERENCES reconciliations (id)'],
  indexes: [
    'reconciliation_notes_by_entry ON reconciliation_notes (run_id, item, sequence)',
    'reconciliation_recorded ON reconciliation_notes (transaction_id) WHERE transaction_id IS NOT NULL',
  ],
  stays: 'all',
} satisfies Table

/** The row of a run. */
export type RunRow = Stored<Omit<Run, 'by' | 'ended' | 'withdrawn'>, 'fromMs' | 'toMs' | 'begunAtMs'> & {
  readonly begunBy: string
  readonly endedAtMs: bigint | null
  readonly rowCount: bigint | null
  readonly totals: string | null
  readonly absent: string | null
  readonly balances: string | null
  readonly withdrawnAtMs: bigint | null
  readonly withdrawnBy: string | null
  readonly withdrawnBecause: string | null
}

/** The columns of the row of a run `r`. */
export const runColumns = selected(reconciliations.columns, 'r')

/** The run in a row. */
export function runOf(row: RunRow): Run {
  const { begunBy: by, endedAtMs, rowCount, totals, absent, balances, ...others } = row
  const { withdrawnAtMs, withdrawnBy, withdrawnBecause, ...rest } = others
  const withdrawal = { by: withdrawnBy ?? '', because: withdrawnBecause ?? '', atMs: Number(withdrawnAtMs) }
  const run = { ...rest, withdrawn: withdrawnAtMs === null ? null : withdrawal }
  const times = { fromMs: Number(run.fromMs), toMs: Number(run.toMs), begunAtMs: Number(run.begunAtMs) }
  if (endedAtMs === null) return { ...run, ...times, by, ended: null }
  const ended: RunEnd = {
    atMs: Number(endedAtMs),
    rows: Number(rowCount),
    totals: totalsIn(totals),
    absent: totalsIn(absent),
    balances: balances === null ? null : balancesIn(balances),
  }
  return { ...run, ...times, by, ended }
}

type Texts<Total> = { readonly [Name in keyof Total]: Total[Name] extends bigint ? string : Total[Name] }

function balancesIn(json: string): FileBalances {
  const { last, ...rest }: FileBalances = JSON.parse(json)
  return { ...rest, last: { ...last, minor: BigInt(last.minor) } }
}

function totalsIn(json: string | null): BucketTotal[] {
  return (JSON.parse(json ?? '[]') as Texts<BucketTotal>[]).map(totalOf)
}

function totalOf({ inMinor, outMinor, betweenMinor, ...total }: Texts<BucketTotal>): BucketTotal {
  return { ...total, inMinor: BigInt(inMinor), outMinor: BigInt(outMinor), betweenMinor: BigInt(betweenMinor) }
}

function bigintsAsTexts(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/** The row of an entry. */
export type EntryRow = Stored<Omit<EntryRecord, 'line' | 'withinMs'>, 'item' | 'atMs'> & {
  readonly line: bigint | null
  readonly withinMs: bigint | null
}

/** The columns of the row of an entry `e`. */
export const entryColumns = selected(entries.columns, 'e')

/** The stored record in the row of an entry. */
export function entryRecordOf(row: EntryRow): EntryRecord {
  const { line, withinMs } = row
  return {
    ...row,
    item: Number(row.item),
    atMs: Number(row.atMs),
    line: numberOrNull(line),
    withinMs: numberOrNull(withinMs),
  }
}

/** The entry in a row. */
export function entryOf(row: EntryRow): Entry {
  const { runId, ...entry } = entryRecordOf(row)
  return entry
}

/** The row of a note. */
export type NoteRow = Stored<Omit<EntryNote, 'by'>, 'item' | 'atMs'> & { readonly madeBy: string }

/** The columns of the row of a note `n`. */
export const noteColumns = selected(notes.columns, 'n')

/** The note in a row. */
export function noteOf({ madeBy: by, item, atMs, ...note }: NoteRow): EntryNote {
  return { ...note, by, item: Number(item), atMs: Number(atMs) }
}
