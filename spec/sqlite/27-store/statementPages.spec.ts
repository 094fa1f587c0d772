import type { Database } from 'better-sqlite3'
import { expect } from 'chai'
import { statementRows } from '../../../adapters/sqlite/books/statementRows.ts'
import { keptDatabase } from '../../../adapters/sqlite/file/keptDatabase.ts'
import { openSqliteStore } from '../../../adapters/sqlite/sqlite.ts'
import { fund, fundedAccount, openPayout } from '../../contracts/kit/bookActs.ts'
import { aFunding, aPayout } from '../../contracts/kit/records.ts'
import { inFolder } from '../../fixtures/sqliteFolder.ts'
import { rule } from '../../rule.ts'

/** A database that calls `between` after the first statement of a statement's page. */
function interrupted(database: Database, between: () => void): Database {
  let isOver = false
  return new Proxy(database, {
    get(target, name) {
      if (name !== 'prepare') return Reflect.get(target, name).bind(target)
      return (sql: string) => {
        const statement = target.prepare(sql)
        if (!sql.includes('NOT INDEXED')) return statement
        const all = statement.all.bind(statement)
        statement.all = (...values: unknown[]) => {
          const rows = all(...values)
          if (!isOver) between()
          isOver = true
          return rows
        }
        return statement
      }
    },
  })
}

/** Some more postings of the latest kind, by another process. */
const someMore = `
  INSERT INTO postings (account_id, currency, from_ledger_account, to_ledger_account, amount_minor, funding_reference, at_ms)
  SELECT account_id, currency, from_ledger_account, to_ledger_account, amount_minor, funding_reference, at_ms
  FROM postings ORDER BY sequence DESC LIMIT 4`

describe('27 The SQLite store: pages of statements', () => {
  rule('27.35', 'a page of a statement is of one moment, whatever another process writes meanwhile', () =>
    inFolder(async ({ database: path }) => {
      const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
      const { account } = await fundedAccount(store)
      // Of 4,096 postings all are entered at once into the table that statements are read from.
      const fundings = Array.from({ length: 4_093 }, () => aFunding(account.id))
      await Promise.all(fundings.map((funding) => fund(store, funding)))
      const other = keptDatabase(path).defaultSafeIntegers()
      const reading = interrupted(keptDatabase(path).defaultSafeIntegers(), () => other.exec(someMore))
      const statement = statementRows({ database: reading, read: async (rows) => rows() })
      const page = await statement({ accountId: account.id, currency: 'UGX', limit: 9_000 })
      expect(page?.postings).to.have.length(4_094)
      await store.close()
    }),
  )

  rule('27.36', 'where a page of a statement ends is said in words of its account alone', () =>
    inFolder(async ({ database: path }) => {
      const store = openSqliteStore({ path, purpose: 'sandbox', migrate: true })
      await fundedAccount(store)
      const { account, funding } = await fundedAccount(store)
      const payout = aPayout(account.id)
      await openPayout(store, payout)
      await fund(store, aFunding(account.id))
      const pageAfter = (after?: string) =>
        store.books.statement({ accountId: account.id, currency: 'UGX', limit: 1, ...(after && { after }) })
      const first = (await pageAfter())?.next ?? ''
      expect(first).to.equal(`f.${Buffer.from(funding.reference).toString('base64url')}`)
      expect((await pageAfter(first))?.next).to.equal(`${payout.id}.1`)
      await store.close()
    }),
  )
})
