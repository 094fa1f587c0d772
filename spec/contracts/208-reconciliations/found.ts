import type { AlikeQuery, Reconciliations } from '../../../core/sente.ts'
import { fundedAccount, inStep, openPayout } from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { anActing, anAnnotation, aPayout, throwing } from '../kit/records.ts'
import type { Facts } from '../kit/trial.ts'
import {
  absent,
  anEntry,
  aRun,
  assigned,
  atMs,
  begin,
  end,
  plain,
  type ReconciliationStore,
  resolved,
} from './comparisons.ts'

/** Rules 208.11 to 208.16: searches in comparisons, and withdrawn comparisons. */
export const found: Facts<ReconciliationStore> = {
  async '208.11 phone numbers are read in stretches of entries, and erased from them, and nothing else changes'({
    reconciliations,
  }) {
    const run = aRun()
    const other = '256770000002'
    await begin(reconciliations, run, [
      anEntry(2, 'matched', { transactionId: 'a' }),
      anEntry(3, 'matched', plain),
      anEntry(4, 'missing_here', { phoneNumber: other }),
      anEntry(6, 'not_ours'),
      absent(7, 'missing_there'),
    ])
    const numbered = async (after: number, limit: number) => {
      const { rows: found, next } = await reconciliations.phoneNumbers({ runId: run.id, after, limit })
      return [found.map(({ item }) => item), next]
    }
    equal(await numbered(0, 3), [[2, 4], 4], 'the numbers of the first three')
    equal(await numbered(4, 3), [[6, 7], null], 'the numbers of the others')
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
    equal(await numbered(0, 9), [[6], null], 'the rest')
    equal(
      await reconciliations.entries({ runId: run.id, limit: 9 }),
      before.map((entry) => ([3, 6].includes(entry.item) ? entry : { ...entry, phoneNumber: pseudonym })),
      'the entries',
    )
    equal(await reconciliations.run(run.id), { ...run, ended: end }, 'the run')
  },

  async '208.12 once its comparison has ended, a row matched with a payment or recorded as one is found by the payment'({
    reconciliations,
  }) {
    const [first, second] = [aRun(), aRun({ file: 'april.csv' })]
    const missing = anEntry(4, 'missing_here')
    await begin(reconciliations, first, [
      anEntry(2, 'matched', { transactionId: 'a' }),
      anEntry(3, 'matched', { transactionId: 'b' }),
      ...[missing, absent(9, 'missing_there', { transactionId: 'b' })],
    ])
    await begin(reconciliations, second, [
      anEntry(2, 'state_differs', { transactionId: 'a' }),
      anEntry(3, 'matched', { transactionId: 'a' }),
      missing,
    ])
    const about = async (id: string) =>
      (await reconciliations.about(id)).map(({ run, entry }) => `${run.file} ${entry.item} ${entry.bucket}`)
    const ofBoth = ['march “2”.csv 2 matched', 'april.csv 2 state_differs', 'april.csv 3 matched']
    equal(await about('a'), [], 'the rows found before the end')
    await reconciliations.end(first.id, end)
    equal(await about('a'), ofBoth.slice(0, 1), 'the rows found once one has ended')
    await reconciliations.end(second.id, end)
    equal(await about('a'), ofBoth, 'the rows found')
    const ofB = ['march “2”.csv 3 matched', 'march “2”.csv 9 missing_there']
    equal(await about('b'), ofB, 'the entries of one that is not in the file')
    await reconciliations.note([assigned(first, 4, 'okello'), resolved(first, 4, { transactionId: 'c' })])
    const done = { by: 'amina', because: 'ticket 4711', atMs, transactionId: 'c', moveReference: null }
    const recorded = { ...missing, owner: 'okello', resolved: done }
    const found = { run: { ...first, ended: end }, entry: recorded }
    equal(await reconciliations.about('c'), [found], 'the recorded row')
    equal(await about('none'), [], 'the rows of an unknown payment')
  },

  async '208.13 exceptions of all ended comparisons are listed, the latest first, by state, network, bucket, owner and time'({
    reconciliations,
  }) {
    const [first, second] = [aRun({ file: 'march.csv' }), aRun({ file: 'airtel.csv', network: 'Airtel' })]
    const unended = aRun({ file: 'unended.csv' })
    for (const run of [first, second, unended]) {
      await begin(reconciliations, run, [
        ...[anEntry(2, 'missing_here'), anEntry(3, 'matched'), anEntry(4, 'ambiguous')],
        ...[anEntry(10, 'missing_here'), anEntry(11, 'fee')],
      ])
      if (run !== unended) await reconciliations.end(run.id, end)
    }
    await reconciliations.note([
      ...[assigned(first, 4, 'okello'), assigned(second, 10, 'okello'), assigned(second, 10, 'brian')],
      resolved(first, 2),
    ])
    type Query = Omit<Parameters<Reconciliations['findExceptions']>[0], 'isOpen' | 'limit'>
    const listed = async (query: Query & { isOpen?: boolean; limit?: number }) =>
      (await reconciliations.findExceptions({ isOpen: true, limit: 9, ...query })).map(
        ({ run, entry }) => `${run.file} ${entry.item} ${entry.owner}`,
      )
    const latest = ['airtel.csv 10 brian', 'airtel.csv 4 null', 'airtel.csv 2 null']
    const all = [...latest, 'march.csv 10 null', 'march.csv 4 okello']
    equal(await listed({}), all, 'the open ones')
    equal(await listed({ limit: 2 }), all.slice(0, 2), 'the first two')
    equal(await listed({ before: { runId: second.id, item: 4 }, limit: 2 }), all.slice(2, 4), 'the next two')
    equal(await listed({ isOpen: false }), ['march.csv 2 null'], 'the resolved ones')
    equal(await listed({ network: 'Airtel' }), latest, 'the exceptions of a network')
    equal(await listed({ bucket: 'ambiguous' }), [all[1], all[4]], 'the exceptions of a bucket')
    equal(await listed({ bucket: 'matched' }), [], 'entries that are no exceptions')
    equal(await listed({ owner: 'okello' }), [all[4]], 'the exceptions of one person')
    equal(await listed({ owner: null }), [all[1], all[2], all[3]], 'the exceptions of nobody')
    const late = aRun({ file: 'april.csv' })
    await begin(
      reconciliations,
      late,
      ([{ direction: 'in' }, { why: 'Promo Fund' }, {}, {}] as const).map((given, ms) =>
        anEntry(ms + 2, 'missing_here', { atMs: atMs + 1_000 + ms, ...given }),
      ),
    )
    await reconciliations.end(late.id, end)
    equal(await listed({ direction: 'in' }), ['april.csv 2 null'], 'the exceptions of a direction')
    equal(await listed({ why: 'Promo Fund' }), ['april.csv 3 null'], 'the exceptions with a why')
    equal(
      await listed({ fromMs: atMs + 1_001, toMs: atMs + 1_003 }),
      ['april.csv 4 null', 'april.csv 3 null'],
      'the exceptions of a time',
    )
    const [found] = await reconciliations.findExceptions({ isOpen: false, limit: 1 })
    const done = { by: 'amina', because: 'ticket 4711', atMs, transactionId: null, moveReference: null }
    const entry = { ...anEntry(2, 'missing_here'), owner: null, resolved: done }
    equal(found, { run: { ...first, ended: end }, entry }, 'one with its comparison')
  },

  async '208.14 once their comparison has ended, rows of an amount and network without a payment here are found by a time that overlaps theirs'({
    reconciliations,
  }) {
    const [first, second, unended] = [aRun({ file: 'march.csv' }), aRun({ file: 'april.csv' }), aRun()]
    const airtel = aRun({ network: 'AIRTEL' })
    const topUp = anEntry(2, 'not_ours', { atMs })
    for (const run of [first, second, unended, airtel]) {
      await begin(reconciliations, run, [
        ...[topUp, anEntry(3, 'fee', { atMs })],
        anEntry(4, 'not_ours', { atMs, amountMinor: 5_001n }),
        anEntry(5, 'not_ours', { atMs, currency: 'RWF' }),
        anEntry(6, 'missing_here', { atMs: atMs + 30_000, withinMs: 1_000 }),
        anEntry(7, 'matched', { atMs, transactionId: 'a' }),
      ])
      if (run !== unended) await reconciliations.end(run.id, end)
    }
    await reconciliations.note([resolved(first, 2, { moveReference: 'row-7' })])
    const alike = (fromMs: number, withinMs: number) =>
      reconciliations.alike({ network: 'MTN', amountMinor: 5_000n, currency: 'UGX', atMs: fromMs, withinMs })
    const listed = async (...time: Parameters<typeof alike>) =>
      (await alike(...time)).map(({ run, entry }) => `${run.file} ${entry.item}`)
    const both = ['march.csv 2', 'march.csv 6', 'april.csv 2', 'april.csv 6']
    equal(await listed(atMs + 30_000, 60_000), both, 'the overlapping rows')
    equal(await listed(atMs - 1_000, 1_000), [], 'the rows of the moment before')
    equal(await listed(atMs + 59_999, 1), [both[0], both[2]], 'the rows of the last moment')
    equal(await listed(atMs + 60_000, 1_000), [], 'the rows of the moment after')
    const done = { by: 'amina', because: 'ticket 4711', atMs, transactionId: null, moveReference: 'row-7' }
    const entry = { ...topUp, owner: null, resolved: done }
    equal((await alike(atMs, 1))[0], { run: { ...first, ended: end }, entry }, 'one with its comparison')
  },

  async '208.15 a comparison is withdrawn once, with its action; then it is read by its id and found nowhere else, and its file can be compared again'({
    reconciliations,
    actions,
  }) {
    const run = aRun({ toMs: atMs + 9 })
    const topUp = anEntry(3, 'not_ours')
    await begin(reconciliations, run, [
      ...[anEntry(2, 'matched', { transactionId: 'a' }), topUp, anEntry(4, 'missing_here')],
      absent(9, 'missing_there', { transactionId: 'b' }),
    ])
    await reconciliations.end(run.id, end)
    const withdrawal = { by: 'amina', because: 'the “other” wallet', atMs: atMs + 5 }
    await rejection(reconciliations.withdraw(run.id, withdrawal, throwing), 'a withdrawal with an action that throws')
    equal((await reconciliations.run(run.id))?.withdrawn, null, 'the comparison afterwards')
    await reconciliations.withdraw(run.id, withdrawal, anActing())
    await reconciliations.withdraw(run.id, { ...withdrawal, by: 'okello' })
    equal((await actions.list({ limit: 9 })).actions.length, 1, 'the number of actions')
    const stored = { ...run, ended: end, withdrawn: withdrawal }
    equal(await reconciliations.run(run.id), stored, 'the run')
    equal(await reconciliations.runs({ limit: 9 }), [stored], 'the latest')
    equal((await reconciliations.entries({ runId: run.id, limit: 9 })).length, 4, 'the number of its entries')
    const everything = async () => [
      await reconciliations.ofDigest(run.digest),
      ...(await reconciliations.about('a')),
      ...(await reconciliations.about('b')),
      ...(await reconciliations.findExceptions({ isOpen: true, limit: 9 })),
      ...(await reconciliations.exceptions()),
      ...(await reconciliations.compared({ afterMs: 0 })),
      ...(await reconciliations.alike({ ...topUp, network: 'MTN' } as AlikeQuery)),
    ]
    equal(await everything(), [undefined], 'the searches that find it')
    const again = await begin(reconciliations, aRun({ digest: run.digest }), [topUp])
    equal(await reconciliations.end(again.id, end), true, 'whether a comparison of its file ends again')
    equal(await reconciliations.ofDigest(run.digest), { ...again, ended: end }, 'the comparison of its file')
    const begun = await begin(reconciliations, aRun(), [topUp])
    await reconciliations.withdraw(begun.id, withdrawal)
    equal(await reconciliations.end(begun.id, end), false, 'whether a withdrawn one can end')
  },

  async '208.16 records made because of a comparison are found by it: notes beside payments, and moves'(store) {
    const { account } = await fundedAccount(store)
    const { reconciliations, books } = store
    const [run, other] = [aRun(), aRun()]
    for (const one of [run, other]) await reconciliations.begin(one)
    const payout = aPayout(account.id)
    await openPayout(store, payout)
    const plain = anAnnotation(payout.id)
    const evidence = { ...plain, kind: 'evidence', text: 'line 2', runId: run.id } as const
    const theirs = { ...evidence, runId: other.id }
    const withdrawn = { ...evidence, kind: 'withdrawn', by: 'amina' } as const
    const ended = { ...evidence, kind: 'resolution', by: 'amina' } as const
    const notes = [plain, evidence, theirs, withdrawn, ended]
    for (const note of notes) await inStep(store, payout, (work) => work.annotate(note))
    equal((await books.annotated(payout.id))?.annotations, notes, 'the notes of the payment')
    const made = { noted: [payout.id, payout.id, payout.id], decided: [payout.id], moves: [] }
    equal(await reconciliations.madeOf(run.id), made, 'the records made because of it')
    equal(
      await reconciliations.madeOf('none'),
      { noted: [], decided: [], moves: [] },
      'the records made because of an unknown one',
    )
  },
}
