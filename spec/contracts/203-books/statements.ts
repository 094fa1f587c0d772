import type { Funding, StatementQuery, StatementRows, Transaction } from '../../../core/sente.ts'
import { fund, fundedAccount, inStep, openPayout } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { aFunding, aPayout, fundingPosting, holdPosting } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

const nothing = { availableMinor: 0n, heldMinor: 0n }
const noonMs = Date.UTC(2026, 2, 4, 12)

/** Rules 203.47 to 203.50: statements of balances, with this share of many thousands of postings. */
export const statements = (share: number): Facts<Store> => ({
  async '203.47 a statement has the postings of an account in a currency in order, each with the description of its cause'(
    store,
  ) {
    const { account, funding } = await fundedAccount(store)
    const { account: other } = await fundedAccount(store)
    const [description, metadata] = ['Order 1', { order: '1' }]
    const refunded = { kind: 'refund', refundOf: 'a collection' } as const
    const payout = aPayout(account.id, { description, metadata, ...refunded })
    const foreign = aFunding(account.id, { currency: 'RWF', amountMinor: 7n })
    await openPayout(store, payout)
    await fund(store, foreign)
    const failed = { state: 'failed', reason: 'limit_reached', networkReason: 'LIMIT', networkReceipt: 'R1' } as const
    const released = { ...holdPosting(payout), from: 'held', to: 'available', atMs: noonMs } as const
    await inStep(store, payout, (work) => {
      work.record({ ...payout, ...failed })
      work.ledger.post(released)
    })
    const lines = [
      { posting: fundingPosting(funding), ...called(funding) },
      { posting: holdPosting(payout), ...called({ ...payout, ...failed }) },
      { posting: released, ...called({ ...payout, ...failed }) },
    ]
    const statement = (currency: string, limit = 9) => store.books.statement({ accountId: account.id, currency, limit })
    const ends = { previous: null, next: null }
    equal(await statement('UGX'), { opening: nothing, postings: lines, ...ends }, 'the statement in UGX')
    const inFrancs = [{ posting: fundingPosting(foreign), ...called(foreign) }]
    equal(await statement('RWF'), { opening: nothing, postings: inFrancs, ...ends }, 'the statement in RWF')
    equal(await statement('KES'), { opening: nothing, postings: [], ...ends }, 'the statement in KES')
    equal((await whole(store, { accountId: other.id, currency: 'UGX' })).length, 1, 'the number of lines of another')
  },

  async '203.48 pages of a statement follow one another, from its beginning or its end, and a place in another statement is unknown in it'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const { account: other } = await fundedAccount(store)
    for (let count = 0; count < 4; count += 1) await fundAt(store, account.id, noonMs, 10n)
    const owner = { accountId: account.id, currency: 'UGX', limit: 2 }
    const query = owner
    const first = await store.books.statement(query)
    equal(first?.postings.length, 2, 'the number of lines on the first page')
    const second = await store.books.statement({ ...query, after: first?.next ?? '' })
    equal(second?.opening, { availableMinor: 100_010n, heldMinor: 0n }, 'the balance before the second page')
    const third = await store.books.statement({ ...query, after: second?.next ?? '' })
    equal([third?.postings.length, third?.next], [1, null], 'the last page')
    equal([first?.next, second?.next], ['1', '3'], 'the places of the last lines')
    const last = await store.books.statement({ ...query, before: null })
    equal(
      [last?.postings, last?.next],
      [[...(second?.postings ?? []).slice(1), ...(third?.postings ?? [])], null],
      'from the end',
    )
    equal(last?.opening, { availableMinor: 100_020n, heldMinor: 0n }, 'the balance before the last page')
    const earlier = await store.books.statement({ ...query, before: last?.previous ?? '' })
    equal([earlier?.opening.availableMinor, earlier?.next], [100_000n, '2'], 'the page before')
    const earliest = await store.books.statement({ ...query, before: earlier?.previous ?? '' })
    equal([earliest?.postings.length, earliest?.previous, earliest?.next], [1, null, '0'], 'the first page')
    equal([second?.previous, third?.previous, first?.previous], ['2', '4', null], 'the places of the first lines')
    for (const place of ['', 'x', '-1', '999999', '9'.repeat(30)])
      for (const query of [{ after: place }, { before: place }])
        equal(await store.books.statement({ ...owner, ...query }), undefined, `a page at ${JSON.stringify(query)}`)
    const elsewhere = { ...query, after: second?.next ?? '' }
    equal(await store.books.statement({ ...elsewhere, accountId: other.id }), undefined, 'a page of another account')
    equal(await store.books.statement({ ...elsewhere, currency: 'RWF' }), undefined, 'a page in another currency')
  },

  async '203.49 a posting is dated no earlier than the one before it of its balance, and periods have each posting once even if clocks go back'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const times = [10, 30, 30, 40, 40, 40, 50]
    for (const at of [10, 30, 20, 40, 40, 35, 50]) await fundAt(store, account.id, noonMs + at, BigInt(at))
    const owner = { accountId: account.id, currency: 'UGX' }
    const toCut = async (cut: number) => {
      const page = await store.books.statement({ ...owner, toMs: noonMs + cut, before: null, limit: 2 })
      return page?.postings.map(({ posting }) => posting.atMs - noonMs)
    }
    const within = async (from: number | undefined, to: number | undefined) =>
      (
        await whole(store, {
          ...owner,
          ...(from !== undefined && { fromMs: noonMs + from }),
          ...(to !== undefined && { toMs: noonMs + to }),
        })
      ).map(({ posting }) => posting.atMs - noonMs)
    equal(await within(20, 40), [30, 30], 'from 20 until 40')
    equal(await within(31, 41), [40, 40, 40], 'from 31 until 41')
    equal(await within(0, 50), [10, 30, 30, 40, 40, 40], 'from 0 until 50')
    equal(await within(51, undefined), [], 'from 51 on')
    equal(await within(40, 20), [], 'from 40 until 20')
    equal(
      [await toCut(31), await toCut(41)],
      [
        [30, 30],
        [40, 40],
      ],
      'the last two until a moment',
    )
    for (const cut of [5, 15, 25, 35, 45, 55])
      equal([...(await within(0, cut)), ...(await within(cut, undefined))], times, `the lines before and after ${cut}`)
    const later = await store.books.statement({ ...owner, fromMs: noonMs + 31, limit: 9 })
    equal(later?.opening, { availableMinor: 100_060n, heldMinor: 0n }, 'the balance before a period')
    const none = await store.books.statement({ ...owner, fromMs: noonMs + 51, limit: 9 })
    equal(none?.opening, { availableMinor: 100_225n, heldMinor: 0n }, 'the balance before a period without postings')
  },

  async '203.50 a statement of many thousands of postings has each of them, from any beginning'(store) {
    const { account } = await fundedAccount(store)
    const { account: other } = await fundedAccount(store)
    const count = 5_000 * share
    const fundings: Funding[] = Array.from({ length: count }, (_, index) =>
      aFunding(index % 5 === 4 ? other.id : account.id, { atMs: noonMs + index, amountMinor: BigInt(index + 1) }),
    )
    await Promise.all(fundings.map((funding) => fund(store, funding)))
    for (const { id } of [account, other]) {
      const own = fundings.filter(({ accountId }) => accountId === id)
      const wanted = own.map(({ reference }) => reference)
      const owner = { accountId: id, currency: 'UGX' }
      equal((await whole(store, owner)).map(({ reference }) => reference).slice(1), wanted, 'the references')
      for (const place of [0, 254, 255, 256, 257, 900].filter((one) => one < own.length)) {
        const fromMs = own[place]?.atMs ?? 0
        const page = await store.books.statement({ ...owner, fromMs, limit: 1 })
        const before = own.slice(0, place).reduce((sum, { amountMinor }) => sum + amountMinor, 100_000n)
        equal(page?.opening, { availableMinor: before, heldMinor: 0n }, `the balance before posting ${place}`)
        equal(page?.postings[0]?.reference, wanted[place], `posting ${place}`)
      }
    }
  },
})

type Called = Pick<Transaction, 'reference'> &
  Partial<Pick<Transaction, 'description' | 'metadata' | 'networkReceipt' | 'networkReason'>> & {
    readonly kind: Transaction['kind'] | Funding['kind']
    readonly phoneNumber?: string | null
  }

/** A line's name of its cause. */
function called({ reference, kind, phoneNumber = null, description = null, metadata = {}, ...reported }: Called) {
  const paymentKind = kind === 'fund' || kind === 'withdraw' ? null : kind
  const { networkReceipt = null, networkReason = null } = reported
  return { reference, paymentKind, phoneNumber, description, metadata, networkReceipt, networkReason }
}

function fundAt(store: Store, accountId: string, atMs: number, amountMinor: bigint): Promise<void> {
  return fund(store, aFunding(accountId, { atMs, amountMinor }))
}

/** All pages of a statement. */
async function whole(
  { books }: Store,
  query: Omit<StatementQuery, 'limit'>,
): Promise<StatementRows['postings'][number][]> {
  const lines: StatementRows['postings'][number][] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page = await books.statement({ ...query, limit: 900, ...(after !== undefined && { after }) })
    if (!page) throw new Error('a page that another page names is not there')
    lines.push(...page.postings)
    after = page.next
  }
  return lines
}
