import { exchangesIn, type KeptExchange, type Posting, type TransactionQuery } from '../../../core/sente.ts'
import { fund, fundedAccount, idsListed, inStep, opening, openPayout, openPayouts } from '../kit/bookActs.ts'
import { equal, equalInAnyOrder, rejection } from '../kit/expectations.ts'
import { aFunding, anExchange, aPayout, fundingPosting, holdPosting } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rules 203.60 to 203.64: the case of a payment. */
export const exchanges: Facts<Store> = {
  async '203.60 a step keeps exchanges with a network, in order, together with its other changes or not at all'(store) {
    const { payout, keep, kept } = await anOpenPayout(store)
    const awkward = anExchange({ answer: 'a\nline, “quoted” \u0000 👟', codes: ['A', 'B'], status: 200 })
    await keep(awkward)
    await keep(anExchange({ atMs: 2 }), anExchange({ atMs: 3, question: 'callback', outcome: null }))
    const expected = [awkward, anExchange({ atMs: 2 }), anExchange({ atMs: 3, question: 'callback', outcome: null })]
    equal(await kept(), expected, 'the exchanges')
    const broken = inStep(store, payout, (work) => {
      work.keepExchanges(payout.id, [anExchange({ atMs: 4 })])
      throw new Error('broken')
    })
    await rejection(broken, 'a step that throws')
    await inStep(store, payout, (work) => {
      work.keepExchanges(payout.id, [anExchange({ atMs: 5 })])
      return { refused: 'invalid_pin' }
    })
    equal(await kept(), expected, 'the exchanges after steps that broke or refused')
    equal(await store.cases.exchanges('unknown'), [], 'the exchanges of no transaction')
  },

  async '203.61 the first ten and the last thirty exchanges of a transaction are kept, in 31 rows at most, and in one for the first ten'(
    store,
  ) {
    const { payout, keep, kept, rows } = await anOpenPayout(store)
    for (let n = 0; n < 10; n += 1) await keep(anExchange({ atMs: n }))
    equal(await rows(), 1, 'the number of rows of the first ten')
    const steps = Array.from({ length: 30 }, (_, i) => keep(anExchange({ atMs: 10 + i })))
    await Promise.all(steps)
    equal(timesOf(await kept()), upTo(40), 'the exchanges of forty')
    await keep(anExchange({ atMs: 40 }), anExchange({ atMs: 41 }))
    equal(timesOf(await kept()), [...upTo(10), ...upTo(42).slice(12)], 'the exchanges of forty-two')
    await inStep(store, payout, (work) =>
      work.keepExchanges(
        payout.id,
        upTo(45).map((i) => anExchange({ atMs: 42 + i })),
      ),
    )
    equal(timesOf(await kept()), [...upTo(10), ...upTo(87).slice(57)], 'the exchanges of eighty-seven')
    equal(await rows(), 31, 'the number of their rows')
  },

  async '203.62 a transaction’s postings and events are found, and no others'(store) {
    const { account, payout } = await anOpenPayout(store)
    const other = aPayout(account.id, { amountMinor: 1n })
    await openPayout(store, other)
    await fund(store, aFunding(account.id, { amountMinor: 7n }))
    equal(
      await store.cases.movements(payout),
      { postings: [holdPosting(payout)], events: [] },
      'the rows of an open one',
    )
    const settled: Posting = { ...holdPosting(payout), from: 'held', to: 'float:MTN' }
    await inStep(store, payout, (work) => {
      work.record({ ...payout, state: 'succeeded', updatedAtMs: 9 })
      work.ledger.post(settled)
    })
    const { postings, events } = await store.cases.movements(payout)
    equal(postings, [holdPosting(payout), settled], 'the postings of one that has ended')
    const event = { accountId: account.id, sequence: 3, cause: { transaction: payout.id }, atMs: 9 }
    equal(events, [event], 'the events of one that has ended')
  },

  async '203.63 exchanges of transactions are removed, some at a time, when all of them were before a moment, and others stay'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const old = (ms: number) => aPayout(account.id, { id: idAt(ms), amountMinor: 1n })
    const [first, second, young] = [old(1_000), old(2_000), old(50_000)]
    for (const payout of [first, second, young]) {
      await inStep(store, payout, opening(payout))
      await inStep(store, payout, (work) => work.keepExchanges(payout.id, [anExchange({ atMs: 3_000 })]))
    }
    const times = async () => [
      await timesFor(store, first),
      await timesFor(store, second),
      await timesFor(store, young),
    ]
    equal(
      await store.cases.forgetExchanges({ beforeMs: 3_000, limit: 9 }),
      0,
      'the number that are older than the oldest',
    )
    equal(await store.cases.forgetExchanges({ beforeMs: 10_000, limit: 1 }), 1, 'the number removed at a time')
    equal(await times(), [[], [3_000], [3_000]], 'the rows left after a step')
    const nine = upTo(9).map(() => anExchange({ atMs: 3_000 }))
    await inStep(store, second, (work) => work.keepExchanges(second.id, [...nine, anExchange({ atMs: 20_000 })]))
    equal(await store.cases.forgetExchanges({ beforeMs: 10_000, limit: 9 }), 0, 'the rows of one that goes on')
    await inStep(store, first, (work) => work.keepExchanges(first.id, [anExchange({ atMs: 30_000 })]))
    equalInAnyOrder(
      await times(),
      [[30_000], [...upTo(10).map(() => 3_000), 20_000], [3_000]],
      'the rows that are kept',
    )
    equal(await store.cases.forgetExchanges({ beforeMs: 40_000, limit: 9 }), 3, 'the number removed in the end')
    equal(await times(), [[], [], [3_000]], 'the rows left in the end')
  },

  async '203.64 transactions are listed by the ids, the receipt and the word of their network, with other filters and page by page'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const failed = { state: 'failed', reason: 'limit_reached', networkReason: 'LIMIT' } as const
    const given = [
      { providerRef: 'MP1', networkReceipt: 'MP1' },
      { ...failed, providerRef: 'MP2', networkReceipt: 'R2' },
      { ...failed, providerRef: 'R2', networkReceipt: 'R3' },
      { networkReason: 'OTHER', networkReceipt: 'R2' },
    ]
    const [one, two, three, four] = await openPayouts(store, account.id, given)
    if (!one || !two || !three || !four) throw new Error('no payouts')
    const ids = (query: Partial<TransactionQuery>) => idsListed(store, query)
    equal(await ids({ providerId: two.providerId }), [two.id], 'transactions sent under an id')
    equal(await ids({ providerRef: 'MP1' }), [one.id], 'transactions with an id of the network')
    equal(await ids({ networkReceipt: 'MP1' }), [one.id], 'transactions with the network’s id as their receipt')
    equal(await ids({ networkReceipt: 'R2' }), [four.id, two.id], 'transactions with another receipt')
    equal(await ids({ networkReceipt: 'R2', before: four.id }), [two.id], 'the next page of them')
    equal(await ids({ networkReceipt: 'R2', states: ['failed'], accountId: account.id }), [two.id], 'with filters')
    equal(await ids({ networkReceipt: 'R2', accountId: 'another' }), [], 'another account’s transactions, by receipt')
    equal(await ids({ networkReason: 'LIMIT' }), [three.id, two.id], 'transactions with a word of the network')
    equal(await ids({ networkReason: 'LIMIT', providerRef: 'MP2' }), [two.id], 'transactions with both')
    equal(await ids({ networkReason: 'LIMIT', accountId: 'another' }), [], 'another account’s transactions')
    equal(await ids({ networkReason: 'LIMIT', before: three.id }), [two.id], 'transactions on the next page')
    equal(await ids({ networkReason: 'limit' }), [], 'transactions with another word')
  },
}

async function anOpenPayout(store: Store) {
  const { account, funding } = await fundedAccount(store)
  const payout = aPayout(account.id)
  await openPayout(store, payout)
  return {
    account,
    payout,
    funding: fundingPosting(funding),
    keep: (...these: KeptExchange[]) => inStep(store, payout, (work) => work.keepExchanges(payout.id, these)),
    kept: async () => exchangesIn(await store.cases.exchanges(payout.id)),
    rows: async () => (await store.cases.exchanges(payout.id)).length,
  }
}

async function timesFor(store: Store, { id }: { id: string }): Promise<number[]> {
  return timesOf(exchangesIn(await store.cases.exchanges(id)))
}

function timesOf(kept: readonly KeptExchange[]): number[] {
  return kept.map(({ atMs }) => atMs)
}

function upTo(end: number): number[] {
  return Array.from({ length: end }, (_, i) => i)
}

/** An id of version 7 with this time. */
function idAt(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${Math.random().toString(16).slice(2).padEnd(12, '0').slice(0, 12)}`
}
