import type { Database } from 'better-sqlite3'
import { expect } from 'chai'
import { spy } from 'sinon'
import { bookChanges } from '../../../adapters/sqlite/books/changes.ts'
import { openDatabase } from '../../../adapters/sqlite/file/database.ts'
import { bookRows } from '../../../adapters/sqlite/rows/stepRows.ts'
import { rule } from '../../rule.ts'

/** The virtual machine operations into which SQLite compiles a statement, without those of triggers, which follow it. */
function operationsOf(database: Database, sql: string): string[] {
  const explained = `EXPLAIN ${sql.replace(/@\w+/g, '?')}`
  const values = Array(explained.split('?').length - 1).fill(null)
  const operations = database.prepare<null[], { addr: number; opcode: string }>(explained).all(...values)
  const trigger = operations.findIndex(({ addr }, index) => index > 0 && Number(addr) === 0)
  return operations.slice(0, trigger < 0 ? undefined : trigger).map(({ opcode }) => opcode)
}

describe('27 The SQLite store: what a step costs', () => {
  rule(
    '27.30',
    'no statement of a step builds a temporary table, or sorts, but for what enters thousands of rows at once',
    () => {
      const database = openDatabase({ path: ':memory:', purpose: 'sandbox', migrate: true, flushes: 'each' })
      try {
        const prepare = spy(database, 'prepare')
        bookChanges(database)
        bookRows(database)
        const statements = prepare.args.map(([sql]) => sql)
        prepare.restore()
        expect(statements.length).to.equal(18)
        for (const sql of statements) {
          const operations = operationsOf(database, sql)
          expect(operations, sql).to.include('Transaction')
          expect(operations, sql).not.to.include.oneOf(['OpenEphemeral', 'OpenAutoindex', 'SorterOpen'])
        }
      } finally {
        database.close()
      }
    },
  )
})
