import type { Transaction, TransactionQuery } from '../../../core/sente.ts'
import { fund, fundedAccount, idsListed, inStep, openPayouts, pagesOf, recordAtOnce } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { aFunding, aPayout, succeeded } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rules 203.83 and 203.84: searches for parts of what is written in a transaction. */
export const searches: Facts<Store> = {
  async '203.83 the last digits of a number, amounts, and a part of a reference or description find open, just ended and old transactions'(
    store,
  ) {
    const [{ account }, other] = [await fundedAccount(store), await fundedAccount(store)]
    const made = Array.from({ length: 200 }, (_, index) => drawn(account.id, index))
    await recordAtOnce(store, made)
    const all = made.map((one, index) => (index % 50 === 7 ? one : succeeded(one)))
    // The newest end first: lists are in the order of ids all the same.
    await recordAtOnce(store, all.filter(({ state }) => state === 'succeeded').reverse())
    await recordAtOnce(store, [succeeded(drawn(other.account.id, 17))])
    for (const [query, fits] of searched) {
      const wanted = all.filter(fits).reverse()
      if (wanted.length === 0) throw new Error(`nothing fits ${named(query)}`)
      const list = { accountId: account.id, ...query }
      const page = await store.books.list({ ...list, limit: 200 })
      equal(page, { transactions: wanted, next: null }, `the list of ${named(query)}`)
      const pages = await pagesOf(store, { ...list, limit: 3 }, Math.ceil(wanted.length / 3))
      equal(pages.flat(), wanted, `the pages of ${named(query)}`)
    }
    const open = all.filter(({ state, amountMinor }) => state !== 'succeeded' && amountMinor >= 4_000n)
    const theirs = { part: `/${account.id.slice(-4)}`, amountsMinor: { from: 4_000n, to: 10_000n } }
    const listed = await idsListed(store, { states: ['submitting', 'pending'], ...theirs })
    equal(listed, open.map(({ id }) => id).reverse(), 'the open ones of all accounts')
    for (const query of nowhere)
      equal(await idsListed(store, { accountId: account.id, ...query }), [], `the list of ${named(query)}`)
  },

  async '203.84 the digits of an erased phone number, and of its pseudonym, find nothing'(store) {
    const { account } = await fundedAccount(store)
    const opened = await openPayouts(store, account.id, [
      { phoneNumber: '256770000123' },
      { phoneNumber: '256770001123' },
    ])
    const [first, second] = opened.map(succeeded) as [Transaction, Transaction]
    await recordAtOnce(store, [first, second])
    const listed = (phoneEnding: string) => idsListed(store, { accountId: account.id, phoneEnding })
    const erase = (id: string, one: Transaction) =>
      inStep(store, one, (work) => work.erasePhoneNumber(id, 'erased-0123'))
    await erase(first.id, first)
    equal([await listed('123'), await listed('0123')], [[second.id], []], 'the lists before they are entered')
    // Enough to enter the payments into the lists that stores keep.
    await Promise.all(Array.from({ length: 70 }, () => fund(store, aFunding(account.id, { amountMinor: 1n }))))
    equal([await listed('123'), await listed('0123')], [[second.id], []], 'the lists')
    await erase(second.id, second)
    equal([await listed('123'), await listed('1123')], [[], []], 'the lists after the second one')
  },
}

function drawn(accountId: string, index: number): Transaction {
  return aPayout(accountId, {
    reference: `Order-${index}/${accountId.slice(-4)}`,
    description: index % 9 ? null : `School fees ${index % 2}, TERM ${index % 5} – Ökello 50% _`,
    phoneNumber: `2567700${String(index % 40).padStart(2, '0')}${['123', '4123', '456'][index % 3]}`,
    amountMinor: BigInt(500 * (1 + (index % 20))),
    currency: index % 60 === 10 ? 'RWF' : 'UGX',
    state: index % 2 ? 'submitting' : 'pending',
  })
}

const searched: readonly (readonly [Partial<TransactionQuery>, (one: Transaction) => boolean])[] = [
  [{ phoneEnding: '123' }, ({ phoneNumber }) => phoneNumber.endsWith('123')],
  [{ phoneEnding: '4123' }, ({ phoneNumber }) => phoneNumber.endsWith('4123')],
  [{ phoneEnding: '08456' }, ({ phoneNumber }) => phoneNumber.endsWith('08456')],
  [
    { phoneEnding: '123', states: ['submitting', 'pending'] },
    ({ phoneNumber, state }) => phoneNumber.endsWith('123') && state !== 'succeeded',
  ],
  [
    { phoneEnding: '123', currency: 'RWF', states: ['succeeded'] },
    ({ phoneNumber, currency, state }) => phoneNumber.endsWith('123') && currency === 'RWF' && state === 'succeeded',
  ],
  [{ amountsMinor: { from: 5_000n, to: 5_000n } }, ({ amountMinor }) => amountMinor === 5_000n],
  [{ amountsMinor: { from: 4_501n, to: 6_000n } }, ({ amountMinor }) => 4_501n <= amountMinor && amountMinor <= 6_000n],
  [{ amountsMinor: { from: 0n, to: 999_999_999_999_999n }, currency: 'RWF' }, ({ currency }) => currency === 'RWF'],
  [
    { phoneNumber: '256770001123', amountsMinor: { from: 1n, to: 3_000n } },
    ({ phoneNumber, amountMinor }) => phoneNumber === '256770001123' && amountMinor <= 3_000n,
  ],
  [{ part: 'order-17' }, ({ reference }) => /^Order-17/.test(reference)],
  [{ part: '99/' }, ({ reference }) => reference.includes('99/')],
  [{ part: 'fees 1, term' }, ({ description }) => description?.includes('fees 1') === true],
  [{ part: 'Ökello 50% _' }, ({ description }) => description !== null],
  [
    { part: 'order-1', amountsMinor: { from: 5_000n, to: 5_500n }, kind: 'payout' },
    ({ reference, amountMinor }) => /^Order-1/.test(reference) && [5_000n, 5_500n].includes(amountMinor),
  ],
]

const nowhere: readonly Partial<TransactionQuery>[] = [
  { phoneEnding: '124' },
  { phoneEnding: '95123' },
  { amountsMinor: { from: 5_001n, to: 5_499n } },
  { amountsMinor: { from: 2n, to: 1n } },
  { part: 'order-200' },
  { part: 'fees%term' },
  { part: 'order_17' },
  { part: 'order-17', states: ['failed'] },
  { part: 'order-17', createdToMs: 0 },
]

function named(query: Partial<TransactionQuery>): string {
  return JSON.stringify(query, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}
