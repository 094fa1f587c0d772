import type { TransactionQuery } from '../../../core/sente.ts'
import { fundedAccount, idsOf, openPayout, openPayouts, pagesOf, recordAtOnce } from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { aPayout } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rules 203.30 to 203.33: lists of transactions, with this share of many thousands. */
export const lists = (share: number): Facts<Store> => ({
  async '203.30 a list is newest first and has the transactions that match every part of the query'(store) {
    const [one, two] = [await fundedAccount(store), await fundedAccount(store)]
    const mine = await openPayouts(store, one.account.id, [
      { reference: 'order-1', state: 'pending' },
      { reference: 'order-2', state: 'failed', reason: 'not_sent', attention: 'contradiction', network: 'AIRTEL' },
      {
        ...{ reference: 'order-3', currency: 'RWF', kind: 'collection', state: 'succeeded' },
        phoneNumber: '256770000009',
      },
    ])
    const theirs = await openPayouts(store, two.account.id, [{ reference: 'order-1', attention: 'overdue' }])
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
      [{ network: 'AIRTEL' }, [1]],
      [{ accountId, network: 'MTN' }, [2, 0]],
      [{ accountId, network: 'MTN', kind: 'payout' }, [0]],
      [{ accountId, phoneNumber: '256770000009' }, [2]],
      [{ accountId, phoneNumber: '256770000009', states: ['failed'] }, []],
      [{ phoneNumber: '256770000001' }, [3, 1, 0]],
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
  },

  async '203.31 pages follow one another without gaps or repeats while new transactions come in'(store) {
    const { account } = await fundedAccount(store)
    const opened = await openPayouts(store, account.id, [{}, {}, { kind: 'collection' }, {}, {}, {}])
    for (const query of [{}, { accountId: account.id }, { kind: 'payout' }, { states: ['submitting'] }] as const) {
      const wanted = opened.filter(({ kind }) => !('kind' in query) || kind === query.kind).reverse()
      const pages = await pagesOf(store, { ...query, limit: 2 }, wanted.length, async () =>
        opened.push(...(await openPayouts(store, account.id, [{}]))),
      )
      const pairs = Array.from({ length: Math.floor(wanted.length / 2) }, () => 2)
      equal(pages.flat(), wanted, `the pages of ${JSON.stringify(query)}`)
      equal(
        pages.map(({ length }) => length),
        wanted.length % 2 ? [...pairs, 1] : pairs,
        `the lengths of the pages of ${JSON.stringify(query)}`,
      )
    }
    await rejection(store.books.list({ limit: 2, before: 'typo' }), 'the page after a transaction that does not exist')
  },

  async '203.32 a list finds a few matches among many thousands'(store) {
    const { account } = await fundedAccount(store)
    const oldest = aPayout(account.id, { currency: 'RWF' })
    const many = (count: number) => Array.from({ length: count }, () => aPayout(account.id))
    const [before, other] = [many(6_000 * share), aPayout(account.id, { currency: 'RWF' })]
    await recordAtOnce(store, [oldest, ...before, other, ...many(5_000 * share)])
    const list = (limit: number, before?: string) =>
      store.books.list({ accountId: account.id, currency: 'RWF', limit, ...(before !== undefined && { before }) })
    equal(await list(9), { transactions: [other, oldest], next: null }, 'the two matches')
    const first = await list(1)
    equal(first.transactions, [other], 'the first page')
    equal(await list(1, first.next ?? other.id), { transactions: [oldest], next: null }, 'the second page')
  },

  async '203.33 a list of an account has all its transactions, however many of other accounts are in between'(store) {
    const [busy, slow] = [await fundedAccount(store), await fundedAccount(store)]
    const idOf = (index: number) => (index % 7 === 3 ? slow : busy).account.id
    const payouts = Array.from({ length: 9_000 * share }, (_, index) => aPayout(idOf(index), { amountMinor: 1n }))
    await Promise.all(payouts.map((payout) => openPayout(store, payout)))
    for (const { account } of [busy, slow]) {
      const wanted = payouts.filter(({ accountId }) => accountId === account.id).reverse()
      for (const limit of [90, 1_000, 9_000]) {
        const query = { accountId: account.id, kind: 'payout', limit } as const
        const found = (await pagesOf(store, query, wanted.length)).flat()
        equal(idsOf(found), idsOf(wanted), `the ids in all pages of ${limit}`)
      }
      const { transactions } = await store.books.list({ accountId: account.id, limit: 9_000 })
      equal(idsOf(transactions), idsOf(wanted), 'the ids in one page of everything')
    }
  },
})
