import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import pg from 'pg'
import { v7 } from 'uuid'
import { openPostgresStore } from '../../../../adapters/postgres/postgres.ts'
import { auditBooks } from '../../../../core/sente.ts'
import { fundedAccount, openPayout } from '../../../contracts/kit/bookActs.ts'
import { aPayout } from '../../../contracts/kit/records.ts'
import { makeSchema } from '../../../fixtures/postgres/postgres.ts'
import { rule } from '../../../rule.ts'
import { projectFolder } from '../../../sourceTree.ts'

/** The first of a month, this many months from now: `2027-01-01`. */
function monthFromNow(months: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months)).toISOString().slice(0, 10)
}

/** The statements of the page for operators, about the next month. */
function statementsOfPage(): string[] {
  const page = readFileSync(join(projectFolder, 'docs', 'operating', 'partitions.md'), 'utf8')
  const blocks = [...page.matchAll(/^```sql\n(.*?)^```$/gms)].map(([, block = '']) => block)
  return blocks
    .join('')
    .replaceAll('2027-01-01', monthFromNow(1))
    .replaceAll('2027-02-01', monthFromNow(2))
    .replaceAll("'/srv/slow'", "''")
    .split(/(?<=;)\n/)
    .filter((statement) => statement !== '')
}

describe('115 PostgreSQL: partitions', () => {
  rule('115.9', 'the statements of the page about partitions divide the books while payments go on', async () => {
    const { path, drop } = await makeSchema()
    const operator = new pg.Client({ connectionString: `postgres:${path}` })
    const store = await openPostgresStore({ path, purpose: 'live', migrate: true })
    await operator.connect()
    try {
      const { account } = await fundedAccount(store)
      const paid: string[] = []
      const pay = async (msecs: number) => {
        const payout = aPayout(account.id, { id: v7({ msecs }), createdAtMs: msecs, amountMinor: 1n })
        await openPayout(store, payout)
        paid.push(payout.id)
      }
      const partsOf = async (table: string) => {
        const counts = await operator.query(
          `SELECT tableoid::regclass::text AS part, count(*) FROM ${table} GROUP BY tableoid`,
        )
        return Object.fromEntries(counts.rows.map(({ part, count }) => [part, count]))
      }
      await operator.query('SET allow_in_place_tablespaces = on')
      const payments: Promise<void>[] = []
      for (const statement of statementsOfPage()) {
        payments.push(pay(Date.now()))
        await operator.query(statement)
      }
      await Promise.all(payments)
      await pay(Date.parse(monthFromNow(1)))
      expect(await partsOf('transactions')).to.deep.equal({
        transactions_first: String(paid.length - 1),
        transactions_2027_01: '1',
      })
      expect(await partsOf('postings')).to.deep.equal({ postings_first: String(paid.length), postings_2027_01: '1' })
      await Promise.all(Array.from({ length: 300 }, () => pay(Date.now())))
      const marks = await operator.query('SELECT n FROM statement_marks')
      expect(marks.rows).to.deep.equal([{ n: '255' }])
      const { transactions } = await store.books.list({ accountId: account.id, limit: 1_000 })
      expect(transactions.map(({ id }) => id)).to.deep.equal(paid.sort().reverse())
      expect((await auditBooks(store)()).ok).to.equal(true)
    } finally {
      await store.close()
      await drop()
      await operator.query('DROP TABLESPACE IF EXISTS slow')
      await operator.end()
    }
  })
})
