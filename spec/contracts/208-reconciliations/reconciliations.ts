import { uuids } from '../../../adapters/node/node.ts'
import type { Entry, EntryNote, FileRow, Reconciliations, Run, RunEnd, StagedRow } from '../../../core/sente.ts'
import { fundedAccount, idsOf, openPayouts } from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { throwing } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import { closing, type Facts, type Trial, trials } from '../kit/trial.ts'

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

/** How a row is judged. */
const judged = (
  line: number,
  bucket: Entry['bucket'],
  transactionId: string | null = null,
  why: string | null = null,
) => ({ line, bucket, transactionId, why }) as const

/** Begins a comparison, whose file has these rows. */
async function begun({ begin, stage }: Reconciliations, rows: readonly StagedRow[], given: Partial<Run> = {}) {
  const run = aRun(given)
  await begin(run)
  await stage(run.id, rows)
  return run
}

const end: RunEnd = {
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

/** Rule 208.1 to 208.13. */
const facts: Facts<ReconciliationStore> = {
  async '208.1 of a file one comparison ends, and what has ended is found by the file'({ reconciliations }) {
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

  async '208.2 rows that are not judged are read by time and line, some at a time'({ reconciliations }) {
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
  },

  async '208.3 rows are found by our ids and by the network’s, until they are judged'({ reconciliations }) {
    const rows = [aRow(2), aRow(3, { theirs: 't2' }), aRow(4, { ours: null }), aRow(5, plain)]
    const run = await begun(reconciliations, rows)
    const found = async (ours: string[], theirs: string[]) =>
      (await reconciliations.withIds(run.id, { ours, theirs })).map(({ line }) => line).sort()
    equal(await found(['o2', 'o3', 'none', 't4'], []), [2, 3], 'those with our ids')
    equal(await found([], ['t2', 'o4', 't4']), [2, 3, 4], 'those with the ids of the network')
    equal(await found(['o2'], ['t2']), [2, 3], 'each once')
    equal(await found([], []), [], 'those with none')
    await reconciliations.judge(run.id, { rows: [judged(2, 'matched', 'a')], added: [] })
    equal(await found(['o2'], ['t2']), [3], 'those that are not judged')
    equal(await reconciliations.withIds(run.id, { ours: ['o3'], theirs: [] }), [rowOf(rows[1] as StagedRow)], 'a row')
  },

  async '208.4 entries are what was judged and what was added, by their numbers and buckets'({ reconciliations }) {
    const rows = [aRow(3), aRow(2, plain), aRow(4, { bucket: 'not_ours', kind: 'other' }), aRow(5)]
    const run = await begun(reconciliations, rows)
    const absent: Entry = {
      ...entryOf(rows[0] as StagedRow, { bucket: 'expected' }),
      item: 6,
      line: null,
      status: null,
    }
    await reconciliations.judge(run.id, {
      rows: [judged(3, 'state_differs', 'a', 'failed here'), judged(2, 'matched', 'b')],
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

  async '208.5 what is noted about entries is kept, and the latest of it shows'({ reconciliations }) {
    const run = await begun(reconciliations, [aRow(2, { bucket: 'fee' }), aRow(3, { bucket: 'fee' })])
    const note = { runId: run.id, item: 2, because: 'ticket 4711', by: 'amina', atMs, transactionId: null } as const
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
    const recorded = { atMs: atMs + 2, transactionId: 'recorded' }
    const resolved: EntryNote = { ...note, kind: 'resolved', owner: null, ...recorded }
    await reconciliations.note([resolved])
    const done = { by: 'amina', because: 'ticket 4711', ...recorded }
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
    await rejection(reconciliations.note([resolved], throwing), 'a note whose action throws')
    equal((await reconciliations.notes({ runId: run.id, item: 2 })).length, 3, 'how many notes there are')
  },

  async '208.6 money is confirmed by rows that match payments that succeeded, once their comparison has ended, or that became payments'(
    store,
  ) {
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
    const run = await begun(reconciliations, [aRow(2), aRow(3), aRow(4)])
    const [first, second, third] = idsOf(payouts)
    await reconciliations.judge(run.id, {
      rows: [judged(2, 'matched', first), judged(3, 'ambiguous', second), judged(4, 'matched', third)],
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
    const note = {
      runId: run.id,
      item: 9,
      kind: 'resolved',
      owner: null,
      because: 'forgotten',
      by: 'amina',
      atMs,
    } as const
    await reconciliations.note([{ ...note, transactionId: payouts[4]?.id ?? null }])
    const [recorded] = await reconciliations.confirmed({ fromMs: atMs })
    equal(recorded, { ...airtel, confirmedMinor: 16n, oldest: null }, 'what was recorded from a row')
  },

  async '208.7 exceptions are counted by network and bucket, until they are resolved and once their comparison has ended'({
    reconciliations,
  }) {
    const [run, other] = [aRun(), aRun({ network: 'AIRTEL' })]
    const rows = [aRow(2, { bucket: 'fee' }), aRow(3, { bucket: 'not_ours' }), aRow(4, { bucket: 'not_ours' })]
    for (const one of [run, other]) {
      await reconciliations.begin(one)
      await reconciliations.stage(one.id, [...rows, aRow(5)])
    }
    await reconciliations.judge(run.id, { rows: [judged(5, 'missing_here')], added: [] })
    equal(await reconciliations.exceptions(), [], 'exceptions before the end')
    await reconciliations.end(run.id, end)
    const missing = { network: 'MTN', bucket: 'missing_here', entries: 1 }
    const notOurs = { network: 'MTN', bucket: 'not_ours' }
    equal(await reconciliations.exceptions(), [missing, { ...notOurs, entries: 2 }], 'exceptions')
    const note = { runId: run.id, owner: null, because: 'a top-up', by: 'amina', atMs, transactionId: null }
    await reconciliations.note([
      { ...note, item: 3, kind: 'resolved' },
      { ...note, item: 4, kind: 'assigned', owner: 'okello' },
    ])
    equal(await reconciliations.exceptions(), [missing, { ...notOurs, entries: 1 }], 'what is left')
  },

  async '208.8 payments that their files lack are added up, until a row matches them or a person has resolved it'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const succeeded = { state: 'succeeded', updatedAtMs: atMs } as const
    const at = (nth: number) => ({ ...succeeded, createdAtMs: atMs + nth, id: uuids.ordered(atMs + nth) })
    const payouts = await openPayouts(store, account.id, [
      { ...at(0), amountMinor: 1n },
      { ...at(1), amountMinor: 2n },
      { ...at(2), amountMinor: 4n },
      { createdAtMs: atMs + 3, id: uuids.ordered(atMs + 3), amountMinor: 8n },
      { ...at(4), amountMinor: 16n },
    ])
    const { reconciliations } = store
    const missing = (nth: number, item: number): Entry => ({
      ...entryOf(aRow(item), { bucket: 'missing_there', transactionId: payouts[nth]?.id ?? null }),
      ...{ line: null, status: null },
    })
    const [run, later] = [aRun(), aRun()]
    await reconciliations.begin(run)
    await reconciliations.judge(run.id, {
      rows: [],
      added: [...[0, 1, 2, 3, 4].map((nth) => missing(nth, nth + 2)), missing(2, 9)],
    })
    const unconfirmed = (fromMs: number) => reconciliations.unconfirmed({ fromMs })
    equal(await unconfirmed(atMs), [], 'what is unconfirmed before the end')
    await reconciliations.end(run.id, end)
    const mtn = { network: 'MTN', currency: 'UGX' }
    equal(await unconfirmed(atMs), [{ ...mtn, amountMinor: 23n, oldestAtMs: atMs }], 'what is unconfirmed')
    equal(await unconfirmed(atMs + 2), [{ ...mtn, amountMinor: 20n, oldestAtMs: atMs + 2 }], 'of the latest')
    const note = { runId: run.id, owner: null, because: 'seen in the portal', by: 'amina', atMs, transactionId: null }
    await reconciliations.note([{ ...note, item: 3, kind: 'resolved' }])
    await reconciliations.begin(later)
    await reconciliations.stage(later.id, [aRow(2)])
    await reconciliations.judge(later.id, { rows: [judged(2, 'matched', payouts[0]?.id)], added: [] })
    equal(await unconfirmed(atMs), [{ ...mtn, amountMinor: 21n, oldestAtMs: atMs }], 'what nobody has resolved')
    await reconciliations.end(later.id, end)
    equal(await unconfirmed(atMs), [{ ...mtn, amountMinor: 20n, oldestAtMs: atMs + 2 }], 'what no row matches')
    const recorded = { ...note, item: 99, kind: 'resolved', transactionId: payouts[2]?.id ?? null } as const
    await reconciliations.note([recorded])
    equal(await unconfirmed(atMs), [{ ...mtn, amountMinor: 16n, oldestAtMs: atMs + 4 }], 'what was not recorded')
  },

  async '208.9 the times of comparisons that have ended are told'({ reconciliations }) {
    const [first, second, third] = [aRun(), aRun({ network: 'AIRTEL', toMs: atMs + 9 }), aRun({ toMs: atMs + 9 })]
    for (const run of [first, second, third]) await reconciliations.begin(run)
    await reconciliations.end(first.id, end)
    await reconciliations.end(second.id, end)
    const times = [
      { network: 'MTN', fromMs: atMs, toMs: atMs + 1 },
      { network: 'AIRTEL', fromMs: atMs, toMs: atMs + 9 },
    ]
    equal(await reconciliations.compared({ afterMs: atMs }), times, 'times')
    equal(await reconciliations.compared({ afterMs: atMs + 1 }), times.slice(1), 'times that end later')
  },

  async '208.10 the first payment of a time that has succeeded is found among the first of it'(store) {
    const { account } = await fundedAccount(store)
    const at = (nth: number) => ({ createdAtMs: atMs + nth, id: uuids.ordered(atMs + nth), updatedAtMs: atMs })
    await openPayouts(store, account.id, [
      { ...at(0), state: 'succeeded', network: 'AIRTEL' },
      { ...at(1) },
      { ...at(2), state: 'succeeded' },
      { ...at(3), state: 'succeeded' },
    ])
    const query = { network: 'MTN', fromMs: atMs, toMs: atMs + 9, within: 9 }
    const { firstPaid } = store.reconciliations
    equal(await firstPaid(query), atMs + 2, 'the first')
    equal(await firstPaid({ ...query, fromMs: atMs + 3 }), atMs + 3, 'the first from a moment on')
    equal(await firstPaid({ ...query, toMs: atMs + 2 }), null, 'the first before a moment')
    equal(await firstPaid({ ...query, within: 3 }), atMs + 2, 'the first of three')
    equal(await firstPaid({ ...query, within: 2 }), atMs + 1, 'where looking ended after two')
    equal(await firstPaid({ ...query, network: 'NONE', within: 5 }), null, 'the first of another network')
  },

  async '208.11 phone numbers are read in stretches of entries, judged or not, and erased from them, and nothing else changes'({
    reconciliations,
  }) {
    const run = aRun()
    const other = '256770000002'
    const rows = [aRow(2), aRow(3, plain), aRow(4, { phoneNumber: other }), aRow(6, { bucket: 'not_ours' })]
    await reconciliations.begin(run)
    await reconciliations.stage(run.id, rows)
    const absent = entryOf(aRow(7), { bucket: 'missing_there', line: null, status: null })
    await reconciliations.judge(run.id, { rows: [judged(2, 'matched', 'a')], added: [absent] })
    const numbered = async (after: number, limit: number) => {
      const { rows: found, next } = await reconciliations.phoneNumbers({ runId: run.id, after, limit })
      return [found.map(({ item }) => item), next]
    }
    equal(await numbered(0, 3), [[2, 4], 4], 'those of the first three')
    equal(await numbered(4, 3), [[6, 7], null], 'those of the others')
    equal(
      (await reconciliations.phoneNumbers({ runId: run.id, after: 2, limit: 2 })).rows,
      [{ item: 4, atMs: atMs + 4, phoneNumber: other }],
      'one of them',
    )
    await reconciliations.end(run.id, end)
    const before = await reconciliations.entries({ runId: run.id, limit: 9 })
    const pseudonym = 'erased-0f'
    await reconciliations.erasePhoneNumbers(
      run.id,
      [2, 4, 7].map((item) => ({ item, pseudonym })),
    )
    equal(await numbered(0, 9), [[6], null], 'those that are left')
    equal(
      await reconciliations.entries({ runId: run.id, limit: 9 }),
      before.map((entry) => (entry.item === 6 ? entry : { ...entry, phoneNumber: pseudonym })),
      'the entries',
    )
    equal(await reconciliations.run(run.id), { ...run, ended: end }, 'the run')
  },

  async '208.12 what is found about a payment, or was recorded as one, is found by the payment once its comparison has ended'({
    reconciliations,
  }) {
    const [first, second] = [aRun(), aRun({ file: 'april.csv' })]
    const rows = [aRow(2), aRow(3), aRow(4)]
    for (const run of [first, second]) {
      await reconciliations.begin(run)
      await reconciliations.stage(run.id, rows)
    }
    const absent = entryOf(aRow(9), { bucket: 'missing_there', transactionId: 'b', line: null, status: null })
    await reconciliations.judge(first.id, {
      rows: [judged(2, 'matched', 'a'), judged(3, 'matched', 'b'), judged(4, 'missing_here')],
      added: [absent],
    })
    await reconciliations.judge(second.id, {
      rows: [judged(2, 'state_differs', 'a'), judged(3, 'matched', 'a'), judged(4, 'missing_here')],
      added: [],
    })
    const about = async (id: string) =>
      (await reconciliations.about(id)).map(({ run, entry }) => [run.file, entry.item, entry.bucket])
    equal(await about('a'), [], 'what is found before the end')
    await reconciliations.end(first.id, end)
    equal(await about('a'), [[first.file, 2, 'matched']], 'what is found once one has ended')
    await reconciliations.end(second.id, end)
    equal(
      await about('a'),
      [
        [first.file, 2, 'matched'],
        [second.file, 2, 'state_differs'],
        [second.file, 3, 'matched'],
      ],
      'what is found',
    )
    const b = [
      [first.file, 3, 'matched'],
      [first.file, 9, 'missing_there'],
    ]
    equal(await about('b'), b, 'what is found of one that is not in the file')
    const note = { runId: first.id, item: 4, owner: null, because: 'forgotten', by: 'amina', atMs } as const
    await reconciliations.note([
      { ...note, kind: 'assigned', transactionId: null, owner: 'okello' },
      { ...note, kind: 'resolved', transactionId: 'c' },
    ])
    const recorded = entryOf(rows[2] as StagedRow, { bucket: 'missing_here' })
    const resolved = { by: 'amina', because: 'forgotten', atMs, transactionId: 'c' }
    equal(
      await reconciliations.about('c'),
      [{ run: { ...first, ended: end }, entry: { ...recorded, owner: 'okello', resolved } }],
      'what was recorded',
    )
    equal(await about('none'), [], 'what is found of none')
  },

  async '208.13 exceptions of all comparisons that have ended are listed with the latest first, by state, network, bucket and owner'({
    reconciliations,
  }) {
    const [first, second] = [aRun({ file: 'march.csv' }), aRun({ file: 'airtel.csv', network: 'Airtel' })]
    const unended = aRun({ file: 'unended.csv' })
    for (const run of [first, second, unended]) {
      await reconciliations.begin(run)
      await reconciliations.stage(run.id, [aRow(2), aRow(3), aRow(4), aRow(10), aRow(11)])
      await reconciliations.judge(run.id, {
        rows: [
          ...[judged(2, 'missing_here'), judged(3, 'matched'), judged(4, 'ambiguous')],
          ...[judged(10, 'missing_here'), judged(11, 'fee')],
        ],
        added: [],
      })
      if (run !== unended) await reconciliations.end(run.id, end)
    }
    const note = { because: 'ticket 4711', by: 'amina', atMs, transactionId: null } as const
    const assigned = { ...note, kind: 'assigned', owner: 'okello' } as const
    await reconciliations.note([
      { ...assigned, runId: first.id, item: 4 },
      { ...assigned, runId: second.id, item: 10 },
      { ...assigned, runId: second.id, item: 10, owner: 'brian' },
      { ...note, runId: first.id, item: 2, kind: 'resolved', owner: null },
    ])
    type Query = Omit<Parameters<Reconciliations['findExceptions']>[0], 'isOpen' | 'limit'>
    const listed = async (query: Query & { isOpen?: boolean; limit?: number }) =>
      (await reconciliations.findExceptions({ isOpen: true, limit: 9, ...query })).map(
        ({ run, entry }) => `${run.file} ${entry.item} ${entry.owner}`,
      )
    const latest = ['airtel.csv 10 brian', 'airtel.csv 4 null', 'airtel.csv 2 null']
    const all = [...latest, 'march.csv 10 null', 'march.csv 4 okello']
    equal(await listed({}), all, 'what is open')
    equal(await listed({ limit: 2 }), all.slice(0, 2), 'the first two')
    equal(await listed({ before: { runId: second.id, item: 4 }, limit: 2 }), all.slice(2, 4), 'the next two')
    equal(await listed({ isOpen: false }), ['march.csv 2 null'], 'what is resolved')
    equal(await listed({ network: 'Airtel' }), latest, 'those of a network')
    equal(await listed({ bucket: 'ambiguous' }), [all[1], all[4]], 'those of a bucket')
    equal(await listed({ bucket: 'matched' }), [], 'what is no exception')
    equal(await listed({ owner: 'okello' }), [all[4]], 'those of one person')
    equal(await listed({ owner: null }), [all[1], all[2], all[3]], 'those of nobody')
    const [found] = await reconciliations.findExceptions({ isOpen: false, limit: 1 })
    const resolved = { by: 'amina', because: 'ticket 4711', atMs, transactionId: null }
    equal(
      found,
      {
        run: { ...first, ended: end },
        entry: { ...entryOf(aRow(2), { bucket: 'missing_here' }), owner: null, resolved },
      },
      'one with its comparison',
    )
  },
}

/** What every store of comparisons promises: chapter 208 of the rulebook. `open` makes a store, empty, for each check. */
export function reconciliations(open: () => ReconciliationStore | Promise<ReconciliationStore>): readonly Trial[] {
  return trials(facts, (example) => closing(open, example))
}
