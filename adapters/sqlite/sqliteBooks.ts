import type { Database } from 'better-sqlite3'
import { type BalanceRow, type Books, runStep, type StepResult } from '../../core/sente.ts'
import { bookChanges } from './bookChanges.ts'
import { bookQueries } from './bookQueries.ts'
import { bookRows } from './bookRows.ts'
import { balanceColumns } from './rows.ts'
import { readSnapshot } from './snapshot.ts'
import type { StoreAccess } from './storeAccess.ts'

/** The books in SQLite: each step one transaction, flushed before it is answered. */
export function sqliteBooks(access: StoreAccess): Books {
  const { database, write, read } = access
  const rows = bookRows(database)
  const apply = bookChanges(database)
  const results = stepResults(database)
  const balances = database.prepare<[string], BalanceRow>(`SELECT ${balanceColumns} FROM balances WHERE account_id = ?`)
  return {
    atomically: (scope, step) =>
      write(() => {
        const first = results.of(scope.step)
        if (first) return first.result as ReturnType<typeof step>
        const { result, changes } = runStep(rows, scope, step)
        if (changes) {
          apply(changes, scope.account)
          results.keep(scope.step, result)
        }
        return result
      }),
    transaction: (id) => read(() => rows.transaction(id)),
    balances: (accountId) => read(() => balances.all(accountId)),
    snapshot: (use) => readSnapshot({ database, read }, use),
    ...bookQueries(access),
  }
}

/** The results of the steps that changed something, by step, as JSON; SQL's NULL is the result `undefined`. */
function stepResults(database: Database) {
  const find = database.prepare<[string], { result: string | null }>('SELECT result FROM steps WHERE id = ?')
  const insert = database.prepare('INSERT INTO steps (id, result) VALUES (?, ?)')
  return {
    of(step: string): { result: StepResult } | undefined {
      const row = find.get(step)
      return row && { result: row.result === null ? undefined : (JSON.parse(row.result) as StepResult) }
    },
    keep(step: string, result: StepResult) {
      insert.run(step, result === undefined ? null : JSON.stringify(result))
    },
  }
}
