import type { Transaction, TransactionQuery } from '../../../core/sente.ts'
import { fundedAccount, inStep, opening, openPayout } from '../kit/bookActs.ts'
import { equal, equalInAnyOrder } from '../kit/expectations.ts'
import { aPayout } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import { type Fact, fact } from '../kit/trial.ts'

/** Rules 14.23 to 14.30: what is due, and lists of transactions. */
export const lists: readonly Fact<Store>[] = [
  fact(
    '14.23',
    'what is due for a network and currency is given in order of time, and no more of it than was asked for',
    async (store) => {
      const { account } = await fundedAccount(store)
      const [late, early, between, alsoEarly, other, rwandan] = await open(store, account.id, [
        askAt(300),
        askAt(100),
        askAt(200),
        askAt(100),
        { ...askAt(50), network: 'AIRTEL' },
        { ...askAt(60), currency: 'RWF' },
      ])
      const due = (network: string, limit: number, currency = 'UGX') =>
        store.books.due({ network, currency, nowMs: 1_000, latestMs: 1_000, limit })
      equal(await due('MTN', 9), [early, alsoEarly, between, late], 'what is due for MTN and UGX')
      equal(await due('MTN', 2), [early, alsoEarly], 'the first two that are due')
      equal(await due('AIRTEL', 9), [other], 'what is due for AIRTEL and UGX')
      equal(await due('MTN', 9, 'RWF'), [rwandan], 'what is due for MTN and RWF')
    },
  ),

  fact('14.24', 'what is planned impossibly far ahead is due too, after all that is due by its time', async (store) => {
    const { account } = await fundedAccount(store)
    const [planned, farAhead, due, ahead] = await open(store, account.id, [
      askAt(500),
      askAt(9_000),
      askAt(100),
      askAt(501),
    ])
    const dueBy = (latestMs: number, limit: number) =>
      store.books.due({ network: 'MTN', currency: 'UGX', nowMs: 200, latestMs, limit })
    equal(await dueBy(500, 9), [due, ahead, farAhead], 'what is due, with 500 as the latest time')
    equal(await dueBy(500, 2), [due, ahead], 'the first two that are due')
    equal(await dueBy(500, 1), [due], 'the first that is due')
    equal(await dueBy(499, 9), [due, planned, ahead, farAhead], 'what is due, with 499 as the latest time')
  }),

  fact('14.25', 'transactions that are to be asked about are counted by network and currency', async (store) => {
    const { account } = await fundedAccount(store)
    equal(await store.books.awaited(), [], 'the counts without transactions')
    await open(store, account.id, [
      askAt(500),
      askAt(9_000),
      { ...askAt(1), network: 'AIRTEL' },
      { ...askAt(1), currency: 'RWF' },
      askAt(null),
    ])
    const expected = [
      { network: 'MTN', currency: 'UGX', transactions: 2 },
      { network: 'AIRTEL', currency: 'UGX', transactions: 1 },
      { network: 'MTN', currency: 'RWF', transactions: 1 },
    ]
    equalInAnyOrder(await store.books.awaited(), expected, 'the counts')
  }),

  fact('14.26', 'a transaction is not due before its time, or when it is no longer asked about', async (store) => {
    const { account } = await fundedAccount(store)
    const [ended, payout] = await open(store, account.id, [askAt(null), askAt(100)])
    const dueAt = (nowMs: number) =>
      store.books.due({ network: 'MTN', currency: 'UGX', nowMs, latestMs: Number.MAX_SAFE_INTEGER, limit: 9 })
    equal(
      [await dueAt(99), await dueAt(100), await dueAt(101)],
      [[], [payout], [payout]],
      'what is due before its time, at it and after it',
    )
    if (payout && ended) await inStep(store, payout, (work) => work.record({ ...payout, followUp: ended.followUp }))
    equal(await dueAt(Number.MAX_SAFE_INTEGER), [], 'what is due once it is no longer asked about')
  }),

  fact('14.27', 'a list is newest first and contains what matches every part of the query', async (store) => {
    const [one, two] = [await fundedAccount(store), await fundedAccount(store)]
    const mine = await open(store, one.account.id, [
      { reference: 'order-1', state: 'pending' },
      { reference: 'order-2', state: 'failed', reason: 'not_sent', attention: 'contradiction' },
      { reference: 'order-3', currency: 'RWF', kind: 'collection', state: 'succeeded' },
    ])
    const theirs = await open(store, two.account.id, [{ reference: 'order-1', attention: 'overdue' }])
    const all = [...mine, ...theirs]
    const accountId = one.account.id
    const found: [Omit<TransactionQuery, 'limit'>, number[]][] = [
      [{}, [3, 2, 1, 0]],
      [{ accountId }, [2, 1, 0]],
      [{ accountId: 'nobody' }, []],
      [{ reference: 'order-1' }, [3, 0]],
      [{ accountId, reference: 'order-1' }, [0]],
      [{ accountId, reference: 'order-4' }, []],
      [{ accountId, reference: 'order-1', states: ['failed'] }, []],
      [{ states: ['pending'] }, [0]],
      [{ states: ['submitting', 'pending'] }, [3, 0]],
      [{ accountId, states: ['pending', 'submitting'] }, [0]],
      [{ states: ['pending', 'failed', 'pending'] }, [1, 0]],
      [{ accountId, states: ['succeeded', 'failed'] }, [2, 1]],
      [{ states: [] }, []],
      [{ kind: 'collection' }, [2]],
      [{ currency: 'UGX' }, [3, 1, 0]],
      [{ attention: true }, [3, 1]],
      [{ accountId, attention: true }, [1]],
      [{ attention: true, states: ['submitting'] }, [3]],
      [{ before: theirs[0]?.id ?? '' }, [2, 1, 0]],
      [{ accountId, before: theirs[0]?.id ?? '' }, [2, 1, 0]],
      [{ accountId, before: mine[2]?.id ?? '', states: ['pending'] }, [0]],
      [{ before: mine[0]?.id ?? '' }, []],
      [{ accountId, reference: 'order-3', kind: 'collection', currency: 'RWF', states: ['succeeded'] }, [2]],
    ]
    for (const [query, indexes] of found) {
      const page = await store.books.list({ ...query, limit: 9 })
      const wanted = { transactions: indexes.map((index) => all[index]), next: null }
      equal(page, wanted, `the list of ${JSON.stringify(query)}`)
    }
  }),

  fact('14.28', 'pages follow one another without gaps or repeats while new transactions come in', async (store) => {
    const { account } = await fundedAccount(store)
    const opened = await open(store, account.id, [{}, {}, { kind: 'collection' }, {}, {}, {}])
    for (const query of [{}, { accountId: account.id }, { kind: 'payout' }, { states: ['submitting'] }] as const) {
      const wanted = opened.filter(({ kind }) => !('kind' in query) || kind === query.kind).reverse()
      const pages: (readonly Transaction[])[] = []
      for (let next: string | null | undefined; next !== null; ) {
        const page = await store.books.list({ ...query, limit: 2, ...(next !== undefined && { before: next }) })
        pages.push(page.transactions)
        next = page.next
        opened.push(...(await open(store, account.id, [{}])))
      }
      equal(pages.flat(), wanted, `the pages of ${JSON.stringify(query)}`)
      equal(
        pages.map(({ length }) => length),
        pagesOf(wanted.length),
        `the lengths of the pages of ${JSON.stringify(query)}`,
      )
    }
  }),

  fact('14.29', 'a list finds a few matches among many thousands', async (store) => {
    const { account } = await fundedAccount(store)
    const few = [aPayout(account.id, { currency: 'RWF' }), aPayout(account.id, { currency: 'RWF' })]
    const many = (count: number) => Array.from({ length: count }, () => aPayout(account.id))
    const [oldest, other] = few
    if (!oldest || !other) throw new Error('there are two')
    await inStep(store, oldest, (work) => {
      for (const payout of [oldest, ...many(6_000), other, ...many(5_000)]) work.record(payout)
    })
    const list = (limit: number, before?: string) =>
      store.books.list({ accountId: account.id, currency: 'RWF', limit, ...(before !== undefined && { before }) })
    equal(await list(9), { transactions: [other, oldest], next: null }, 'the two matches')
    const first = await list(1)
    equal(first.transactions, [other], 'the first page')
    equal(await list(1, first.next ?? other.id), { transactions: [oldest], next: null }, 'the second page')
  }),

  fact(
    '14.30',
    'a list of an account has all of its transactions, however many of other accounts are in between',
    async (store) => {
      const [busy, slow] = [await fundedAccount(store), await fundedAccount(store)]
      const idOf = (index: number) => (index % 7 === 3 ? slow : busy).account.id
      const payouts = Array.from({ length: 9_000 }, (_, index) => aPayout(idOf(index), { amountMinor: 1n }))
      await Promise.all(payouts.map((payout) => openPayout(store, payout)))
      for (const { account } of [busy, slow]) {
        const wanted = payouts.filter(({ accountId }) => accountId === account.id).reverse()
        for (const limit of [90, 1_000, 9_000]) {
          const found: Transaction[] = []
          for (let before: string | null | undefined; before !== null; ) {
            const query = { accountId: account.id, kind: 'payout', limit, ...(before && { before }) } as const
            const page = await store.books.list(query)
            found.push(...page.transactions)
            before = page.next
          }
          equal(found, wanted, `all pages of ${limit}`)
        }
        equal(
          (await store.books.list({ accountId: account.id, limit: 9_000 })).transactions,
          wanted,
          'one page of everything',
        )
      }
    },
  ),
]

/** Opens payouts one after the other, in this order. */
async function open(store: Store, accountId: string, given: Partial<Transaction>[]): Promise<Transaction[]> {
  const payouts = given.map((each) => aPayout(accountId, { amountMinor: 1n, ...each }))
  for (const payout of payouts) {
    if (payout.currency === 'UGX') await openPayout(store, payout)
    else await inStep(store, payout, (work) => opening(payout)({ ...work, ledger: { ...work.ledger, post() {} } }))
  }
  return payouts
}

function askAt(askAtMs: number | null): Partial<Transaction> {
  return { followUp: { askAtMs, enquiries: 0, absences: 0, absencesUnmeasured: 0, absentSince: null, aheadMs: 0 } }
}

function pagesOf(count: number): number[] {
  return [...Array.from({ length: Math.floor(count / 2) }, () => 2), ...(count % 2 === 1 ? [1] : [])]
}
