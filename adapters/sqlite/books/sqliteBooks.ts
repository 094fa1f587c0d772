import { type BalanceRow, type Books, type Claims, runStep } from '../../../core/sente.ts'
import type { StoreAccess } from '../durability/access.ts'
import type { RowMemory } from '../rows/rowMemory.ts'
import { balanceColumns } from '../rows/rows.ts'
import { bookChanges } from './changes.ts'
import { bookQueries } from './queries.ts'
import { readSnapshot } from './snapshot.ts'

/** The books in SQLite: each step is one transaction, flushed before it resolves. */
export function sqliteBooks(access: StoreAccess, memory: RowMemory): Books {
  const { database, write, read } = access
  const apply = bookChanges(database)
  const claims: Claims = new Map()
  const balances = database.prepare<[string], BalanceRow>(`SELECT ${balanceColumns} FROM balances WHERE account_id = ?`)
  return {
    async atomically(scope, step) {
      const run = () => {
        const { result, changes } = runStep(memory.rows, scope, step)
        if (changes) {
          apply(changes, scope.account)
          memory.learn(changes, scope.account)
        }
        return result
      }
      const result = await write(run, scope.account, scope.withinMs)
      claims.delete(scope.transaction ?? '')
      return result
    },
    balances: (accountId) =>
      read(
        () => balances.all(accountId),
        () => accountId,
      ),
    snapshot: (use) => readSnapshot({ database, read }, use),
    ...bookQueries(access, claims),
  }
}
