import { expect } from 'chai'
import { openSqliteStore } from '../../../adapters/sqlite/sqlite.ts'
import { fund, fundedAccount, openPayout } from '../../contracts/kit/bookActs.ts'
import { aFunding, aPayout } from '../../contracts/kit/records.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { test } from '../../rule.ts'

describe('The SQLite store: pages of statements', () => {
  test('the end of a page of a statement is a number that counts only its account’s postings', () =>
    inFolder(async ({ database: path }) => {
      const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
      await fundedAccount(store)
      const { account } = await fundedAccount(store)
      await openPayout(store, aPayout(account.id))
      await fund(store, aFunding(account.id))
      const pageAfter = (after?: string) =>
        store.books.statement({ accountId: account.id, currency: 'UGX', limit: 1, ...(after && { after }) })
      const first = (await pageAfter())?.next ?? ''
      expect(first).to.equal('0')
      expect((await pageAfter(first))?.next).to.equal('1')
      await store.close()
    }))
})
