import { expect } from 'chai'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { auditBooks, type Transaction } from '../../../core/sente.ts'
import { fundedAccount, inStep } from '../../contracts/kit/bookActs.ts'
import { aPayout } from '../../contracts/kit/records.ts'
import { rejection } from '../../fixtures/rejection.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { test } from '../../rule.ts'

const kinds = [undefined, 'payout', 'collection'] as const
const currencies = [undefined, 'UGX', 'RWF'] as const
const networks = [undefined, 'AIRTEL'] as const
const phoneNumbers = [undefined, '256770000003'] as const
const states = [undefined, ['submitting', 'pending'], ['pending'], ['succeeded'], ['failed', 'succeeded']] as const

const idsOf = (transactions: readonly Transaction[]) => transactions.map(({ id }) => id)

describe('The SQLite store: every filter of lists', () => {
  test('each combination of filters finds the matching transactions, even those that have ended since they were added to the lists', () =>
    inFolder(async ({ database: path }) => {
      const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
      try {
        const [one, two] = [await fundedAccount(store), await fundedAccount(store)]
        const drawn = (index: number): Transaction =>
          aPayout((index % 3 ? one : two).account.id, {
            kind: index % 5 ? 'payout' : 'collection',
            currency: index % 700 ? 'UGX' : 'RWF',
            network: index % 6 ? 'MTN' : 'AIRTEL',
            phoneNumber: `25677000000${index % 7}`,
            state: index % 4 ? 'pending' : 'submitting',
          })
        const all = Array.from({ length: 9_000 }, (_, index) => drawn(index))
        for (const { account } of [one, two]) {
          const own = all.filter(({ accountId }) => accountId === account.id)
          await Promise.all(own.map((each) => inStep(store, each, (work) => work.record(each))))
          const ended = own
            .filter((_, index) => index % 2 === 0)
            .map((each) => ({ ...each, state: 'succeeded' as const }))
          await Promise.all(ended.map((each) => inStep(store, each, (work) => work.record(each))))
        }
        const inOrder = (await store.books.list({ limit: 9_000 })).transactions
        expect(inOrder).to.have.length(9_000)
        for (const accountId of [undefined, one.account.id, two.account.id]) {
          for (const kind of kinds)
            for (const currency of currencies)
              for (const network of networks)
                for (const phoneNumber of phoneNumbers)
                  for (const some of states) {
                    const wanted = inOrder.filter(
                      (each) =>
                        (accountId ?? each.accountId) === each.accountId &&
                        (kind ?? each.kind) === each.kind &&
                        (currency ?? each.currency) === each.currency &&
                        (network ?? each.network) === each.network &&
                        (phoneNumber ?? each.phoneNumber) === each.phoneNumber &&
                        (some === undefined || (some as readonly string[]).includes(each.state)),
                    )
                    const filters = {
                      ...(accountId && { accountId }),
                      ...(kind && { kind }),
                      ...(currency && { currency }),
                      ...(network && { network }),
                      ...(phoneNumber && { phoneNumber }),
                      ...(some && { states: some }),
                    }
                    const found = await store.books.list({ ...filters, limit: 9_000 })
                    expect(idsOf(found.transactions), JSON.stringify(filters)).to.deep.equal(idsOf(wanted))
                  }
        }
        // It throws for a damaged database, such as one whose lists and transactions disagree.
        await auditBooks(store)()
      } finally {
        await store.close()
      }
    }))

  test('a list after an unknown transaction is an error', () =>
    inFolder(async ({ database: path }) => {
      const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
      try {
        const message = (await rejection(store.books.list({ limit: 1, before: 'nothing' }))).message
        expect(message).to.equal('the list cannot continue after nothing: there is no such transaction')
      } finally {
        await store.close()
      }
    }))
})
