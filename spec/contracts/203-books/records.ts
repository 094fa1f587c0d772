import type { MoneyOfTransaction, Posting, Snapshot } from '../../../core/sente.ts'
import {
  annotationsOf,
  balanceOf,
  fund,
  fundedAccount,
  inStep,
  openPayout,
  record,
  rowsIn,
  scopeOf,
} from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { aFollowUp, aFunding, anAnnotation, aPayout, fundingPosting, holdPosting } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rules 203.34 to 203.40: annotations, withdrawals, records of the follow-up, and the rows of a snapshot. */
export const records: Facts<Store> = {
  async '203.34 annotations read back oldest first, each for its own transaction'(store) {
    const { account } = await fundedAccount(store)
    const [payout, other] = [aPayout(account.id), aPayout(account.id)]
    for (const each of [payout, other]) await openPayout(store, each)
    const [mismatch, resolution] = [anAnnotation(payout.id), anAnnotation(payout.id, 'Ann')]
    const theirs = anAnnotation(other.id)
    const made = [
      [payout, mismatch],
      [other, theirs],
      [payout, resolution],
    ] as const
    for (const [about, annotation] of made) await inStep(store, about, (work) => work.annotate(annotation))
    equal(await annotationsOf(store.books, payout.id), [mismatch, resolution], 'the annotations of the transaction')
    equal(await annotationsOf(store.books, other.id), [theirs], 'the annotations of the other transaction')
    equal((await store.books.annotated(other.id))?.transaction, other, 'the transaction beside its annotations')
    equal(await store.books.annotated('unknown'), undefined, 'an unknown transaction with its annotations')
  },

  async '203.35 a step that refuses or throws leaves no annotation'(store) {
    const { account } = await fundedAccount(store)
    const payout = aPayout(account.id)
    await openPayout(store, payout)
    await store.books.atomically(scopeOf(payout), (work) => {
      work.annotate(anAnnotation(payout.id))
      return { refused: 'transaction_ended' }
    })
    const broken = inStep(store, payout, (work) => {
      work.annotate(anAnnotation(payout.id))
      throw new Error('the step broke')
    })
    equal(
      (await rejection(broken, 'the step that throws')).message,
      'the step broke',
      'the message of the step that throws',
    )
    equal(await annotationsOf(store.books, payout.id), [], 'the annotations after steps that refused and threw')
  },

  async '203.36 attention and follow-up of a final transaction still change, while its state and reason stay'(store) {
    const { account } = await fundedAccount(store)
    const payout = aPayout(account.id, { state: 'failed', reason: 'never_arrived' })
    const followUp = aFollowUp({ enquiries: 7 })
    const watched = { ...payout, attention: 'contradiction', followUp } as const
    await openPayout(store, payout)
    await record(store, watched)
    equal(await store.books.transaction(payout.id), watched, 'the transaction after the step')
    for (const changed of [{ reason: 'not_sent' }, { state: 'succeeded', reason: null }] as const) {
      const rewritten = record(store, { ...watched, attention: null, ...changed })
      await rejection(rewritten, `recording ${JSON.stringify(changed)}`)
    }
    equal(await store.books.transaction(payout.id), watched, 'the transaction after the refused steps')
  },

  async '203.37 a withdrawal reads back with its explanation, and its reference is used up like any other'(store) {
    const { account, funding } = await fundedAccount(store)
    const withdrawal = aFunding(account.id, { kind: 'withdraw', amountMinor: 30_000n, because: 'Ann’s “float”' })
    const posting = { ...fundingPosting(withdrawal), from: 'available', to: 'funding' } as const
    await inStep(store, withdrawal, (work) => {
      work.fund(withdrawal)
      work.ledger.post(posting)
    })
    equal(
      await inStep(store, withdrawal, (work) => work.funding(withdrawal.reference)),
      withdrawal,
      'the withdrawal by its reference',
    )
    await rejection(fund(store, { ...funding, reference: withdrawal.reference }), 'a funding with the reference')
    equal(await balanceOf(store, account.id), [70_000n, 0n], 'the balance after the withdrawal, available and held')
  },

  async '203.38 records of the follow-up read back exactly, to the fraction of a millisecond'(store) {
    const { account } = await fundedAccount(store)
    for (const monotonicMs of [0, 5, 1_234.567_890_123, 0.1 + 0.2]) {
      const absentSince = { wallMs: Date.UTC(2026, 0, 2, 9), monotonicMs, run: 'run 1' }
      const followUp = {
        askAtMs: Date.UTC(2026, 0, 2, 10),
        enquiries: 12,
        absences: 3,
        absencesUnmeasured: 2,
        absentSince,
        aheadMs: 7,
      }
      const payout = aPayout(account.id, { attention: 'vanished', followUp })
      await openPayout(store, payout)
      equal(await store.books.transaction(payout.id), payout, `the transaction with ${monotonicMs} ms`)
      const renewed = {
        ...payout,
        submitUntilMs: payout.submitUntilMs + 6_000,
        followUp: { ...followUp, enquiries: 0 },
      }
      await record(store, renewed)
      equal(await store.books.transaction(payout.id), renewed, 'the transaction, whose submission has begun anew')
    }
  },

  async '203.39 fundings and withdrawals are listed newest first, in pages, all or of one account'(store) {
    const [one, other] = [(await fundedAccount(store)).account.id, (await fundedAccount(store)).account.id]
    const at = (minute: number) => Date.UTC(2026, 0, 3, 8, minute)
    const newest = [
      aFunding(one, { reference: 'z', atMs: at(4), kind: 'withdraw', because: 'paid back' }),
      aFunding(one, { reference: 'y', atMs: at(4) }),
      aFunding(one, { reference: 'a/b c', atMs: at(3) }),
      aFunding(other, { reference: 'a', atMs: at(2) }),
      aFunding(one, { reference: 'c', atMs: at(1) }),
      aFunding(one, { reference: 'b', atMs: at(1) }),
    ]
    // The clock may have gone back between them.
    for (const index of [2, 1, 0, 4, 5, 3]) {
      const funding = newest[index]
      if (funding) await inStep(store, funding, (work) => work.fund(funding))
    }
    const { fundings } = store.books
    equal((await fundings({ limit: 6 })).fundings, newest, 'all fundings')
    const ofOne = newest.filter(({ accountId }) => accountId === one)
    equal((await fundings({ accountId: one, limit: 5 })).fundings, ofOne, 'the fundings of an account')
    const first = await fundings({ limit: 3 })
    equal(first, { fundings: newest.slice(0, 3), next: { accountId: one, reference: 'a/b c' } }, 'the first page')
    const second = await fundings({ limit: 9, before: { accountId: one, reference: 'y' } })
    equal(second.fundings.slice(0, 4), newest.slice(2), 'a page that begins with the third')
    equal(second.next, null, 'the next of the last page')
    const nowhere = fundings({ limit: 9, before: { accountId: one, reference: 'typo' } })
    await rejection(nowhere, 'the page after a funding that does not exist')
  },

  async '203.40 a snapshot holds each transaction and funding with its postings, oldest first'(store) {
    const { account, funding } = await fundedAccount(store)
    const [payout, collection] = [aPayout(account.id), aPayout(account.id, { kind: 'collection', state: 'pending' })]
    const hold = holdPosting(payout)
    const release: Posting = { ...hold, from: 'held', to: 'available' }
    await openPayout(store, payout)
    await record(store, collection)
    await inStep(store, payout, (work) => work.ledger.post(release))
    equal(
      await store.books.snapshot(everything),
      {
        transactions: [
          { transaction: payout, postings: [hold, release] },
          { transaction: collection, postings: [] },
        ],
        fundings: [{ funding, postings: [fundingPosting(funding)] }],
        strays: [],
      },
      'the contents of the snapshot',
    )
    const rows = await store.books.snapshot((snapshot) => rowsIn(snapshot.transactions('money')))
    equal(
      rows.map(({ transaction, postings }) => ({ money: moneyOf(transaction), postings })),
      [
        { money: moneyOf(payout), postings: [hold, release] },
        { money: moneyOf(collection), postings: [] },
      ],
      'the money of its transactions, without other fields',
    )
  },
}

/** The fields that decide about a transaction's money. */
function moneyOf({ id, accountId, kind, refundOf, currency, network, state, attention, ...row }: MoneyOfTransaction) {
  const { amountMinor, feeMinor, feeBackMinor, createdAtMs, updatedAtMs } = row
  const terms = { id, accountId, kind, refundOf, currency, network, amountMinor, feeMinor, feeBackMinor }
  return { ...terms, state, attention, createdAtMs, updatedAtMs }
}

/** The transactions, fundings and strays of a snapshot. */
export async function everything({
  transactions,
  fundings,
  strays,
}: Pick<Snapshot, 'transactions' | 'fundings' | 'strays'>) {
  return {
    transactions: await rowsIn(transactions()),
    fundings: await rowsIn(fundings()),
    strays: await rowsIn(strays()),
  }
}
