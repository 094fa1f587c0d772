import { uuids } from '../../../adapters/node/node.ts'
import type { Entry, EntryNote, FileRow, Reconciliations, Run, RunEnd, StagedRow } from '../../../core/sente.ts'
import { fundedAccount, openPayouts } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import type { Store } from '../kit/store.ts'
import { closing, type Fact, fact, type Trial, trials } from '../kit/trial.ts'

/** A store under test that keeps comparisons with the files of networks. */
export type ReconciliationStore = Store & { readonly reconciliations: Reconciliations }

const atMs = Date.UTC(2026, 2, 31)

function aRun(given: Partial<Run> = {}): Run {
  return {
    ...{ id: uuids.ordered(), digest: uuids.random(), file: 'march “2”.csv', network: 'MTN', profile: 'mtn-uganda' },
    ...{ fromMs: atMs, toMs: atMs + 1, by: 'amina', begunAtMs: atMs + 2, ended: null, ...given },
  }
}

function aRow(line: number, given: Partial<StagedRow> = {}): StagedRow {
  return {
    ...{ line, atMs: atMs + line, withinMs: 60_000, direction: 'out', amountMinor: 5_000n, currency: 'UGX' },
    ...{ phoneNumber: '256770000001', status: 'succeeded', kind: 'payment', ours: `o${line}`, theirs: `t${line}` },
    ...{ feeMinor: 20n, balanceMinor: -9_007_199_254_740_993n, bucket: null, ...given },
  }
}

const plain = { phoneNumber: null, ours: null, theirs: null, feeMinor: null, balanceMinor: null } as const

function rowOf({ bucket, ...row }: StagedRow): FileRow {
  return row
}

function entryOf(row: StagedRow, given: Partial<Entry>): Entry {
  const { kind, withinMs, ...rest } = row
  return { ...rest, item: row.line, bucket: 'matched', transactionId: null, why: null, ...given }
}

const end: RunEnd = {
  atMs: atMs + 3,
  rows: 2,
  totals: [
    { bucket: 'fee', currency: 'UGX', rows: 1, inMinor: 0n, outMinor: 9_007_199_254_740_993n, betweenMinor: 1n },
  ],
  absent: [{ bucket: 'expected', currency: 'RWF', rows: 2, inMinor: 1n, outMinor: 2n, betweenMinor: 3n }],
  balances: { wrong: 2, lines: [7, 9] },
}

/** Rule 208.1 to 208.6. */
const facts: readonly Fact<ReconciliationStore>[] = [
  fact(
    '208.1',
    'of a file one comparison ends, and what has ended is found by the file',
    async ({ reconciliations }) => {
      const first = aRun()
      const second = aRun({ digest: first.digest })
      await reconciliations.begin(first)
      await reconciliations.begin(second)
      equal(await reconciliations.ofDigest(first.digest), undefined, 'what has ended at first')
      equal(await reconciliations.end(first.id, end), true, 'whether the first ends')
      equal(await reconciliations.end(second.id, { ...end, balances: null }), false, 'whether the second ends')
      equal(await reconciliations.ofDigest(first.digest), { ...first, ended: end }, 'what has ended')
      equal(await reconciliations.run(second.id), second, 'the second')
      equal(await reconciliations.runs({ limit: 9 }), [second, { ...first, ended: end }], 'the latest')
      equal(await reconciliations.runs({ limit: 1 }), [second], 'the latest one')
      equal(await reconciliations.run('none'), undefined, 'another')
    },
  ),

  fact('208.2', 'rows that are not judged are read by time and line, some at a time', async ({ reconciliations }) => {
    const run = aRun()
    const other = aRun()
    const rows = [aRow(4, plain), aRow(3), aRow(2, { atMs: atMs + 3 }), aRow(9, { bucket: 'fee' })]
    await reconciliations.begin(run)
    await reconciliations.begin(other)
    await reconciliations.stage(run.id, rows)
    await reconciliations.stage(other.id, [aRow(3)])
    const unjudged = async (after: { atMs: number; line: number }, beforeMs: number, limit: number) =>
      (await reconciliations.unjudged({ runId: run.id, after, beforeMs, limit })).map(({ line }) => line)
    const first = { atMs: 0, line: 0 }
    equal(await unjudged(first, atMs + 99, 9), [2, 3, 4], 'all')
    equal(await unjudged(first, atMs + 4, 9), [2, 3], 'those before a moment')
    equal(await unjudged(first, atMs + 99, 2), [2, 3], 'the first two')
    equal(await unjudged({ atMs: atMs + 3, line: 2 }, atMs + 99, 9), [3, 4], 'those after a place')
    const [last] = await reconciliations.unjudged({
      runId: run.id,
      after: { atMs: atMs + 3, line: 3 },
      beforeMs: atMs + 99,
      limit: 9,
    })
    equal(last, rowOf(rows[0] as StagedRow), 'a row')
  }),

  fact(
    '208.3',
    'rows are found by our ids and by the network’s, until they are judged',
    async ({ reconciliations }) => {
      const run = aRun()
      const rows = [aRow(2), aRow(3, { theirs: 't2' }), aRow(4, { ours: null }), aRow(5, plain)]
      await reconciliations.begin(run)
      await reconciliations.stage(run.id, rows)
      const found = async (ours: string[], theirs: string[]) =>
        (await reconciliations.withIds(run.id, { ours, theirs })).map(({ line }) => line).sort()
      equal(await found(['o2', 'o3', 'none', 't4'], []), [2, 3], 'those with our ids')
      equal(await found([], ['t2', 'o4', 't4']), [2, 3, 4], 'those with the ids of the network')
      equal(await found(['o2'], ['t2']), [2, 3], 'each once')
      equal(await found([], []), [], 'those with none')
      const judged = { line: 2, bucket: 'matched', transactionId: 'a', why: null } as const
      await reconciliations.judge(run.id, { rows: [judged], added: [] })
      equal(await found(['o2'], ['t2']), [3], 'those that are not judged')
      equal(await reconciliations.withIds(run.id, { ours: ['o3'], theirs: [] }), [rowOf(rows[1] as StagedRow)], 'a row')
    },
  ),

  fact(
    '208.4',
    'entries are what was judged and what was added, by their numbers and buckets',
    async ({ reconciliations }) => {
      const run = aRun()
      const rows = [aRow(3), aRow(2, plain), aRow(4, { bucket: 'not_ours', kind: 'other' }), aRow(5)]
      await reconciliations.begin(run)
      await reconciliations.stage(run.id, rows)
      const absent: Entry = {
        ...entryOf(rows[0] as StagedRow, { bucket: 'expected' }),
        item: 6,
        line: null,
        status: null,
      }
      await reconciliations.judge(run.id, {
        rows: [
          { line: 3, bucket: 'state_differs', transactionId: 'a', why: 'failed here' },
          { line: 2, bucket: 'matched', transactionId: 'b', why: null },
        ],
        added: [absent],
      })
      const all = [
        entryOf(rows[1] as StagedRow, { transactionId: 'b' }),
        entryOf(rows[0] as StagedRow, { bucket: 'state_differs', transactionId: 'a', why: 'failed here' }),
        entryOf(rows[2] as StagedRow, { bucket: 'not_ours' }),
        absent,
      ].map((entry) => ({ ...entry, owner: null, resolved: null }))
      const entries = (query: object) => reconciliations.entries({ runId: run.id, limit: 9, ...query })
      equal(await entries({}), all, 'all entries')
      equal(await entries({ limit: 2 }), all.slice(0, 2), 'the first two')
      equal(await entries({ after: 3 }), all.slice(2), 'those after one')
      equal(await entries({ buckets: ['matched', 'not_ours'] }), [all[0], all[2]], 'those in two buckets')
      equal(await entries({ runId: 'none' }), [], 'those of no run')
    },
  ),

  fact('208.5', 'what is noted about entries is kept, and the latest of it shows', async ({ reconciliations }) => {
    const run = aRun()
    await reconciliations.begin(run)
    await reconciliations.stage(run.id, [aRow(2, { bucket: 'fee' }), aRow(3, { bucket: 'fee' })])
    const note = { runId: run.id, item: 2, because: 'ticket 4711', by: 'amina', atMs } as const
    const notes: EntryNote[] = [
      { ...note, kind: 'assigned', owner: 'okello' },
      { ...note, kind: 'assigned', owner: 'nakato', atMs: atMs + 1 },
    ]
    await reconciliations.note(notes)
    const standing = async (query: object = {}) =>
      (await reconciliations.entries({ runId: run.id, limit: 9, ...query })).map(({ item, owner, resolved }) => [
        item,
        owner,
        resolved,
      ])
    equal(
      await standing(),
      [
        [2, 'nakato', null],
        [3, null, null],
      ],
      'who has them',
    )
    const resolved: EntryNote = { ...note, kind: 'resolved', owner: null, atMs: atMs + 2 }
    await reconciliations.note([resolved])
    const done = { by: 'amina', because: 'ticket 4711', atMs: atMs + 2 }
    equal(
      await standing(),
      [
        [2, 'nakato', done],
        [3, null, null],
      ],
      'what is done',
    )
    equal(await standing({ open: true }), [[3, null, null]], 'what is left')
    equal(await reconciliations.notes({ runId: run.id, item: 2 }), [...notes, resolved], 'all notes')
    equal(await reconciliations.notes({ runId: run.id, item: 3 }), [], 'the notes about another')

    const refusing = {
      proposal: null,
      chain() {
        throw new Error('it can’t be recorded who did it')
      },
    }
    const kept = await reconciliations.note([resolved], refusing).then(
      () => true,
      () => false,
    )
    equal(kept, false, 'whether a note whose action cannot be made is kept')
    equal((await reconciliations.notes({ runId: run.id, item: 2 })).length, 3, 'how many notes there are')
  }),

  fact(
    '208.6',
    'money is confirmed by rows that match payments that succeeded, once their comparison has ended',
    async (store) => {
      const { account } = await fundedAccount(store)
      const ended = { state: 'succeeded', updatedAtMs: atMs } as const
      const payouts = await openPayouts(store, account.id, [
        { ...ended, createdAtMs: atMs, id: uuids.ordered(atMs) },
        { ...ended, createdAtMs: atMs + 1, id: uuids.ordered(atMs + 1), amountMinor: 2n },
        { ...ended, createdAtMs: atMs + 2, id: uuids.ordered(atMs + 2), amountMinor: 4n },
        { createdAtMs: atMs + 3, id: uuids.ordered(atMs + 3), amountMinor: 8n },
        { ...ended, createdAtMs: atMs + 4, id: uuids.ordered(atMs + 4), amountMinor: 16n, network: 'AIRTEL' },
      ])
      const { reconciliations } = store
      const run = aRun()
      await reconciliations.begin(run)
      await reconciliations.stage(run.id, [aRow(2), aRow(3), aRow(4)])
      const judged = (line: number, bucket: 'matched' | 'ambiguous') => ({
        line,
        bucket,
        transactionId: payouts[line - 2]?.id ?? null,
        why: null,
      })
      await reconciliations.judge(run.id, {
        rows: [judged(2, 'matched'), judged(3, 'ambiguous'), judged(4, 'matched')],
        added: [],
      })
      const airtel = { network: 'AIRTEL', currency: 'UGX', totalMinor: 16n, confirmedMinor: 0n }
      const oldest = (nth: number) => ({ transactionId: payouts[nth]?.id, createdAtMs: atMs + nth })
      const mtn = { network: 'MTN', currency: 'UGX', totalMinor: 7n }
      equal(
        await reconciliations.confirmed({ fromMs: atMs }),
        [
          { ...airtel, oldest: oldest(4) },
          { ...mtn, confirmedMinor: 0n, oldest: oldest(0) },
        ],
        'what is confirmed before the end',
      )
      await reconciliations.end(run.id, end)
      equal(
        await reconciliations.confirmed({ fromMs: atMs }),
        [
          { ...airtel, oldest: oldest(4) },
          { ...mtn, confirmedMinor: 5n, oldest: oldest(1) },
        ],
        'what is confirmed',
      )
      equal(
        await reconciliations.confirmed({ fromMs: atMs + 2 }),
        [
          { ...airtel, oldest: oldest(4) },
          { ...mtn, totalMinor: 4n, confirmedMinor: 4n, oldest: null },
        ],
        'what is confirmed of the latest',
      )
    },
  ),
]

/** What every store of comparisons promises: chapter 208 of the rulebook. `open` makes a store, empty, for each check. */
export function reconciliations(open: () => ReconciliationStore | Promise<ReconciliationStore>): readonly Trial[] {
  return trials(facts, (example) => closing(open, example))
}
