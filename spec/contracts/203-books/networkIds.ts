import type { Transaction } from '../../../core/sente.ts'
import { fundedAccount, idsListed, recordAtOnce } from '../kit/bookActs.ts'
import { equal } from '../kit/expectations.ts'
import { aPayout, succeeded } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rule 203.85: searches by the ids that networks give to payments. */
export const networkIds: Facts<Store> = {
  async '203.85 a network’s id, and a receipt, find open, just ended and old transactions, in every account and in one'(
    store,
  ) {
    const accounts = [await fundedAccount(store), await fundedAccount(store), await fundedAccount(store)]
    const [first = '', second = '', third = ''] = accounts.map(({ account }) => account.id)
    // Enough to enter most of the first account's into the lists that stores keep, and none of the others'.
    const made = [
      ...Array.from({ length: 70 }, (_, index) => drawn(first, index)),
      ...[1, 69, 70].map((index) => drawn(second, index)),
      drawn(third, 1),
    ]
    await recordAtOnce(store, made)
    const all = made.map((one, index) => (index === 7 || index === 72 ? named(one) : succeeded(named(one))))
    for (const one of all) await recordAtOnce(store, [one])
    for (const id of ['ref 1', 'ref 7', 'ref 68', 'ref 69', 'ref 70', 'receipt 2', 'receipt 68', 'ref 71', '']) {
      for (const accountId of [undefined, first, second]) {
        const own = all.filter((one) => accountId === undefined || one.accountId === accountId).reverse()
        const account = { ...(accountId !== undefined && { accountId }) }
        const where = accountId === undefined ? 'all accounts' : 'one account'
        const byRef = own.filter(({ providerRef }) => providerRef === id).map((one) => one.id)
        equal(await idsListed(store, { ...account, providerRef: id }), byRef, `“${id}” as an id in ${where}`)
        const byReceipt = own.filter(({ networkReceipt }) => networkReceipt === id).map((one) => one.id)
        equal(await idsListed(store, { ...account, networkReceipt: id }), byReceipt, `“${id}” as a receipt in ${where}`)
      }
    }
    const [, one] = all
    const both = { providerRef: one?.providerRef ?? '', networkReceipt: one?.networkReceipt ?? '' }
    equal(await idsListed(store, { ...both, accountId: first }), [one?.id], 'the transactions with both')
  },
}

/** Every third payment has no receipt, and every other one a receipt of its own. */
function drawn(accountId: string, index: number): Transaction {
  return aPayout(accountId, { amountMinor: 1n, reference: `order-${index}`, state: 'pending' })
}

function named(one: Transaction): Transaction {
  const index = Number(one.reference.slice('order-'.length))
  const providerRef = `ref ${index}`
  const receipts = [`receipt ${index}`, providerRef, null]
  return { ...one, providerRef, networkReceipt: receipts[index % 2 === 0 ? 0 : 1 + (index % 3 ? 0 : 1)] ?? null }
}
