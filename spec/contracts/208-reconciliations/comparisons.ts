import { uuids } from '../../../adapters/node/node.ts'
import type {
  Entry,
  EntryNote,
  ReconciliationRules,
  Reconciliations,
  Run,
  RunEnd,
  Transaction,
} from '../../../core/sente.ts'
import type { Store } from '../kit/store.ts'

/** A store under test that keeps comparisons with the files of networks. */
export type ReconciliationStore = Store & {
  readonly reconciliations: Reconciliations
  readonly reconciliationRules: ReconciliationRules
}

/** The beginning of a comparison's time. */
export const atMs = Date.UTC(2026, 2, 31)

/** A comparison with a file of its own. */
export function aRun(given: Partial<Run> = {}): Run {
  return {
    ...{ id: uuids.ordered(), digest: uuids.random(), file: 'march “2”.csv', network: 'MTN', profile: 'mtn-uganda' },
    ...{ fromMs: atMs, toMs: atMs + 1, by: 'amina', begunAtMs: atMs + 2, ended: null, withdrawn: null, ...given },
  }
}

/** The entry of a line of a file. */
export function anEntry(line: number, bucket: Entry['bucket'], given: Partial<Entry> = {}): Entry {
  return {
    ...{ item: line, line, atMs: atMs + line, withinMs: 60_000, direction: 'out', amountMinor: 5_000n },
    ...{ currency: 'UGX', phoneNumber: '256770000001', status: 'succeeded', ours: `o${line}`, theirs: `t${line}` },
    ...{ feeMinor: 20n, balanceMinor: -9_007_199_254_740_993n, bucket, transactionId: null, why: null, ...given },
  }
}

/** The optional fields of an entry. */
export const plain = { phoneNumber: null, ours: null, theirs: null, feeMinor: null, balanceMinor: null } as const

/** An entry without a line. */
export function absent(item: number, bucket: Entry['bucket'], given: Partial<Entry> = {}): Entry {
  return { ...anEntry(item, bucket, given), line: null, status: null, withinMs: null }
}

/** Begins a comparison with these entries. */
export async function begin(reconciliations: Reconciliations, run: Run, entries: readonly Entry[]): Promise<Run> {
  await reconciliations.begin(run)
  await reconciliations.add(run.id, entries)
  return run
}

/** The end of a comparison. */
export const end: RunEnd = {
  atMs: atMs + 3,
  rows: 2,
  totals: [
    { bucket: 'fee', currency: 'UGX', rows: 1, inMinor: 0n, outMinor: 9_007_199_254_740_993n, betweenMinor: 1n },
  ],
  absent: [{ bucket: 'expected', currency: 'RWF', rows: 2, inMinor: 1n, outMinor: 2n, betweenMinor: 3n }],
  balances: {
    ...{ wrong: 2, lines: [7, 9] },
    last: { currency: 'UGX', minor: -9_007_199_254_740_993n, atMs },
  },
}

/** The note when an entry is assigned. */
export function assigned({ id }: Run, item: number, owner: string, noteMs = atMs): EntryNote {
  return { ...aNote, runId: id, item, kind: 'assigned', owner, atMs: noteMs }
}

/** The note when an entry is resolved. */
export function resolved({ id }: Run, item: number, given: Partial<EntryNote> = {}): EntryNote {
  return { ...aNote, runId: id, item, kind: 'resolved', owner: null, ...given }
}

const aNote = { because: 'ticket 4711', by: 'amina', atMs, transactionId: null, moveReference: null } as const

/** The fields of the nth payment of the time. */
export const at = (nth: number) => ({ createdAtMs: atMs + nth, id: uuids.ordered(atMs + nth), updatedAtMs: atMs })

/** The same for one that succeeded. */
export const paid = (nth: number) => ({ ...at(nth), state: 'succeeded' }) as const

/** Payments of 1, 2, 4, 8 and 16; all but the fourth have succeeded, and the last one is as given. */
export function doublingPayouts(last: Partial<Transaction> = {}): Partial<Transaction>[] {
  return [
    ...[0, 1, 2].map((nth) => ({ ...paid(nth), amountMinor: 2n ** BigInt(nth) })),
    { ...at(3), amountMinor: 8n },
    { ...paid(4), amountMinor: 16n, ...last },
  ]
}
