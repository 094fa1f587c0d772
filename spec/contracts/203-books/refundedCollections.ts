import type { Transaction } from '../../../core/sente.ts'
import { fundedAccount, inStep, record } from '../kit/bookActs.ts'
import { equal, rejection } from '../kit/expectations.ts'
import { aPayout } from '../kit/records.ts'
import type { Store } from '../kit/store.ts'
import type { Facts } from '../kit/trial.ts'

/** Rule 203.81: a step that refunds a collection can read its state. */
export const refundedCollections: Facts<Store> = {
  async '203.81 a step that refunds a collection sees it as earlier steps have left it, also steps requested at the same time, and no other transaction'(
    store,
  ) {
    const { account } = await fundedAccount(store)
    const [collection, other] = [aCollection(account.id), aCollection(account.id)]
    for (const one of [collection, other]) await record(store, one)
    const { accountId, currency, id: refundOf } = collection
    const seen = () =>
      store.books.atomically({ account: accountId, currency, refundOf }, (work) => work.transaction(refundOf))
    equal(await seen(), collection, 'the collection')
    const marked: Transaction = { ...collection, attention: 'contradiction' }
    const [, then] = await Promise.all([inStep(store, collection, (work) => work.record(marked)), seen()])
    equal(then, marked, 'the collection once it is marked')
    const found: Transaction = { ...marked, attention: null, isTakenBack: true }
    await inStep(store, collection, (work) => work.record(found))
    equal(await seen(), found, 'the collection once it was taken back')
    const scope = { account: accountId, currency, refundOf }
    await rejection(
      store.books.atomically(scope, (work) => work.transaction(other.id)),
      'a step that reads another one',
    )
    const foreign = await fundedAccount(store)
    const seenBy = { account: foreign.account.id, currency, refundOf }
    equal(await store.books.atomically(seenBy, (work) => work.transaction(refundOf)), undefined, 'of another account')
  },
}

function aCollection(accountId: string): Transaction {
  return aPayout(accountId, { kind: 'collection', state: 'succeeded' })
}
