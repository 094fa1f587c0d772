import type { AccountEvent, Books, EventRows, Transaction } from '../../../core/sente.ts'
import { fundedAccount, inStep, openPayout, record } from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { aFunding, aPayout } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rules 203.41 to 203.44: the events of an account, in order and without a gap. */
export const events: Facts<Store> = {
  async '203.41 the end of a transaction, a funding and a withdrawal are events of their account, which are counted from 1'(
    store,
  ) {
    const { account, funding } = await fundedAccount(store)
    const [sent, failed] = [aPayout(account.id), aPayout(account.id)]
    for (const each of [sent, failed]) await openPayout(store, each)
    const succeeded = await end(store, { ...sent, state: 'succeeded', updatedAtMs: sent.updatedAtMs + 1 })
    const withdrawal = aFunding(account.id, { kind: 'withdraw', because: 'asked', amountMinor: 1n })
    await inStep(store, withdrawal, (work) => work.fund(withdrawal))
    const released = await end(store, { ...failed, state: 'failed', reason: 'not_sent' })
    equal(
      await eventsOf(store.books, account.id),
      [
        { event: { ...reported(account.id, 1, funding.atMs), cause: { funding: funding.reference } }, funding },
        { event: reported(account.id, 2, succeeded.updatedAtMs, sent.id), transaction: succeeded },
        {
          event: { ...reported(account.id, 3, withdrawal.atMs), cause: { funding: withdrawal.reference } },
          funding: withdrawal,
        },
        { event: reported(account.id, 4, released.updatedAtMs, failed.id), transaction: released },
      ],
      'the events of the account, with their causes',
    )
  },

  async '203.42 a step that throws leaves no event, and the next one leaves no gap'(store) {
    const { account } = await fundedAccount(store)
    const payout = aPayout(account.id)
    await openPayout(store, payout)
    const ended: Transaction = { ...payout, state: 'failed', reason: 'not_sent' }
    const broken = inStep(store, payout, (work) => {
      work.record(ended)
      throw new Error('the step broke')
    })
    await rejection(broken, 'the step that throws')
    equal(sequencesOf(await eventsOf(store.books, account.id)), [1], 'the sequences after the step that threw')
    await end(store, ended)
    equal(sequencesOf(await eventsOf(store.books, account.id)), [1, 2], 'the sequences after the step that ended it')
  },

  async '203.43 events are listed oldest first after a sequence, up to the requested number, and of one account only'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    await fundedAccount(store)
    for (const _ of [2, 3, 4, 5]) await fundOnce(store, account.id)
    const listed = async (after: number, limit: number) =>
      sequencesOf((await store.books.events({ accountId: account.id, after, limit })).events)
    equal(
      [await listed(0, 2), await listed(2, 2), await listed(4, 9), await listed(5, 9), await listed(99, 9)],
      [[1, 2], [3, 4], [5], [], []],
      'the sequences of pages after 0, 2, 4, 5 and 99',
    )
    equal(await eventsOf(store.books, 'unknown'), [], 'the events of an unknown account')
  },

  async '203.44 steps that end many transactions at once count them without a gap'(store) {
    const { account } = await fundedAccount(store)
    const payouts = Array.from({ length: 150 }, () => aPayout(account.id, { amountMinor: 1n }))
    await Promise.all(payouts.map((payout) => openPayout(store, payout)))
    await Promise.all(payouts.map((payout) => end(store, { ...payout, state: 'succeeded' })))
    const found = await eventsOf(store.books, account.id)
    equal(
      sequencesOf(found),
      Array.from({ length: 151 }, (_, index) => index + 1),
      'the sequences',
    )
    equal(new Set(found.map(({ event }) => JSON.stringify(event.cause))).size, 151, 'the number of events')
  },
}

async function end(store: Store, transaction: Transaction): Promise<Transaction> {
  await record(store, transaction)
  return transaction
}

async function fundOnce(store: Store, accountId: string): Promise<void> {
  const funding = aFunding(accountId)
  await inStep(store, funding, (work) => work.fund(funding))
}

function reported(accountId: string, sequence: number, atMs: number, transaction = ''): AccountEvent {
  return { accountId, sequence, cause: { transaction }, atMs }
}

async function eventsOf(books: Books, accountId: string): Promise<readonly EventRows[]> {
  return (await books.events({ accountId, after: 0, limit: 1_000 })).events
}

function sequencesOf(rows: readonly EventRows[]): number[] {
  return rows.map(({ event }) => event.sequence)
}
