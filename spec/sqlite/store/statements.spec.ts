import Database from 'better-sqlite3'
import { expect } from 'chai'
import { spy } from 'sinon'
import { openDatabase } from '../../../adapters/sqlite/file/database.ts'
import { openSqliteStore } from '../../../adapters/sqlite/store/sqliteStore.ts'
import { fund, fundedAccount, inStep, openPayout } from '../../contracts/kit/bookActs.ts'
import { aFunding, aPayout, aPinCount } from '../../contracts/kit/records.ts'
import { test } from '../../rule.ts'

/** SQLite's virtual machine operations for a statement, without those of triggers, which follow it. */
function operationsOf(database: Database.Database, sql: string): string[] {
  const values = Array(sql.split('?').length - 1).fill(null)
  const operations = database.prepare<null[], { addr: number; opcode: string }>(`EXPLAIN ${sql}`).all(...values)
  const trigger = operations.findIndex(({ addr }, index) => index > 0 && Number(addr) === 0)
  return operations.slice(0, trigger < 0 ? undefined : trigger).map(({ opcode }) => opcode)
}

/** The statements that steps of every kind prepare. */
async function statementsOfSteps(): Promise<readonly string[]> {
  const store = openSqliteStore({ path: ':memory:', purpose: 'sandbox', migrate: true })
  const { account } = await fundedAccount(store)
  const prepare = spy(Database.prototype, 'prepare')
  try {
    const fresh = openSqliteStore({ path: ':memory:', purpose: 'sandbox', migrate: true })
    await fresh.accounts.add(account)
    const before = prepare.callCount
    await fund(fresh, aFunding(account.id))
    const payout = aPayout(account.id)
    await openPayout(fresh, payout)
    await inStep(fresh, payout, (work) => work.countPin(aPinCount))
    await inStep(fresh, payout, (work) => work.record({ ...payout, state: 'pending' }))
    await inStep(fresh, payout, (work) => work.record({ ...payout, state: 'succeeded' }))
    const prepared = prepare.args.slice(before).map(([sql]) => sql)
    await fresh.close()
    return prepared
  } finally {
    prepare.restore()
    await store.close()
  }
}

describe('The SQLite store: the cost of a step', () => {
  test('no statement of a step builds a temporary table, or sorts', async () => {
    const statements = await statementsOfSteps()
    const database = openDatabase({ path: ':memory:', purpose: 'sandbox', migrate: true, flushes: 'each' })
    try {
      expect(statements.length).to.be.within(15, 30)
      for (const sql of statements) {
        const operations = operationsOf(database, sql)
        expect(operations, sql).to.include('Transaction')
        expect(operations, sql).not.to.include.oneOf(['OpenEphemeral', 'OpenAutoindex', 'SorterOpen'])
      }
    } finally {
      database.close()
    }
  })
})
