import { fundedAccount, idsOf, openPayouts } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import type { Facts } from '../kit/trial.ts'
import {
  absent,
  anEntry,
  aRun,
  assigned,
  at,
  atMs,
  begin,
  doublingPayouts,
  end,
  paid,
  type ReconciliationStore,
  resolved,
} from './comparisons.ts'

/** Rules 208.6 to 208.10: money confirmed by files. */
export const confirmed: Facts<ReconciliationStore> = {
  async '208.6 once their comparison has ended, money is confirmed by rows that match successful payments, or that became payments'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const payouts = await openPayouts(store, account.id, doublingPayouts({ network: 'AIRTEL' }))
    const { reconciliations } = store
    const [first = null, second = null, third = null] = idsOf(payouts)
    const run = await begin(reconciliations, aRun(), [
      anEntry(2, 'matched', { transactionId: first }),
      anEntry(3, 'ambiguous', { transactionId: second }),
      anEntry(4, 'matched', { transactionId: third }),
    ])
    const airtel = { network: 'AIRTEL', currency: 'UGX', totalMinor: 16n, confirmedMinor: 0n }
    const oldest = (nth: number) => ({ transactionId: payouts[nth]?.id, createdAtMs: atMs + nth })
    const mtn = { network: 'MTN', currency: 'UGX', totalMinor: 7n }
    const showsOfMtn = async (fromMs: number, expected: object, what: string) =>
      equal(
        await reconciliations.confirmed({ fromMs }),
        [
          { ...airtel, oldest: oldest(4) },
          { ...mtn, ...expected },
        ],
        what,
      )
    await showsOfMtn(atMs, { confirmedMinor: 0n, oldest: oldest(0) }, 'the confirmed money before the end')
    await reconciliations.end(run.id, end)
    await showsOfMtn(atMs, { confirmedMinor: 5n, oldest: oldest(1) }, 'the confirmed money')
    const latest = { totalMinor: 4n, confirmedMinor: 4n, oldest: null }
    await showsOfMtn(atMs + 2, latest, 'the confirmed money of the latest')
    await reconciliations.note([resolved(run, 9, { transactionId: payouts[4]?.id ?? null })])
    const [recorded] = await reconciliations.confirmed({ fromMs: atMs })
    equal(recorded, { ...airtel, confirmedMinor: 16n, oldest: null }, 'the payment recorded from a row')
  },

  async '208.7 exceptions are counted by network and bucket, until they are resolved and once their comparison has ended'({
    reconciliations,
  }) {
    const [run, other] = [aRun(), aRun({ network: 'AIRTEL' })]
    const entries = [anEntry(2, 'fee'), anEntry(3, 'not_ours'), anEntry(4, 'not_ours')]
    await begin(reconciliations, run, [...entries, anEntry(5, 'missing_here')])
    await begin(reconciliations, other, entries)
    equal(await reconciliations.exceptions(), [], 'exceptions before the end')
    await reconciliations.end(run.id, end)
    const missing = { network: 'MTN', bucket: 'missing_here', entries: 1 }
    const notOurs = { network: 'MTN', bucket: 'not_ours' }
    equal(await reconciliations.exceptions(), [missing, { ...notOurs, entries: 2 }], 'exceptions')
    await reconciliations.note([resolved(run, 3), assigned(run, 4, 'okello')])
    equal(await reconciliations.exceptions(), [missing, { ...notOurs, entries: 1 }], 'the exceptions left')
  },

  async '208.8 payments that their files lack are added up, until a row matches them or a person has resolved it'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const payouts = await openPayouts(store, account.id, doublingPayouts())
    const { reconciliations } = store
    const missing = (nth: number, item: number) =>
      absent(item, 'missing_there', { transactionId: payouts[nth]?.id ?? null })
    const [run, later] = [aRun(), aRun()]
    await reconciliations.begin(run)
    await reconciliations.add(run.id, [...[0, 1, 2, 3, 4].map((nth) => missing(nth, nth + 2)), missing(2, 9)])
    const unconfirmed = (fromMs: number) => reconciliations.unconfirmed({ fromMs })
    equal(await unconfirmed(atMs), [], 'the unconfirmed money before the end')
    await reconciliations.end(run.id, end)
    const mtn = { network: 'MTN', currency: 'UGX' }
    equal(await unconfirmed(atMs), [{ ...mtn, amountMinor: 23n, oldestAtMs: atMs }], 'the unconfirmed money')
    equal(await unconfirmed(atMs + 2), [{ ...mtn, amountMinor: 20n, oldestAtMs: atMs + 2 }], 'of the latest')
    await reconciliations.note([resolved(run, 3)])
    await begin(reconciliations, later, [anEntry(2, 'matched', { transactionId: payouts[0]?.id ?? null })])
    equal(await unconfirmed(atMs), [{ ...mtn, amountMinor: 21n, oldestAtMs: atMs }], 'the unresolved money')
    await reconciliations.end(later.id, end)
    equal(
      await unconfirmed(atMs),
      [{ ...mtn, amountMinor: 20n, oldestAtMs: atMs + 2 }],
      'the money without a matching row',
    )
    await reconciliations.note([resolved(run, 99, { transactionId: payouts[2]?.id ?? null })])
    equal(
      await unconfirmed(atMs),
      [{ ...mtn, amountMinor: 16n, oldestAtMs: atMs + 4 }],
      'the money that was not recorded',
    )
  },

  async '208.9 the times of ended comparisons are returned'({ reconciliations }) {
    const [first, second, third] = [aRun(), aRun({ network: 'AIRTEL', toMs: atMs + 9 }), aRun({ toMs: atMs + 9 })]
    for (const run of [first, second, third]) await reconciliations.begin(run)
    await reconciliations.end(first.id, end)
    await reconciliations.end(second.id, end)
    const times = [
      { id: first.id, network: 'MTN', fromMs: atMs, toMs: atMs + 1 },
      { id: second.id, network: 'AIRTEL', fromMs: atMs, toMs: atMs + 9 },
    ]
    equal(await reconciliations.compared({ afterMs: atMs }), times, 'times')
    equal(await reconciliations.compared({ afterMs: atMs + 1 }), times.slice(1), 'times that end later')
  },

  async '208.10 the first successful payment of a time is found among its first payments'(store) {
    const { account } = await fundedAccount(store)
    const made = [{ ...paid(0), network: 'AIRTEL' }, at(1), paid(2), paid(3)]
    await openPayouts(store, account.id, made)
    const query = { network: 'MTN', fromMs: atMs, toMs: atMs + 9, within: 9 }
    const { firstPaid } = store.reconciliations
    equal(await firstPaid(query), atMs + 2, 'the first')
    equal(await firstPaid({ ...query, fromMs: atMs + 3 }), atMs + 3, 'the first from a moment on')
    equal(await firstPaid({ ...query, toMs: atMs + 2 }), null, 'the first before a moment')
    equal(await firstPaid({ ...query, within: 3 }), atMs + 2, 'the first of three')
    equal(await firstPaid({ ...query, within: 2 }), atMs + 1, 'the end of a search after two')
    equal(await firstPaid({ ...query, network: 'NONE', within: 5 }), null, 'the first of another network')
  },
}
