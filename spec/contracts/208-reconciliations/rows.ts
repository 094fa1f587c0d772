import type { StagedRow } from '../../../core/sente.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { throwing } from '../kit/records.ts'
import type { Facts } from '../kit/trial.ts'
import {
  absent,
  aRow,
  aRun,
  assigned,
  atMs,
  begin,
  end,
  entryOf,
  judged,
  plain,
  type ReconciliationStore,
  resolved,
  rowOf,
} from './comparisons.ts'

/** Rules 208.1 to 208.5: files, their rows, and notes about them. */
export const rows: Facts<ReconciliationStore> = {
  async '208.1 one comparison of a file ends, and the ended one is found by the file'({ reconciliations }) {
    const first = aRun()
    const second = aRun({ digest: first.digest })
    await reconciliations.begin(first)
    await reconciliations.begin(second)
    equal(await reconciliations.ofDigest(first.digest), undefined, 'the ended comparison at first')
    equal(await reconciliations.end(first.id, end), true, 'whether the first ends')
    equal(await reconciliations.end(second.id, { ...end, balances: null }), false, 'whether the second ends')
    equal(await reconciliations.ofDigest(first.digest), { ...first, ended: end }, 'the ended comparison')
    equal(await reconciliations.run(second.id), second, 'the second')
    equal(await reconciliations.runs({ limit: 9 }), [second, { ...first, ended: end }], 'the latest')
    equal(await reconciliations.runs({ limit: 1 }), [second], 'the latest one')
    equal(await reconciliations.run('none'), undefined, 'another')
  },

  async '208.2 rows without a judgement are read by time and line, some at a time'({ reconciliations }) {
    const run = aRun()
    const other = aRun()
    const rows = [aRow(4, plain), aRow(3), aRow(2, { atMs: atMs + 3 }), aRow(9, { bucket: 'fee' })]
    await begin(reconciliations, run, rows)
    await begin(reconciliations, other, [aRow(3)])
    const read = (after: { atMs: number; line: number }, beforeMs: number, limit: number) =>
      reconciliations.unjudged({ runId: run.id, after, beforeMs, limit })
    const unjudged = async (...range: Parameters<typeof read>) => (await read(...range)).map(({ line }) => line)
    const first = { atMs: 0, line: 0 }
    equal(await unjudged(first, atMs + 99, 9), [2, 3, 4], 'all')
    equal(await unjudged(first, atMs + 4, 9), [2, 3], 'the rows before a moment')
    equal(await unjudged(first, atMs + 99, 2), [2, 3], 'the first two')
    equal(await unjudged({ atMs: atMs + 3, line: 2 }, atMs + 99, 9), [3, 4], 'the rows after a place')
    const [last] = await read({ atMs: atMs + 3, line: 3 }, atMs + 99, 9)
    equal(last, rowOf(rows[0] as StagedRow), 'a row')
  },

  async '208.3 rows are found by our ids and by the network’s, until they are judged'({ reconciliations }) {
    const rows = [aRow(2), aRow(3, { theirs: 't2' }), aRow(4, { ours: null }), aRow(5, plain)]
    const run = await begin(reconciliations, aRun(), rows)
    const found = async (ours: string[], theirs: string[]) =>
      (await reconciliations.withIds(run.id, { ours, theirs })).map(({ line }) => line).sort()
    equal(await found(['o2', 'o3', 'none', 't4'], []), [2, 3], 'the rows with our ids')
    equal(await found([], ['t2', 'o4', 't4']), [2, 3, 4], 'the rows with the ids of the network')
    equal(await found(['o2'], ['t2']), [2, 3], 'each once')
    equal(await found([], []), [], 'the rows with none')
    await reconciliations.judge(run.id, { rows: [judged(2, 'matched', 'a')], added: [] })
    equal(await found(['o2'], ['t2']), [3], 'the rows without a judgement')
    equal(await reconciliations.withIds(run.id, { ours: ['o3'], theirs: [] }), [rowOf(rows[1] as StagedRow)], 'a row')
  },

  async '208.4 entries are the judged rows and the added ones, by their numbers and buckets'({ reconciliations }) {
    const rows = [aRow(3), aRow(2, plain), aRow(4, { bucket: 'not_ours', kind: 'other' }), aRow(5)]
    const run = await begin(reconciliations, aRun(), rows)
    const added = absent(6, { bucket: 'expected' })
    await reconciliations.judge(run.id, {
      rows: [judged(3, 'state_differs', 'a', 'failed here'), judged(2, 'matched', 'b')],
      added: [added],
    })
    const all = [
      entryOf(rows[1] as StagedRow, { transactionId: 'b' }),
      entryOf(rows[0] as StagedRow, { bucket: 'state_differs', transactionId: 'a', why: 'failed here' }),
      entryOf(rows[2] as StagedRow, { bucket: 'not_ours' }),
      added,
    ].map((entry) => ({ ...entry, owner: null, resolved: null }))
    const entries = (query: object) => reconciliations.entries({ runId: run.id, limit: 9, ...query })
    equal(await entries({}), all, 'all entries')
    equal(await entries({ limit: 2 }), all.slice(0, 2), 'the first two')
    equal(await entries({ after: 3 }), all.slice(2), 'the entries after one')
    equal(await entries({ buckets: ['matched', 'not_ours'] }), [all[0], all[2]], 'the entries in two buckets')
    equal(await entries({ runId: 'none' }), [], 'the entries of an unknown run')
  },

  async '208.5 notes about entries are kept, and the latest is shown'({ reconciliations }) {
    const run = await begin(reconciliations, aRun(), [aRow(2, { bucket: 'fee' }), aRow(3, { bucket: 'fee' })])
    const notes = [assigned(run, 2, 'okello'), assigned(run, 2, 'nakato', atMs + 1)]
    await reconciliations.note(notes)
    const standing = async (query: object = {}) => {
      const entries = await reconciliations.entries({ runId: run.id, limit: 9, ...query })
      return entries.map(({ item, owner, resolved }) => ({ item, owner, resolved }))
    }
    const open = { item: 3, owner: null, resolved: null }
    equal(await standing(), [{ item: 2, owner: 'nakato', resolved: null }, open], 'who has them')
    const recorded = { atMs: atMs + 2, transactionId: 'recorded', moveReference: 'row-7' }
    const resolution = resolved(run, 2, recorded)
    await reconciliations.note([resolution])
    const done = { by: 'amina', because: 'ticket 4711', ...recorded }
    equal(await standing(), [{ item: 2, owner: 'nakato', resolved: done }, open], 'the resolved ones')
    equal(await standing({ open: true }), [open], 'the rest')
    equal(await reconciliations.notes({ runId: run.id, item: 2 }), [...notes, resolution], 'all notes')
    equal(await reconciliations.notes({ runId: run.id, item: 3 }), [], 'the notes about another')
    await rejection(reconciliations.note([resolution], throwing), 'a note with an action that throws')
    equal((await reconciliations.notes({ runId: run.id, item: 2 })).length, 3, 'the number of notes')
  },
}
