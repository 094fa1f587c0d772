import { exchangesIn, type Transaction } from '../../../core/sente.ts'
import { fund, fundedAccount, idsListed, inStep, openPayouts, record } from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { aFunding, anExchange, succeeded } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

const number = '256770000001'
const pseudonym = 'erased-0f'

/** Rules 203.73 and 203.74: pseudonyms of erased phone numbers. */
export const erasures: Facts<Store> = {
  async '203.73 a phone number is erased from a transaction, from lists by number and from exchanges, and nothing else changes'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const payouts = (await openPayouts(store, account.id, [{}, {}])) as [Transaction, Transaction]
    const [first, second] = payouts.map(succeeded) as [Transaction, Transaction]
    const answer = `{"msisdn":"770000001","payee":"${number}"}`
    for (const payout of [first, second])
      await inStep(store, payout, (work) => {
        work.record(payout)
        work.keepExchanges(payout.id, [anExchange({ answer })])
      })
    // Enough to enter the first ones into the lists that stores keep.
    const fundings = Array.from({ length: 70 }, () => aFunding(account.id, { amountMinor: 1n }))
    await Promise.all(fundings.map((funding) => fund(store, funding)))
    await inStep(store, first, (work) => work.erasePhoneNumber(first.id, pseudonym))
    equal(await store.books.transaction(first.id), { ...first, phoneNumber: pseudonym }, 'the transaction')
    equal(await store.books.transaction(second.id), second, 'another one to the same number')
    const listed = (phoneNumber: string) => idsListed(store, { accountId: account.id, phoneNumber })
    equal([await listed(number), await listed(pseudonym)], [[second.id], [first.id]], 'the lists by number')
    const kept = async (id: string) => exchangesIn(await store.cases.exchanges(id)).map((one) => one.answer)
    const erased = `{"msisdn":"${pseudonym}","payee":"${pseudonym}"}`
    equal([await kept(first.id), await kept(second.id)], [[erased], [answer]], 'the exchanges')
    const seen = await inStep(store, first, (work) => {
      work.record({ ...first, phoneNumber: pseudonym, attention: 'contradiction' })
      return work.transaction(first.id)?.phoneNumber
    })
    equal(seen, pseudonym, 'the number that a later step sees')
  },

  async '203.74 no phone number is erased from a transaction that is open or still followed up'(store) {
    const { account } = await fundedAccount(store)
    const payouts = (await openPayouts(store, account.id, [{}, {}])) as [Transaction, Transaction]
    const [open, asked] = payouts
    const failed = { ...asked, state: 'failed', reason: 'not_sent' } as const
    await record(store, failed)
    for (const payout of [open, failed]) {
      const erasing = inStep(store, payout, (work) => work.erasePhoneNumber(payout.id, pseudonym))
      await rejection(erasing, 'a step that erases')
      equal(await store.books.transaction(payout.id), payout, 'the transaction')
    }
  },
}
