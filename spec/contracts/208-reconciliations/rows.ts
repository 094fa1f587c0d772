import type { OpenedQuery } from '../../../core/sente.ts'
import { fund, fundedAccount, idsOf, openPayouts, recordAtOnce } from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { aFunding, succeeded, throwing } from '../kit/records.ts'
import type { Facts } from '../kit/trial.ts'
import {
  absent,
  anEntry,
  aRun,
  assigned,
  at,
  atMs,
  begin,
  end,
  paid,
  plain,
  type ReconciliationStore,
  resolved,
} from './comparisons.ts'

/** Rules 208.1 to 208.5: files, payments to compare, entries, and notes about them. */
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

  async '208.2 payments over a network that were opened in a period are read by their ids, some at a time, as they are compared'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const airtel = { ...paid(1), network: 'AIRTEL' }
    const payouts = await openPayouts(store, account.id, [
      paid(0),
      airtel,
      { ...at(2), state: 'failed', reason: 'never_arrived' },
      at(3),
      paid(4),
    ])
    const ids = idsOf(payouts)
    const read = async (query: Partial<OpenedQuery>) => {
      const all = { network: 'MTN', fromMs: atMs, toMs: atMs + 9, limit: 9 }
      return (await store.reconciliations.payments({ ...all, ...query })).map(({ id }) => ids.indexOf(id))
    }
    equal(await read({}), [0, 2, 3, 4], 'all')
    equal(await read({ fromMs: atMs + 2, toMs: atMs + 4 }), [2, 3], 'the payments of a time')
    equal(await read({ limit: 2 }), [0, 2], 'the first two')
    equal(await read({ after: ids[2] ?? '' }), [3, 4], 'the payments after one')
    equal(await read({ network: 'AIRTEL' }), [1], 'the payments of another network')
    const [, , payment] = payouts
    if (!payment) throw new Error('not opened')
    const { id, kind, phoneNumber, amountMinor, currency, network, state, reason, isTakenBack, ...rest } = payment
    const { providerId, providerRef, createdAtMs, updatedAtMs, followUp } = rest
    const compared = { id, kind, phoneNumber, amountMinor, currency, network, state, reason, isTakenBack }
    const times = { createdAtMs, updatedAtMs, aheadMs: followUp.aheadMs }
    const [found] = await store.reconciliations.payments({
      network: 'MTN',
      fromMs: atMs + 2,
      toMs: atMs + 3,
      limit: 1,
    })
    equal(found, { ...compared, providerId, providerRef, ...times }, 'a payment')
  },

  async '208.3 payments over any network are found by our ids, by the ids under which we sent them, and by the network’s'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const made = [paid(0), { ...paid(1), network: 'AIRTEL' }, paid(2), at(3)].map((one, nth) => ({
      ...one,
      ...{ providerId: `sent ${nth}`, providerRef: nth === 3 ? null : `ref ${nth % 2}`, networkReceipt: `R ${nth}` },
    }))
    const payouts = await openPayouts(store, account.id, made)
    const ids = idsOf(payouts)
    const found = async (ours: string[], theirs: string[]) =>
      (await store.reconciliations.paymentsWithIds({ ours, theirs })).map(({ id }) => ids.indexOf(id))
    const areFound = async (when: string) => {
      equal(await found([ids[3] ?? '', ids[0] ?? '', 'none', 'ref 0'], []), [0, 3], `the payments with our ids ${when}`)
      equal(await found(['sent 1', 'sent 3'], []), [1, 3], `the payments with the ids under which we sent them ${when}`)
      equal(
        await found([], ['ref 0', 'ref 1', 'sent 3', 'R 0']),
        [0, 1, 2],
        `the payments with the ids of the network ${when}`,
      )
      equal(await found([ids[1] ?? '', 'sent 1'], ['ref 1']), [1], `each once ${when}`)
      equal(await found([], []), [], `the payments with none ${when}`)
    }
    await areFound('as they were opened')
    // Their ends, and enough others to enter them into the lists that stores keep.
    await recordAtOnce(store, payouts.map(succeeded))
    await areFound('when they have just ended')
    await Promise.all(Array.from({ length: 70 }, () => fund(store, aFunding(account.id, { amountMinor: 1n }))))
    await areFound('long afterwards')
  },

  async '208.4 entries are read by their numbers and buckets'({ reconciliations }) {
    const entries = [
      anEntry(2, 'matched', { ...plain, transactionId: 'b' }),
      anEntry(3, 'state_differs', { transactionId: 'a', why: 'failed here' }),
      anEntry(4, 'not_ours'),
      absent(6, 'expected'),
    ]
    const run = await begin(reconciliations, aRun(), entries.slice(1, 2))
    await reconciliations.add(run.id, [...entries.slice(2), ...entries.slice(0, 1)])
    const all = entries.map((entry) => ({ ...entry, owner: null, resolved: null }))
    const read = (query: object) => reconciliations.entries({ runId: run.id, limit: 9, ...query })
    equal(await read({}), all, 'all entries')
    equal(await read({ limit: 2 }), all.slice(0, 2), 'the first two')
    equal(await read({ after: 3 }), all.slice(2), 'the entries after one')
    equal(await read({ buckets: ['matched', 'not_ours'] }), [all[0], all[2]], 'the entries in two buckets')
    equal(await read({ runId: 'none' }), [], 'the entries of an unknown run')
  },

  async '208.5 notes about entries are kept, and the latest is shown'({ reconciliations }) {
    const run = await begin(reconciliations, aRun(), [anEntry(2, 'fee'), anEntry(3, 'fee')])
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
